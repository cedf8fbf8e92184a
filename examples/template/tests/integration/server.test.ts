/** Both instances over HTTP, and the client that moves between them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  AgentRunAborted,
  createSessionToken,
  type KitServer,
  McpClientPrivateData,
  PrivateData,
  RetryableToolError,
  sessionEnvironment,
  type TemporaryData,
  temporaryData,
} from '@mcpgw/kit';

process.env.MCP_HOST = '127.0.0.1';
process.env.JWT_SECRET = 'a secret that only this test knows, 0123456789';
const { makeServer } = await import('../../server.js');
const { auth, storage } = await import('../../settings.js');

const identity = { userId: 'alice', sessionId: 'integration' };
const servers: KitServer[] = [];
let data: TemporaryData;
let client: McpClientPrivateData;

before(async () => {
  data = await temporaryData();
  process.env.DATA_DIR = data.dataDir;
  const start = (server: KitServer) => {
    servers.push(server);
    return server.serveHttp({ port: 0 });
  };
  const [normal, isolated] = await Promise.all([start(makeServer('normal')), start(makeServer('isolated'))]);
  client = new McpClientPrivateData({
    name: 'template',
    url: normal.url,
    urlIsolated: isolated.url,
    bearerToken: await createSessionToken(auth(), identity),
    privateData: new PrivateData({ ...identity, ...sessionEnvironment(storage(), process.env) }),
  });
  await client.open();
});
after(async () => {
  await client.close();
  await Promise.all(servers.map(server => server.close()));
  await data.remove();
});

test('no token, no answer', async () => {
  const serving = await makeServer().serveHttp({ port: 0 });
  const response = await fetch(serving.url, { method: 'POST', body: '{}' });
  assert.equal(response.status, 401);
  await serving.close();
});

test('a session moves to the isolated instance with its workspace, and errors are told apart', async () => {
  await client.callTool('write_file', { path: '/workspace/a.txt', content: 'kept' });
  assert.equal(client.isIsolated, false);
  await client.callTool('load_sensitive_dataset', { name: 'customers' });
  const { content } = await client.callTool('read_file', { path: '/workspace/a.txt' });
  assert.deepEqual(content, [{ type: 'text', text: 'kept' }]);
  assert.equal(client.isIsolated, true);
  await assert.rejects(client.callTool('search_records', { query: '' }), RetryableToolError);
  await assert.rejects(client.callTool('search_records', { query: 'a', source: 'archive' }), AgentRunAborted);
});
