/** A server that was lost, however often, is soon back, and a dead one is not asked again and again. */
import { until } from '../../../test/helpers/until.js';
import { closedPort } from '../../loader/test/servers.js';
import type { UpstreamEvent } from '../src/servers/settings.js';
import { startFixture } from './fixtures.js';
import { endAll, http, isReady, made, state } from './harness.js';

afterEach(endAll);

const never = new AbortController().signal;

it('a server that was lost many times, and could not be reached in between, is tried again within three seconds', async () => {
  const fixture = await startFixture();
  const upstreams = made({ baseBackoffMs: 250, maxBackoffMs: 60_000, random: () => 0.5 });
  await upstreams.update([http('up', fixture.url)]);
  await isReady(upstreams);
  for (let loss = 0; loss < 5; loss++) {
    await fixture.stop();
    const failed = () => state(upstreams).connection.state === 'failed' && state(upstreams).connection;
    const { nextAttemptDue } = await until(() => failed() || undefined);
    expect(nextAttemptDue! - performance.now()).toBeLessThan(3_000);
    await fixture.start();
    await isReady(upstreams);
  }
});

it('a caller makes the next attempt come soon, and many callers make no more of them', async () => {
  const events: UpstreamEvent[] = [];
  const upstreams = made({ baseBackoffMs: 30_000, maxBackoffMs: 60_000, onEvent: event => events.push(event) });
  await upstreams.update([http('up', `http://127.0.0.1:${await closedPort()}/mcp`)]);
  await until(() => state(upstreams).connection.state === 'failed');
  const call = () => upstreams.call('up', 'echo', {}, { signal: never }).catch((error: Error) => error);
  const since = performance.now();
  while (events.filter(({ kind }) => kind === 'failed').length < 3) {
    expect(await call()).toMatchObject({ mode: 'unavailable' });
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  expect(performance.now() - since).toBeGreaterThan(2_000);
});
