/** Several gateways on one Redis behind a plain round-robin proxy do what one gateway does. */
import { redisMissing, stopRedis } from '../../packages/store/test/redis-server.js';
import { describeUnless } from '../helpers/needs.js';
import { usesEverything } from './client-cases.js';
import { startFixture } from './mcp-fixture/server.js';
import { endAll } from './serve-helpers.js';
import { startTopology, type Topology } from './topology.js';

jest.setTimeout(300_000);

describeUnless(redisMissing, 'behind a round-robin proxy', () => {
  describe.each([2, 5])('%i replicas', count => {
    let topology: Topology;
    let fixture: Awaited<ReturnType<typeof startFixture>>;

    beforeAll(async () => {
      fixture = await startFixture('sessions');
      topology = await startTopology(count, {
        servers: { fixture: { url: fixture.url, trust_mode: 'auto' } },
        tool_names: { prefix: false },
      });
    });
    afterAll(async () => {
      await topology.close();
      await endAll();
      await Promise.all([fixture.close(), stopRedis()]);
    });

    it('a client of the SDK calls, is asked, hears of progress and of the log, and reads', async () => {
      await usesEverything(topology.url);
      expect(topology.shares.size).toBe(count);
    });
  });
});
