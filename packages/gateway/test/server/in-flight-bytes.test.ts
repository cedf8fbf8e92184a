/** Large requests to a server that does not answer: all of them together are bounded, and small ones of others still go through. */
import { until } from '../../../../test/helpers/until.js';
import { closeServers, httpServer, initializeResult, rpcListener } from '../../../loader/test/servers.js';
import { InFlightBytes } from '../../src/server/in-flight-bytes.js';
import { ask } from '../ask.js';
import { endAll, serversOf, startGateway } from './harness.js';

afterEach(async () => {
  await endAll();
  await closeServers();
});

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const call = (name: string, pad: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { pad } } });

it('above the total is answered 503 at once; when some are answered there is room again', async () => {
  const waiting: (() => void)[] = [];
  const { url } = await httpServer(
    rpcListener((method, id, response, { name }) => {
      if (method === 'initialize') return initializeResult();
      const tool = (tool: string) => ({ name: tool, inputSchema: { type: 'object' } });
      if (method === 'tools/list') return { tools: [tool('wait'), tool('quick')] };
      const result = { content: [{ type: 'text', text: name }] };
      if (name === 'quick') return result;
      waiting.push(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
      return undefined;
    }),
  );
  const { port } = await startGateway(serversOf({ s: url }));
  const large = call('s:wait', 'x'.repeat(4_000_000));
  let answered = 0;
  const asked = Array.from({ length: 20 }, () =>
    ask(port, '/mcp', { method: 'POST', headers, body: large }).then(answer => {
      answered++;
      return answer;
    }),
  );
  // Of 48 MiB for large requests twelve of four million bytes are held.
  await until(() => waiting.length >= 12 && answered >= 8);
  expect([waiting.length, answered]).toEqual([12, 8]);
  expect((await ask(port, '/mcp', { method: 'POST', headers, body: call('s:quick', 'x') })).text).toContain('"text":"quick"');
  for (const answer of waiting.splice(0)) answer();
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(12).fill(200), ...Array(8).fill(503)]);
  const refused = answers.find(({ status }) => status === 503)!;
  expect([refused.headers['retry-after'], JSON.parse(refused.text)]).toEqual([
    '1',
    {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32603,
        message: 'Too many bytes of requests are in flight; try again when some of them are answered',
        data: { failure_mode: 'overloaded', failure_category: 'transport_failure' },
      },
    },
  ]);
  expect((await ask(port, '/mcp', { method: 'POST', headers, body: call('s:quick', 'x'.repeat(4_000_000)) })).status).toBe(200);
});

it('counts each request, and 4 KiB for what it takes besides, until its answer ends', () => {
  const mega = 1 << 20;
  const held = new InFlightBytes({ current: { maxBodyBytes: 8 * mega } });
  const [first, second, third] = [{}, {}, {}];
  expect([held.hold(first, 90 * mega), held.hold(second, 7 * mega), held.hold(third, 60_000), held.bytes]).toEqual([
    true,
    false,
    true,
    90 * mega + 60_000 + 2 * 4096,
  ]);
  expect([held.hold(first, 5 * mega), held.bytes]).toEqual([true, 95 * mega + 60_000 + 2 * 4096]);
  held.release(first);
  expect(held.bytes).toBe(60_000 + 4096);
  held.release(third);
  expect(held.bytes).toBe(0);
});

it('takes no more than so many small requests either', () => {
  const held = new InFlightBytes({ current: { maxBodyBytes: 1 } });
  const taken = Array.from({ length: 20_000 }, () => held.hold({}, 100)).filter(Boolean);
  expect(taken).toHaveLength(Math.floor((64 << 20) / 4196));
});
