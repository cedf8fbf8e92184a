/** JSON as Go reads it: what is written is read as what it was, and JavaScript's own reader takes no more and no less. */

import { unmarshalJson } from '@mcpgw/go/json';
import { decodeBytes, JsonError, marshalJson } from '@mcpgw/helm';
import { textOf } from '../go-values.js';
import { jsonSeeds, jsonTokens } from '../seeds.js';
import { holds, outcome, same, type Target } from '../target.js';

const declared = [JsonError];

export const target: Target = {
  seeds: jsonSeeds,
  tokens: jsonTokens,
  run(input) {
    const text = decodeBytes(input);
    const read = outcome(declared, () => unmarshalJson(text));
    const byEngine = outcome([SyntaxError], () => JSON.parse(text) as unknown);
    const isLimit = 'error' in read && /max depth|out of range|cannot unmarshal number/.test(read.error.message);
    holds(isLimit || 'error' in read === 'error' in byEngine, 'JSON.parse and the reader of Go differ in what JSON is', text.slice(0, 200));
    if ('error' in read) return;
    for (const indent of [undefined, '  ']) {
      const written = outcome(declared, () => marshalJson(read.value, indent === undefined ? {} : { indent }));
      if ('error' in written) continue;
      const again = outcome(declared, () => unmarshalJson(written.value));
      holds('value' in again, 'written JSON cannot be read', written.value.slice(0, 200));
      if ('value' in again) same(textOf(again.value), textOf(read.value), 'written JSON is read as something else');
    }
  },
};
