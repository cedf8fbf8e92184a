import { unknownTool } from './common.js';
import { ExecutionContext } from './execution-context.js';
import { ContractViolation, InternalFailure } from './gateway-failure.js';
import { runCall } from './run-call.js';

const request = { requestId: 'r1', method: 'tools/call' };
const result = { content: [{ type: 'text' as const, text: 'ok' }] };
const fresh = () => ExecutionContext.fromRequest(request, new Date(0));
const sealed = () => fresh().withToolCall('t').seal();

const refusals: [string, () => unknown, string][] = [
  ['an empty request id', () => ExecutionContext.fromRequest({ ...request, requestId: ' ' }), 'Request id must not be empty'],
  [
    'a request id that is not a number',
    () => ExecutionContext.fromRequest({ ...request, requestId: Number.NaN }),
    'Request id must not be empty',
  ],
  ['an empty method', () => ExecutionContext.fromRequest({ ...request, method: '' }), 'Method must not be empty'],
  ['an empty tool name', () => fresh().withToolCall('  '), 'Tool name must not be empty'],
  ['a second tool', () => fresh().withToolCall('a').withToolCall('b'), "Cannot bind a second tool: 'a' is bound"],
  ['a result without a tool', () => fresh().withResult(result), 'Cannot add a result: no tool is bound'],
  [
    'a tool after the seal',
    () => fresh().seal().withToolCall('a'),
    "Cannot perform 'withToolCall': context is sealed. Its request has been answered",
  ],
  [
    'a result after the seal',
    () => sealed().withResult(result),
    "Cannot perform 'withResult': context is sealed. Its request has been answered",
  ],
  [
    'a failure after the seal',
    () => sealed().withFailure(unknownTool('t')),
    "Cannot perform 'withFailure': context is sealed. Its request has been answered",
  ],
  [
    'discarding after the seal',
    () => sealed().discardResults(),
    "Cannot perform 'discardResults': context is sealed. Its request has been answered",
  ],
];

test.each(refusals)('%s is a contract violation', (_name, step, message) => {
  expect(step).toThrow(message);
  expect(step).toThrow(expect.objectContaining({ kind: 'request', mode: 'context', category: 'contract_violation' }));
  expect(step).toThrow(ContractViolation);
});

test('steps make new contexts and leave the old one', () => {
  const first = fresh();
  const second = first.withToolCall(' t ');
  const third = second.withResult(result);
  expect([first.toolName, second.toolName, second.results, third.results]).toEqual([undefined, 't', [], [result]]);
  expect([third.discardResults().results, third.results]).toEqual([[], [result]]);
  expect(third.seal().results).toEqual([result]);
  expect(third.seal().isSealed && !third.isSealed).toBe(true);
  expect(third.createdAt).toEqual(new Date(0));
});

test('the date it hands out cannot change it', () => {
  const context = fresh();
  context.createdAt.setFullYear(1999);
  expect(context.createdAt).toEqual(new Date(0));
});

test('the first failure stays, and survives the seal', () => {
  const context = fresh().withFailure(unknownTool('a')).withFailure(unknownTool('b')).seal().seal();
  expect(context.failure?.message).toBe('Unknown tool: a');
});

const call = { ...request, tool: 't' };

test('runCall seals a success', async () => {
  const context = await runCall(call, async bound => ({
    content: [{ type: 'text', text: String(bound.toolName) }],
  }));
  expect([context.isSealed, context.failure, context.results]).toEqual([true, undefined, [{ content: [{ type: 'text', text: 't' }] }]]);
});

test('runCall seals a failure, with the tool still bound', async () => {
  const failure = unknownTool('t');
  const context = await runCall(call, () => Promise.reject(failure));
  expect([context.isSealed, context.failure, context.toolName]).toEqual([true, failure, 't']);
});

test.each([[new TypeError('bug')], ['a text'], [undefined]])('runCall makes %p an internal failure and reports it', async thrown => {
  const reported: InternalFailure[] = [];
  const context = await runCall(call, () => Promise.reject(thrown), { onInternalFailure: failure => reported.push(failure) });
  expect(context.failure).toBeInstanceOf(InternalFailure);
  expect([context.isSealed, context.failure?.cause, reported]).toEqual([true, thrown, [context.failure]]);
});

test('runCall refuses a request without id, as precheck does before', async () => {
  await expect(runCall({ ...call, requestId: '' }, async () => result)).rejects.toThrow('Request id must not be empty');
});
