/** What is said of a server that is away, and when it is tried again. */
import type { RequestListener } from 'node:http';
import { until } from '../../../test/helpers/until.js';
import { answering, closedPort, httpServer, sdkListener, tcpServer } from '../../loader/test/servers.js';
import type { UpstreamEvent } from '../src/servers/settings.js';
import { startFixture } from './fixtures.js';
import { endAll, http, isReady, made, state } from './harness.js';

afterEach(endAll);

/** A server whose answers can be exchanged, and the requests that it got. */
async function switchable(first: RequestListener) {
  const at = { listener: first, requests: 0 };
  const server = await httpServer((request, response) => {
    at.requests++;
    at.listener(request, response);
  });
  return { ...server, at };
}

describe('a server that denies access', () => {
  it('is not tried again by itself, but when the configuration is loaded anew, on request, and with other credentials', async () => {
    const { url, at } = await switchable(answering(401, 'no such token'));
    const events: UpstreamEvent[] = [];
    const upstreams = made({ onEvent: event => events.push(event), baseBackoffMs: 1, maxBackoffMs: 1 });
    const failures = () => events.filter(({ kind }) => kind === 'failed').length;
    const gone = `http://127.0.0.1:${await closedPort()}/mcp`;
    await upstreams.update([http('up', url), http('gone', gone)]);
    await until(() => failures() >= 30);
    const denied = () => events.filter(event => event.server === 'up').length;
    expect([denied(), state(upstreams).connection]).toEqual([
      1,
      expect.objectContaining({ state: 'failed', status: 'denied', attempts: 1 }),
    ]);
    expect(state(upstreams).connection.failure).toMatchObject({ layer: 'http', httpStatus: 401 });
    // While an attempt goes on, the last failure stays known.
    expect(state(upstreams, 'gone').connection.failure).toEqual({ layer: 'tcp', code: 'ECONNREFUSED', httpStatus: null });
    expect(state(upstreams).connection.nextAttemptAt! - Date.now()).toBeGreaterThan(600_000);
    await upstreams.update([http('up', url), http('gone', gone)]);
    await until(() => denied() === 2);
    upstreams.restart('up');
    await until(() => denied() === 3);
    const connection = { transport: 'streamable-http' as const, url, headers: { authorization: 'Bearer other' } };
    at.listener = sdkListener();
    await upstreams.update([http('up', url, { connection })]);
    await isReady(upstreams);
  });

  it('is tried again after a long while', async () => {
    const { url, at } = await switchable(answering(403, 'forbidden'));
    const upstreams = made({ deniedRetryMs: 200 });
    await upstreams.update([http('up', url)]);
    await until(() => state(upstreams).connection.status === 'denied');
    at.listener = sdkListener();
    await isReady(upstreams);
  });
});

describe('since', () => {
  it('is when the outage began, whatever attempts and reasons there were since, and then when it was over', async () => {
    const fixture = await startFixture();
    const upstreams = made();
    await upstreams.update([http('up', fixture.url)]);
    await isReady(upstreams);
    const ready = state(upstreams).connection.since;
    await fixture.stop();
    await until(() => state(upstreams).connection.state !== 'ready');
    const lost = state(upstreams).connection.since;
    expect(lost).toBeGreaterThanOrEqual(ready);
    await until(() => state(upstreams).connection.attempts >= 4);
    const outage = new Set([state(upstreams).connection.since]);
    upstreams.restart('up');
    await until(() => state(upstreams).connection.attempts === 2);
    outage.add(state(upstreams).connection.since);
    expect([...outage]).toEqual([lost]);
    await new Promise(resolve => setTimeout(resolve, 2));
    await fixture.start();
    await isReady(upstreams);
    expect(state(upstreams).connection.since).toBeGreaterThan(lost);
    expect(state(upstreams).connection.failure).toBeUndefined();
  });
});

it('a reason is told once, and again when it is another one', async () => {
  const { url, at } = await switchable(answering(503, 'one'));
  const events: UpstreamEvent[] = [];
  const upstreams = made({ onEvent: event => events.push(event), maxBackoffMs: 50 });
  await upstreams.update([http('up', url)]);
  const failures = () => events.flatMap(event => (event.kind === 'failed' ? [event] : []));
  await until(() => failures().length >= 3);
  at.listener = answering(404, 'two');
  await until(() => failures().some(({ status }) => status === 'permanent'));
  const seen = failures().length;
  await until(() => failures().length >= seen + 2);
  expect(
    failures()
      .filter(({ isRepeated }) => !isRepeated)
      .map(({ status }) => status),
  ).toEqual(['transient', 'permanent']);
});

it('a socket that is not connected in time is given up, and the next attempt takes a new one', async () => {
  let sockets = 0;
  const silent = await tcpServer(() => void sockets++);
  const upstreams = made({ socketTimeoutMs: 200 });
  await upstreams.update([http('up', silent.url.replace('http:', 'https:'))]);
  await until(() => sockets >= 3);
  await until(() => state(upstreams).connection.state === 'waiting');
  expect(state(upstreams).connection).toMatchObject({
    status: 'transient',
    error: 'connection timed out (UND_ERR_CONNECT_TIMEOUT)',
    failure: { layer: 'tls' },
  });
});
