/** What servers send: event streams in any pieces, JSON bodies, lines of commands, texts of errors. */

import { GatewayFailure } from '@mcpgw/failures';
import { checkToolResult } from '@mcpgw/upstreams';
import { answerText, internalErrorText } from '../../../packages/loader/src/failures/answer-text.js';
import { AnswerGate, idIn, type Taken } from '../../../packages/loader/src/wire/answer-gate.js';
import { EventStreamReader } from '../../../packages/loader/src/wire/event-stream.js';
import { JsonFault, readText } from '../../../packages/loader/src/wire/read-json.js';
import { indentJson } from '../../../packages/upstreams/src/rest/indent-json.js';
import { jsonTokens } from '../seeds.js';
import { holds, outcome, same, type Target } from '../target.js';

function streamed(chunks: readonly Uint8Array[]): string {
  const seen: string[] = [];
  const reader = new EventStreamReader({
    onData: data => [`<${data}>`],
    onOther: () => {},
    onFault: fault => [`!${fault.message}`],
  });
  for (const chunk of chunks) seen.push(reader.read(chunk));
  return `${seen.join('')} ${reader.isInsideEvent} ${reader.hasIds} ${reader.hasOtherLines}`;
}

function inPieces(input: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < input.length; at += size) pieces.push(input.subarray(at, at + size));
  return pieces;
}

const tool = {
  name: 't',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
} as const;
const request = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'tools/list' }) as const;

export const target: Target = {
  seeds: [
    'event: message\nid: 1\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    '\ufeff: comment\r\ndata: a\r\ndata: b\r\rretry: 5\ndata\n\nfoo: bar\n\n',
    'event: ping\ndata: x\n\nid\n\nid: 7\n\n',
    '{"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"no","data":{"a":[1.10]}}}',
    '[{"jsonrpc":"2.0","id":1,"result":{"tools":[],"protocolVersion":"2025-03-26"}},{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}]',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"},{"type":"image","data":"eA==","mimeType":"image/png"}],"structuredContent":{"a":1},"isError":false}}',
    '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>',
    '{"error":{"message":"failed","details":[{"x":"y"}]},"detail":"z"}',
  ],
  tokens: [
    ...jsonTokens,
    'data: ',
    'event: ',
    'id: ',
    'retry: ',
    '\n\n',
    '\r\n',
    '\r',
    ': ',
    '"jsonrpc":"2.0",',
    '"id":1',
    '"result":',
    '"error":',
    '"method":',
    '<title>',
    '</',
    '"content":',
    '"type":"text"',
  ],
  run(input) {
    const whole = streamed([input]);
    for (const size of [1, 3, 7]) same(streamed(inPieces(input, size)), whole, 'an event stream in pieces is read as another');
    const text = input.toString('utf8');
    for (const contentType of ['text/html', 'application/json', '']) answerText(text, contentType);
    internalErrorText(text);
    idIn(text.slice(0, 4096), text.slice(-4096));
    judge(input);
    const value = outcome([SyntaxError], () => JSON.parse(text) as never);
    if ('error' in value) return;
    const compact = JSON.stringify(value.value);
    same(indentJson(compact), JSON.stringify(value.value, null, 2), 'indented JSON is other than what JSON.stringify makes');
    if (typeof value.value !== 'object' || value.value === null || Array.isArray(value.value)) return;
    outcome([GatewayFailure], () => checkToolResult(tool, value.value as never));
  },
};

function judge(input: Buffer): void {
  for (const exactNumbers of [true, false]) {
    const gate = new AnswerGate({ exactNumbers });
    for (const id of [1, 2, 'x']) gate.sent(request(id));
    const read = outcome([JsonFault], () => readText(input));
    if ('error' in read) continue;
    for (const expected of [undefined, 1] as const) {
      const taken: Taken[] = gate.take(read.value, expected);
      holds(taken.length > 0, 'an answer is neither taken nor refused');
      for (const each of taken) holds(each.kind === 'message' || each.error.message !== '', 'a refusal has no reason');
    }
  }
}
