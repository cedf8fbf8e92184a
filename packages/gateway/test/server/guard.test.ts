/** Every path of the gateway, asked under every name and origin that is not its own: one guard stands before all of them. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, endAll, type Running, serversOf, startGateway } from './harness.js';

afterEach(endAll);

const key = 'key-of-some-length';
const routes = [
  ['POST', '/mcp'],
  ['GET', '/mcp'],
  ['DELETE', '/mcp'],
  ['OPTIONS', '/mcp'],
  ['POST', '/mcp/'],
  ['POST', '/mcp/p/small'],
  ['POST', '/mcp/p/none'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/status'],
  ['GET', '/metrics'],
  ['GET', '/'],
  ['GET', '/ui'],
  ['GET', '/ui/'],
  ['GET', '/ui/page.js'],
  ['GET', '/ui/api/state'],
  ['GET', '/ui/api/events'],
  ['POST', '/ui/api/approve'],
  ['POST', '/ui/api/restart'],
  ['GET', '/ui/api/none'],
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-authorization-server/mcp'],
  ['GET', '/none'],
  ['GET', '//metrics'],
  ['GET', '/metrics?x=y'],
] as const;

async function started(listen: { host: string; port: number }, more: object = {}): Promise<Running> {
  const { url } = await startFixture();
  const settings = { profiles: [{ name: 'small', servers: ['s'] }], auth: { api_keys: [key] }, ...more };
  const servers = JSON.parse(serversOf({ s: url }).slice('servers: '.length)) as object;
  const config = configOf(JSON.stringify({ servers, ...settings }), { listen, page: { enabled: true, hosts: [] } });
  return startGateway(config);
}

const loopback = { host: '127.0.0.1', port: 0 };

/** Sends lines as they are; gives the status of the answer, and its text. */
function raw(port: number, lines: readonly string[], host = '127.0.0.1'): Promise<{ status: number; text: string }> {
  return new Promise(resolve => {
    const socket = connect(port, host);
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
      // An event stream has no end.
      if (text.includes('text/event-stream')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }));
    socket.write([...lines, '', ''].join('\r\n'));
  });
}

const tail = ['Connection: close', `Authorization: Bearer ${key}`, 'X-Mcpgw-Page: 1', 'Content-Type: application/json'];

/** Statuses of a request to each path that are another than `expected`. */
async function others(port: number, expected: number, linesOf: (method: string, path: string) => readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [method, path] of routes) {
    const { status } = await raw(port, [...linesOf(method, path), ...tail]);
    if (status !== expected) found.push(`${method} ${path}: ${status}`);
  }
  return found;
}

const foreignHosts = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil-localhost',
  'localhost:1@evil.example',
  'localhost@evil.example',
  'localhost, evil.example',
  'evil.example localhost',
  'localhost/evil.example',
  'localhost#evil.example',
  'localhost:80:90',
  '192.0.2.1',
  '10.0.0.7:8080',
  '0.0.0.0',
  '[::]',
  '[fd00::1]:8080',
  '169.254.169.254',
  '',
  ' ',
  ':8080',
  '*',
];

it.each(foreignHosts)('under the name %j nothing is served', async host => {
  const { port } = await started(loopback);
  expect(await others(port, 403, (method, path) => [`${method} ${path} HTTP/1.1`, `Host: ${host}`])).toEqual([]);
});

it('a name in the target counts, whatever the Host header says', async () => {
  const { port } = await started(loopback);
  for (const authority of ['evil.example', `evil.example:${port}`, 'localhost@evil.example', ''])
    expect(await others(port, 403, (method, path) => [`${method} http://${authority}${path} HTTP/1.1`, 'Host: localhost'])).toEqual([]);
  const known = async (target: string, host: string) => (await raw(port, [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...tail])).status;
  expect(await known('http://localhost/metrics', 'evil.example')).toBe(200);
  expect(await known(`http://127.0.0.1:${port}/healthz`, 'localhost')).toBe(200);
  expect(await known('http://localhost', 'localhost')).toBe(302);
  expect(await known('http://localhost?x', 'localhost')).toBe(302);
});

it('a Host header that is missing or given twice, and a target that is no path, are no requests', async () => {
  const { port } = await started(loopback);
  expect(await others(port, 400, (method, path) => [`${method} ${path} HTTP/1.1`])).toEqual([]);
  for (const [first, second] of [
    ['localhost', 'evil.example'],
    ['evil.example', 'localhost'],
    ['localhost', 'localhost'],
  ])
    expect(await others(port, 400, (method, path) => [`${method} ${path} HTTP/1.1`, `Host: ${first}`, `Host: ${second}`])).toEqual([]);
  for (const target of ['*', 'localhost:80', 'ftp://localhost/metrics', 'file:///metrics', 'javascript:1'])
    expect([target, (await raw(port, [`OPTIONS ${target} HTTP/1.1`, 'Host: localhost', ...tail])).status]).toEqual([target, 400]);
});

