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
