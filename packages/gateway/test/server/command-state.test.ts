/** The state for commands: who reads it, and what it holds. */
import { isStateReport } from '@mcpgw/local-gateway';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, endAll, startGateway } from './harness.js';

afterEach(endAll);

const localKey = 'mcpgw_local_0123456789';

async function running(auth = 'auth: {api_keys: [client], admin_keys: [admin]}\n') {
  const { url } = await startFixture();
  const servers = { s: { url, trust_mode: 'manual', headers: { 'X-Secret': 'hunter2hunter2' } } };
  return startGateway(configOf(`servers: ${JSON.stringify(servers)}\n${auth}`), { localKey });
}

it.each<[string, Record<string, string>, number]>([
  ['the local key', { authorization: `Bearer ${localKey}` }, 200],
  ['the key of an admin', { 'x-api-key': 'admin' }, 200],
  ['the key of a client', { 'x-api-key': 'client' }, 403],
  ['no key', {}, 401],
  ['another local key', { authorization: 'Bearer mcpgw_local_other' }, 401],
  ['the local key from a page of another site', { authorization: `Bearer ${localKey}`, origin: 'https://evil.example' }, 403],
])('with %s', async (_name, headers, status) => {
  const { port } = await running();
  expect((await ask(port, '/admin/state', { headers })).status).toBe(status);
  expect((await ask(port, '/admin/activity?after=', { headers })).status).toBe(status);
});

it('holds servers, tools by name and approvals, and no secret of the configuration', async () => {
  const { port } = await running('');
  const { text } = await ask(port, '/admin/state', { headers: { authorization: `Bearer ${localKey}` } });
  const report = JSON.parse(text);
  expect(isStateReport(report)).toBe(true);
  expect(report.tools.find(({ tool }: { tool: string }) => tool === 'echo')).toMatchObject({ server: 's', status: 'pending_approval' });
  expect(report.servers[0]).toMatchObject({ name: 's', connection: { state: 'ready' } });
  expect(report.approvals.map(([key]: [string[]]) => key)).toContainEqual(['approvals', 's']);
  expect(report.attention.map(({ id }: { id: string }) => id)).toEqual(['review:s']);
  expect(text).not.toContain('hunter2');
});

it('a gateway that records nothing says so to commands', async () => {
  const { port } = await running('');
  const { text } = await ask(port, '/admin/activity?before=', { headers: { authorization: `Bearer ${localKey}` } });
  expect(JSON.parse(text)).toEqual({ problem: 'off', message: 'nothing is recorded: activity.enabled is false' });
});
