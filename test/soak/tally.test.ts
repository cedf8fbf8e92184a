import { lastMessage } from './callers.js';
import { type Answered, judge, Tally } from './tally.js';

const text = (value: string, more: object = {}): Answered => ({ result: { content: [{ text: value }], ...more } });
const named = { failure_mode: 'timeout', failure_category: 'transport_failure' };

it.each<[string, Answered, unknown]>([
  ['the right answer', text('s n1'), { kind: 'ok' }],
  ['the answer to another call', text('s n2'), { kind: 'wrong', detail: 'expected 4 characters "s n1", got 4 "s n2"' }],
  ['an answer that was cut', text('s n'), { kind: 'wrong', detail: 'expected 4 characters "s n1", got 3 "s n"' }],
  ['a result without content', { result: {} }, { kind: 'wrong', detail: 'expected 4 characters "s n1", got undefined ""' }],
  ['nothing', {}, { kind: 'wrong', detail: 'expected 4 characters "s n1", got undefined ""' }],
  ['a failure with a name', { error: { code: -32603, message: 'm', data: named } }, { kind: 'named', mode: 'timeout' }],
  ['a failed result with a name', text('no', { isError: true, _meta: { 'mcpgw/failure': named } }), { kind: 'named', mode: 'timeout' }],
  [
    'a failure without a category',
    { error: { code: -32603, data: { failure_mode: 'timeout' } } },
    { kind: 'unnamed', detail: '{"code":-32603,"data":{"failure_mode":"timeout"}}' },
  ],
  [
    'a failure with an unknown category',
    { error: { code: 1, data: { failure_mode: 'x', failure_category: 'other' } } },
    { kind: 'unnamed', detail: '{"code":1,"data":{"failure_mode":"x","failure_category":"other"}}' },
  ],
  [
    'a bug of the gateway',
    { error: { code: -32603, data: { failure_mode: 'internal', failure_category: 'internal_failure' } } },
    { kind: 'unnamed', detail: '{"code":-32603,"data":{"failure_mode":"internal","failure_category":"internal_failure"}}' },
  ],
  [
    'a failed result without a name',
    text('s n1', { isError: true }),
    { kind: 'unnamed', detail: '{"content":[{"text":"s n1"}],"isError":true}' },
  ],
  [
    'a locked tool',
    text('TOOL_BLOCKED: pending_approval: nobody has approved it', { isError: true }),
    { kind: 'named', mode: 'pending_approval' },
  ],
  ['a broken connection', { lost: 'read ECONNRESET' }, { kind: 'lost', detail: 'read ECONNRESET' }],
  ['no answer', { hung: true }, { kind: 'hung', detail: 'no answer within the deadline' }],
])('%s', (_what, answered, outcome) => {
  expect(judge(answered, 's n1')).toEqual(outcome);
});

test('a tally counts each kind, and keeps the first of those that break a promise', () => {
  const tally = new Tally();
  tally.add({ kind: 'ok' }, 1);
  tally.add({ kind: 'named', mode: 'timeout' }, 2);
  tally.add({ kind: 'named', mode: 'timeout' }, 3);
  tally.add({ kind: 'named', mode: 'unavailable' }, 4);
  for (let count = 0; count < 7; count++) tally.add({ kind: 'wrong', detail: `w${count}` }, 5);
  tally.add({ kind: 'hung', detail: 'h' }, 100);
  expect([tally.calls, tally.ok, tally.failures, tally.modes, tally.counts]).toEqual([
    12,
    1,
    3,
    'timeout 2, unavailable 1',
    { unnamed: 0, wrong: 7, lost: 0, hung: 1 },
  ]);
  expect(tally.samples).toEqual(['wrong: w0', 'wrong: w1', 'wrong: w2', 'wrong: w3', 'wrong: w4', 'hung: h']);
  expect([tally.at(0), tally.at(0.5), tally.at(1)]).toEqual([1, 5, 100]);
});

it.each([
  ['{"id":1}', { id: 1 }],
  ['event: message\ndata: {"id":1}\n\nevent: message\ndata: {"id":2}\n\n', { id: 2 }],
  ['data: {"id":3}\n\n', { id: 3 }],
  ['', undefined],
  ['<h1>502</h1>', undefined],
])('the last message of %j', (body, message) => {
  expect(lastMessage(body)).toEqual(message);
});
