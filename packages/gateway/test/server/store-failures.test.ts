/** A store that fails while the gateway runs: who decides is told, and the log says what failed, not that the gateway has a bug. */
import { memoryStore, StoreError } from '@mcpgw/store';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, endAll, serversOf, startGateway } from './harness.js';

afterEach(endAll);

it('a decision on the page that cannot be saved is refused, and told without a stack trace', async () => {
  const fixture = await startFixture();
  const store = memoryStore();
  const config = configOf(serversOf({ s: fixture.url }), { page: { enabled: true, hosts: [] } });
  const { port, log } = await startGateway(config, { store });
  jest.spyOn(store, 'update').mockImplementation(key => Promise.reject(new StoreError(key, 'cannot be locked: ENOSPC')));
  const headers = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };
  const body = JSON.stringify({ server: 's', tool: 'echo' });
  const { status, text } = await ask(port, '/ui/api/disable', { method: 'POST', headers, body });
  expect([status, JSON.parse(text)]).toEqual([
    503,
    { error: { code: 'store', message: 'the decision could not be saved; the log of the gateway says more' } },
  ]);
  expect(log.filter(line => line.startsWith('the store failed'))).toEqual([
    'the store failed {"error":"state \\"approvals/s\\" cannot be locked: ENOSPC"}',
  ]);
  expect(log.filter(line => line.startsWith('internal failure'))).toEqual([]);
});
