import type { GatewayFailure } from '@mcpgw/failures';
import { answer, type DispatchParts } from './dispatch.js';
import type { Exchange } from './exchange.js';

const failures: unknown[] = [];

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}

function parts(result: unknown): DispatchParts {
  return {
    handlers: new Map([['ping', () => result as never]]),
    builtins: { tools: new Map([['deep', { handle: async () => result }]]) },
    config: { current: { scope: () => undefined, settings: { validationErrors: 'protocol' } } },
    lifecycle: { firstAnswers: undefined },
    callRecords: { answered: () => {} },
    requestLog: { answered: (_exchange: Exchange, failure?: GatewayFailure) => failures.push(failure?.category) },
  } as unknown as DispatchParts;
}

const exchange = (method: string, params: object = {}) => ({ id: 7, method, params, era: 'legacy' }) as unknown as Exchange;

it.each<[string, object]>([
  ['ping', {}],
  ['tools/call', { name: 'deep' }],
])('%s: a result that cannot be written is an internal failure, and there is an answer', async (method, params) => {
  failures.length = 0;
  const { text, status } = await answer(exchange(method, params), parts({ content: [], ...nested(100_000) }));
  expect([status, JSON.parse(text)]).toMatchObject([200, { jsonrpc: '2.0', id: 7, error: { code: -32603 } }]);
  expect(failures.at(-1)).toBe('internal_failure');
});