it.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost@evil.example', 'file://localhost', 'evil', ''])(
  'to a page of the origin %j nothing is served',
  async origin => {
    const { port } = await started(loopback);
    const page = ['/', '/ui', '/ui/', '/ui/page.js'];
    const found = await others(port, 403, (method, path) => [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Origin: ${origin}`]);
    // The files of the page hold nothing secret: a link may lead to them. Its API is refused.
    expect(found.filter(line => !page.some(path => line.startsWith(`GET ${path}:`)))).toEqual([]);
  },
);

it('a trusted page may call, and may not read the metrics', async () => {
  const { port } = await started(loopback, { trusted_origins: ['https://chat.example'] });
  const get = async (path: string, headers: Record<string, string>) => (await ask(port, path, { headers })).status;
  const origin = { origin: 'https://chat.example' };
  expect([await get('/healthz', origin), await get('/metrics', origin)]).toEqual([200, 403]);
  for (const site of ['cross-site', 'same-site']) expect(await get('/metrics', { 'sec-fetch-site': site })).toBe(403);
  for (const site of ['none', 'same-origin']) expect(await get('/metrics', { 'sec-fetch-site': site })).toBe(200);
});

/** An address of this machine that is not loopback. */
const address = Object.values(networkInterfaces())
  .flat()
  .find(each => each?.family === 'IPv4' && !each.internal)?.address;

describe('in a cluster, where trusted_hosts are set', () => {
  const names = { trusted_hosts: ['mcp-gateway.default.svc'] };

  it('probes of the kubelet and scrapes of Prometheus, which name the pod by its address, are answered', async () => {
    const { port } = await started({ host: '0.0.0.0', port: 0 }, names);
    // 127.0.0.2 is an address of this machine as the address of a pod is: the one that the connection was made to.
    for (const own of ['127.0.0.2', ...(address === undefined ? [] : [address])]) {
      const statusOf = async (path: string, host: string) =>
        (await raw(port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close'], own)).status;
      for (const path of ['/healthz', '/readyz', '/metrics'])
        expect([await statusOf(path, `${own}:${port}`), await statusOf(path, own)]).toEqual([200, 200]);
      expect(await statusOf('/metrics', 'mcp-gateway.default.svc:8080')).toBe(200);
      expect([await statusOf('/metrics', '192.0.2.1'), await statusOf('/metrics', 'evil.example'), await statusOf('/status', own)]).toEqual(
        [403, 403, 401],
      );
    }
  });

  it('the address of a connection over IPv6 counts in every spelling', async () => {
    const { port } = await started({ host: '::', port: 0 }, names);
    const statusOf = async (host: string, to: string) =>
      (await raw(port, ['GET /metrics HTTP/1.1', `Host: ${host}`, 'Connection: close'], to)).status;
    expect(await statusOf('[0:0:0:0:0:0:0:1]:80', '::1')).toBe(200);
    expect(await statusOf('[0:0:0:0:0:0:0:2]:80', '::1')).toBe(403);
    if (address !== undefined) expect(await statusOf(`${address}:${port}`, address)).toBe(200);
  });

  it('checks over HTTP/1.0 without a name are answered, clients without a name are not', async () => {
    const { port } = await started({ host: '0.0.0.0', port: 0 }, names);
    const statusOf = async (path: string, more: readonly string[] = []) =>
      (await raw(port, [`GET ${path} HTTP/1.0`, ...more, ...tail])).status;
    expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([200, 200, 200]);
    expect([await statusOf('/status'), await statusOf('/mcp'), await statusOf('/none'), await statusOf('/ui/')]).toEqual([
      403, 403, 403, 403,
    ]);
    expect(await statusOf('/healthz', ['Origin: https://evil.example'])).toBe(403);
  });
});

it('without trusted_hosts, a gateway that is not on loopback takes every name, and no foreign origin', async () => {
  const { port } = await started({ host: '0.0.0.0', port: 0 });
  const headers = { host: 'mcp.example' };
  expect((await ask(port, '/metrics', { headers })).status).toBe(200);
  expect((await ask(port, '/metrics', { headers: { ...headers, origin: 'http://mcp.example' } })).status).toBe(403);
  expect(
    (await ask(port, '/status', { headers: { ...headers, origin: 'http://mcp.example', authorization: `Bearer ${key}` } })).status,
  ).toBe(403);
  expect((await ask(port, '/ui/', { headers })).status).toBe(403);
});
