/** How long calls of REST APIs may take. */
import { closeServers, httpServer } from '../../../loader/test/servers.js';
import { configOf, connect, endAll, startGateway } from './harness.js';

afterEach(async () => {
  await endAll();
  await closeServers();
});

it.each<[string, number | undefined, string, string]>([
  ['without its own timeout ends as timeouts.call says', undefined, '1s', 'timed out after 1s'],
  ['with one ends as that says', 1, '300s', 'timed out after 1s'],
  ['with a longer one goes on after timeouts.call', 2, '1s', 'timed out after 2s'],
])('a call of a REST API %s', async (_what, timeout, call, expected) => {
  const { port } = await httpServer(() => {});
  const endpoints = [{ name: 'get', method: 'GET', path: '/' }];
  const api = { name: 'shop', base_url: `http://127.0.0.1:${port}`, endpoints, ...(timeout !== undefined && { timeout }) };
  const { url, gateway } = await startGateway(configOf('servers: {}\n', { apis: [api] }));
  await gateway.reload(configOf(`servers: {}\ntimeouts: {call: ${call}}\n`, { apis: [api] }));
  const client = await connect('v2', url);
  await expect(client.callTool({ name: 'shop__get', arguments: {} })).rejects.toMatchObject({
    message: expect.stringContaining(expected),
    data: { failure_mode: 'timeout' },
  });
});
