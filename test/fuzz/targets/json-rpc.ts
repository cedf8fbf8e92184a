/** Bodies of clients: the strict reader takes nothing that JSON.parse refuses, and keeps every value. */
import { precheck } from '@mcpgw/failures';
import { duplicateKey } from '../../../packages/access/src/duplicate-keys.js';
import { exactJson } from '../../../packages/loader/src/wire/exact-number.js';
import { JsonFault, readJson, readText } from '../../../packages/loader/src/wire/read-json.js';
import { jsonSeeds, jsonTokens } from '../seeds.js';
import { holds, outcome, same, type Target } from '../target.js';

export const target: Target = {
  seeds: [
    ...jsonSeeds,
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a__b","arguments":{"x":9007199254740993,"y":[1.0,1e2]},"_meta":{"progressToken":1}}}',
    '[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":"x","result":{}}]',
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
  ],
  tokens: [
    ...jsonTokens,
    '"jsonrpc":"2.0",',
    '"id":1,',
    '"method":',
    '"params":',
    '"tools/call"',
    '"initialize"',
    '"arguments":',
    '"_meta":',
    '"progressToken":',
    '"result":{}',
    '9007199254740993',
    '1.10',
    '"mcpgw/number:1"',
  ],
  run(input) {
    precheck(input);
    const text = outcome([JsonFault], () => readText(input));
    if ('error' in text) return;
    const byEngine = outcome([SyntaxError], () => JSON.parse(text.value) as unknown);
    for (const exact of ['nowhere', 'everywhere', 'free members'] as const) {
      const read = outcome([JsonFault], () => readJson(text.value, { maxDepth: 1000, exact }));
      if ('error' in read) {
        if ((read.error as JsonFault).kind === 'syntax')
          holds('error' in byEngine, 'the reader of JSON refuses what is JSON', text.value.slice(0, 200));
        if ((read.error as JsonFault).kind === 'duplicate')
          holds(duplicateKey(text.value) !== undefined, 'two searches for duplicate members differ', text.value.slice(0, 200));
        continue;
      }
      holds('value' in byEngine, 'the reader of JSON takes what is no JSON', text.value.slice(0, 200));
      holds(duplicateKey(text.value) === undefined, 'two searches for duplicate members differ', text.value.slice(0, 200));
      if ('error' in byEngine) continue;
      const written = exactJson(read.value);
      same(JSON.stringify(JSON.parse(written)), JSON.stringify(byEngine.value), 'a value that keeps its digits is written as another');
    }
  },
};
