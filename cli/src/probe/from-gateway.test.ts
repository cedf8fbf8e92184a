import { closeServers, httpServer } from '../../../packages/loader/test/servers.js';
import { probeGateway } from './from-gateway.js';
import { hasFailure } from './report.js';

afterEach(closeServers);

const connection = (more: object = {}) => ({ state: 'ready', status: 'available', error: null, attempts: 1, since: 0, ...more });
const server = (name: string, more: object = {}) => ({
  name,
  protocol: 'http',
  enabled: true,
  quarantined: false,
  trustMode: 'auto',
  tools: [{ name: 'echo' }],
  omittedTools: [],
  connection: connection(),
  ...more,
});

/** Probes a gateway with these servers. */
async function probe(servers: readonly object[], only?: readonly string[]) {
  const state = { status: {}, attention: [], naming: {}, tools: [], approvals: [], servers };
  const { port } = await httpServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer k';
    response.writeHead(isKnown ? 200 : 403).end(JSON.stringify(isKnown ? state : { error: { message: 'Only admins may read this' } }));
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = (key: string) => probeGateway({ url, key, endpoint: `${url}/mcp`, name: 'the gateway' }, only);
  return { url, ask };
}

it('servers that are down keep the layer, the code and the reason of their last failure', async () => {
  const failure = { layer: 'dns', code: 'ENOTFOUND', httpStatus: null };
  const down = { state: 'failed', status: 'permanent', error: 'dns: unknown host', remedy: 'check the hostname', failure, attempts: 3 };
  const { url, ask } = await probe([
    server('up', { serverInfo: 'up 1', protocolVersion: '2025-11-25' }),
    server('down', { connection: connection(down) }),
    server('new', { connection: connection({ state: 'connecting', status: undefined, attempts: 0 }) }),
    server('refused', {
      connection: connection({
        state: 'failed',
        status: 'denied',
        error: 'HTTP 403',
        failure: { layer: 'http', code: null, httpStatus: 403 },
      }),
    }),
  ]);
  const { report, notes } = await ask('k');
  expect(notes).toEqual([]);
  expect(report).toMatchObject({ gateway: url, summary: { available: 1, transient: 1, permanent: 1, denied: 1 } });
  expect(report.servers).toEqual([
    {
      id: 'up',
      status: 'available',
      transport: 'http',
      protocol: '2025-11-25',
      server: 'up 1',
      tools: ['echo'],
      attempts: 1,
      durationMs: 0,
      layer: null,
      code: null,
      httpStatus: null,
      reason: null,
      advice: null,
    },
    {
      id: 'down',
      status: 'permanent',
      transport: 'http',
      protocol: null,
      server: null,
      tools: [],
      attempts: 3,
      durationMs: 0,
      layer: 'dns',
      code: 'ENOTFOUND',
      httpStatus: null,
      reason: 'dns: unknown host',
      advice: 'check the hostname',
    },
    {
      id: 'new',
      status: 'transient',
      transport: 'http',
      protocol: null,
      server: null,
      tools: [],
      attempts: 0,
      durationMs: 0,
      layer: null,
      code: null,
      httpStatus: null,
      reason: 'not connected yet',
      advice: null,
    },
    {
      id: 'refused',
      status: 'denied',
      transport: 'http',
      protocol: null,
      server: null,
      tools: [],
      attempts: 1,
      durationMs: 0,
      layer: 'http',
      code: null,
      httpStatus: 403,
      reason: 'HTTP 403',
      advice: null,
    },
  ]);
  expect(hasFailure(report)).toBe(true);
  expect(report.warnings.prompt.join()).toContain('down');
});

it('what is left out is said', async () => {
  const { ask } = await probe([
    server('up'),
    server('off', { enabled: false }),
    server('held', { quarantined: true }),
    server('shop', { protocol: 'rest' }),
  ]);
  const { report, notes } = await ask('k');
  expect(report.servers.map(({ id }) => id)).toEqual(['up']);
  expect(notes).toEqual(['1 server is off and left out', '1 server is in quarantine and left out', '1 REST API is not probed']);
});

it('a name that no server has, nothing to probe, and a key that is no admin’s are errors', async () => {
  const failing = async (servers: readonly object[], only: readonly string[], key = 'k') =>
    (await (await probe(servers, only)).ask(key).catch(error => error)).message;
  expect(await failing([server('a'), server('b')], ['c'])).toBe('--server: there is no server "c"; the servers are a, b');
  expect(await failing([server('a', { enabled: false })], ['a'])).toBe('nothing to probe: no MCP server is named, or all are off');
  expect(await failing([server('a')], [], 'x')).toBe('the gateway shows its state to admins only: give the key of one');
});
