/** What needs a person, as the running gateway says it on the page's API and in the log. */
import { until } from '../../../../test/helpers/until.js';
import { closedPort } from '../../../loader/test/servers.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, endAll, startGateway } from './harness.js';

afterEach(endAll);

it('a server that is down and tools that wait are in the list and in the log, and go when they are corrected', async () => {
  const fixture = await startFixture();
  const servers = {
    gone: { url: `http://127.0.0.1:${await closedPort()}/mcp`, trust_mode: 'auto' },
    s: { url: fixture.url, trust_mode: 'manual' },
  };
  const config = configOf(JSON.stringify({ servers }), { page: { enabled: true, hosts: [] } });
  const { port, log, gateway } = await startGateway(config);
  const items = async () => JSON.parse((await ask(port, '/ui/api/attention')).text).items as Record<string, unknown>[];
  expect(await items()).toEqual([
    {
      id: 'down:gone',
      severity: 'error',
      subject: { kind: 'server', name: 'gone' },
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      what: expect.stringMatching(/^gone is down: .*refused/i),
      fix: 'nothing listens there: check that the server runs, and its port',
      action: 'restart',
    },
    expect.objectContaining({ id: 'review:s', severity: 'info', action: 'review' }),
  ]);
  await until(() => log.filter(line => line.startsWith('needs attention')).length === 2);
  gateway.refused('line 1: no');
  expect((await items()).map(({ id }) => id)).toEqual(['config:refused', 'down:gone', 'review:s']);
  await until(() => log.filter(line => line.startsWith('needs attention')).length === 3);
  await gateway.reload(configOf(JSON.stringify({ servers: { s: servers.s } }), { page: { enabled: true, hosts: [] } }));
  await until(() => log.filter(line => line.startsWith('no longer needs attention')).length === 2);
  expect((await items()).map(({ id }) => id)).toEqual(['review:s']);
});
