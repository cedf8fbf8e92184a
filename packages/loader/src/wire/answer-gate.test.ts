import { isJSONRPCResponse } from '@modelcontextprotocol/client';
import { AnswerGate, idIn } from './answer-gate.js';

test.each([
  ['{"jsonrpc":"2.0","id":7,"result":{', '', 7],
  ['{"id":"x\\n","result":{', '', 'x\n'],
  ['{"jsonrpc":"2.0","result":{', '"a":1},"id":"y"}', 'y'],
  ['{"jsonrpc":"2.0","id":"\\{}","result":{', '', undefined],
  ['{"jsonrpc":"2.0","id":"\\ud8","result":{', '', undefined],
  ['{"jsonrpc":"2.0","id":"a\tb","result":{', '', undefined],
])('the id in %j and %j is %j', (start, end, id) => {
  expect(idIn(start, end)).toBe(id);
});

test('a broken reply whose id is no JSON fails the only request that waits', () => {
  const gate = new AnswerGate({ exactNumbers: true });
  gate.sent({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(gate.take('{"jsonrpc":"2.0","id":"\\q","result":{')).toEqual([
    { kind: 'failed', id: 1, error: expect.objectContaining({ message: 'the reply is not valid JSON' }) },
  ]);
});

test.each([
  ['{"jsonrpc":"2.0","id":1,"result":{}}', 'message'],
  ['{"jsonrpc":"2.0","id":1,"result":{"content":[],"__proto__":{"_meta":1}}}', 'message'],
  ['{"jsonrpc":"2.0","id":1,"result":{"_meta":{}}}', 'message'],
  ['{"jsonrpc":"2.0","id":1,"result":{"_meta":{"progressToken":{}}}}', 'message'],
  ['{"jsonrpc":"2.0","id":1,"result":{"_meta":null}}', 'failed'],
  ['{"jsonrpc":"2.0","id":1,"result":[]}', 'failed'],
  ['{"jsonrpc":"2.0","id":1,"result":null}', 'failed'],
  ['{"jsonrpc":"2.0","id":1,"result":{},"extra":1}', 'failed'],
  ['{"jsonrpc":"2.0","id":1,"result":{},"__proto__":{}}', 'failed'],
  ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}', 'failed'],
  ['{"jsonrpc":"1.0","id":1,"result":{}}', 'failed'],
  ['{"jsonrpc":"2.0","id":1.5,"result":{}}', 'failed'],
])('of the answer %s, the gate makes: %s; the SDK says the same', (text, kind) => {
  const gate = new AnswerGate({ exactNumbers: true });
  gate.sent({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } });
  expect(gate.take(text, 1).map(taken => taken.kind)).toEqual([kind]);
  if (kind === 'message') expect(isJSONRPCResponse(JSON.parse(text))).toBe(true);
});
