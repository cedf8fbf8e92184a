/** After SIGTERM the gateway serves for `timeouts.handover`, until nobody leads requests to it. */
import { type AddressInfo, connect as connectTcp, createServer, type Server } from 'node:net';
import { until } from '../../../../test/helpers/until.js';
import { closeServers } from '../../../loader/test/servers.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, serversOf, startGateway } from './harness.js';

const services: Server[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) service.close();
  await endAll();
  await closeServers();
});

const rpc = (method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const hello = rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } });
const post = (port: number, body: string, headers: Record<string, string> = {}) =>
  ask(port, '/mcp', { method: 'POST', headers: { ...json, ...headers }, body });
const opened = async (port: number) => ({ 'mcp-session-id': String((await post(port, hello)).headers['mcp-session-id']) });

it('goes on serving for `timeouts.handover`, while it says that it is not ready and asks for new connections', async () => {
  const fixture = await startFixture();
  const config = configOf(serversOf({ a: fixture.url }));
  const { gateway, port } = await startGateway({ ...config, timeouts: { ...config.timeouts, handover: 1500 } });
  const session = { ...(await opened(port)), connection: 'keep-alive' };
  const call = () => post(port, rpc('tools/call', { name: 'a__echo', arguments: { text: 'hi' } }), session);
  // Clients give up idle connections before the handover ends.
  expect((await call()).headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=4' });
  const drained = gateway.drain();
  const ready = await ask(port, '/readyz');
  const [old, fresh] = [await call(), await post(port, hello)];
  expect([ready.status, old.status, old.headers.connection, fresh.status]).toEqual([503, 200, 'close', 200]);
  expect(old.text).toContain('hi');
  expect(gateway.status()).toMatchObject({ phase: 'leaving' });
  await drained;
  expect(gateway.status()).toMatchObject({ phase: 'stopped' });
});

/** A port whose new connections lead to the last of these gateways, as those of a Service do when a pod has left; `lead` adds one. */
async function startService(first: number): Promise<{ readonly url: string; readonly lead: (port: number) => void }> {
  let target = first;
  const service = createServer(near => {
    const far = connectTcp(target, '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
  services.push(service);
  const { port } = service.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, lead: port => (target = port) };
}

it('a request that follows the end of a stream is on another connection, which leads to a gateway that stays', async () => {
  const fixture = await startFixture();
  const config = configOf(serversOf({ a: fixture.url }));
  const leaving = await startGateway({ ...config, timeouts: { ...config.timeouts, handover: 300 } });
  const stays = await startGateway(serversOf({ a: fixture.url }));
  const { url, lead } = await startService(leaving.port);
  const headers = { ...json, ...(await opened(leaving.port)) };
  const stream = await fetch(url, { headers });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  // A call keeps the gateway from its end.
  const call = post(leaving.port, rpc('tools/call', { name: 'a__slow', arguments: { ms: 3000 } }), await opened(leaving.port));
  await until(() => fixture.seen.calls.length === 1);
  const drained = leaving.gateway.drain();
  lead(stays.port);
  await stream.text();
  await new Promise(resolve => setTimeout(resolve, 50));
  // The pool of the client would take the connection of the stream if that may be used again.
  expect((await fetch(url, { method: 'POST', headers: json, body: hello })).status).toBe(200);
  expect((await call).status).toBe(200);
  await drained;
});

it('the connection of a call whose answer is a stream is not used again', async () => {
  const fixture = await startFixture();
  const { port } = await startGateway(serversOf({ a: fixture.url }));
  const params = { name: 'a__progress', arguments: { text: 'x' }, _meta: { progressToken: 1 } };
  const { headers, text } = await post(port, rpc('tools/call', params), { ...(await opened(port)), connection: 'keep-alive' });
  expect([headers['content-type'], headers.connection, headers['keep-alive']]).toEqual(['text/event-stream', 'close', undefined]);
  expect(text).toContain('notifications/progress');
});

it('an answer to a call that began before the end asks for a new connection', async () => {
  const fixture = await startFixture();
  const { gateway, port } = await startGateway(serversOf({ a: fixture.url }));
  const session = { ...(await opened(port)), connection: 'keep-alive' };
  const call = post(port, rpc('tools/call', { name: 'a__slow', arguments: { ms: 500 } }), session);
  await until(() => fixture.seen.calls.length === 1);
  const drained = gateway.drain();
  const { status, headers } = await call;
  expect([status, headers.connection, headers['keep-alive']]).toEqual([200, 'close', undefined]);
  await drained;
});

it('closes the connections that nobody uses once it refuses requests', async () => {
  const fixture = await startFixture();
  const config = configOf(serversOf({ a: fixture.url }));
  const { gateway, url, port } = await startGateway({ ...config, timeouts: { ...config.timeouts, handover: 50 } });
  const client = await connect('v2', url);
  const idle = connectTcp(port, '127.0.0.1');
  let answered = '';
  idle.on('data', chunk => (answered += chunk));
  idle.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await until(() => answered.includes('ok'));
  const call = client.callTool({ name: 'a__slow', arguments: { ms: 3000 } });
  await until(() => fixture.seen.calls.length === 1);
  const drained = gateway.drain();
  await new Promise(resolve => idle.once('close', resolve));
  expect(gateway.status()).toMatchObject({ phase: 'draining', requests_under_way: 1 });
  expect(await call).toMatchObject({ content: [{ text: 'late' }] });
  await drained;
});

it('leaves connections alone of clients that close them', async () => {
  const { port } = await startGateway(serversOf({ a: (await startFixture()).url }));
  const { headers } = await ask(port, '/healthz', { headers: { connection: 'close' } });
  expect([headers.connection, headers['keep-alive']]).toEqual(['close', undefined]);
});
