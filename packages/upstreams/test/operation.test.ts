import { until } from '../../../test/helpers/until.js';
import { answering, closedPort, httpServer, tcpServer, toolNamed } from '../../loader/test/servers.js';
import type { UpstreamState } from '../src/servers/types.js';
import { startFixture } from './fixtures.js';
import { base, endAll, failure, http, made, state, text } from './harness.js';

jest.setTimeout(60_000);

const signal = new AbortController().signal;

afterEach(endAll);

describe('changes of the configuration', () => {
  it('leave untouched connections alone', async () => {
    const [a, b] = await Promise.all([startFixture(), startFixture()]);
    const upstreams = made();
    await upstreams.update([http('a', a.url), http('b', b.url)]);
    await upstreams.settled(10_000);
    const slow = upstreams.call('a', 'slow', { ms: 300 }, { signal });
    await upstreams.update([http('a', a.url, { trustMode: 'manual', disabledTools: ['echo'] }), http('c', b.url)]);
    await upstreams.settled(10_000);
    expect(await text(slow)).toBe('late');
    expect([a.seen.sessions, b.seen.sessions]).toEqual([1, 2]);
    expect(upstreams.states().map(({ name, trustMode, disabledTools }) => [name, trustMode, disabledTools])).toEqual([
      ['a', 'manual', ['echo']],
      ['c', 'auto', undefined],
    ]);
  });

  it('two servers of one name are refused, and nothing changes', async () => {
    const upstreams = made();
    const { url } = await httpServer(answering(401));
    await upstreams.update([http('a', url)]);
    expect(await failure(upstreams.update([http('b', url), http('b', url)]))).toMatchObject({
      name: 'ConfigurationError',
      message: 'servers: duplicate server name: b',
    });
    expect(upstreams.states().map(({ name }) => name)).toEqual(['a']);
  });

  it('servers that are off or in quarantine are not connected', async () => {
    let requests = 0;
    const { url } = await httpServer((_request, response) => {
      requests++;
      response.writeHead(500).end();
    });
    const upstreams = made();
    await upstreams.update([http('off', url, { enabled: false }), http('ill', url, { quarantined: true })]);
    await upstreams.settled(10_000);
    expect(upstreams.states().map(({ connection, tools }) => [connection.state, tools])).toEqual([
      ['disabled', []],
      ['disabled', []],
    ]);
    expect(requests).toBe(0);
    expect(upstreams.restart('off')).toBe(false);
  });

  it('a malformed connection fails without an attempt', async () => {
    const upstreams = made();
    await upstreams.update([{ name: 'up', connection: { transport: 'malformed', reason: 'no url' }, ...base }]);
    await upstreams.settled(10_000);
    expect(state(upstreams).connection).toMatchObject({
      state: 'failed',
      status: 'permanent',
      attempts: 0,
      error: 'malformed connection config: no url',
      failure: { layer: 'config', code: 'config', httpStatus: null },
    });
  });
});

it('a storm of list changes is few readings, the last state is read', async () => {
  const fixture = await startFixture();
  const changes: string[] = [];
  const upstreams = made({ debounceMs: 50 });
  await upstreams.update([http('up', fixture.url)]);
  await upstreams.settled(10_000);
  upstreams.onChange(({ kind }) => changes.push(kind));
  await until(() => fixture.listening());
  for (let number = 0; number < 200; number++) {
    fixture.tools = [toolNamed(`t${number}`)];
    await fixture.toolsChanged();
  }
  await until(() => state(upstreams).tools.some(tool => tool.name === 't199'));
  const readings = changes.filter(kind => kind === 'tools').length;
  expect(readings).toBeGreaterThan(0);
  expect(readings).toBeLessThan(50);
});

it('prompts are read when they are wanted, once for all, and again when the server says that they changed', async () => {
  const fixture = await startFixture();
  const changes: string[] = [];
  const upstreams = made({ debounceMs: 10 });
  await upstreams.update([http('up', fixture.url)]);
  await upstreams.settled(10_000);
  expect(fixture.seen.promptLists).toBe(0);
  const all = await Promise.all(Array.from({ length: 5 }, () => upstreams.list('up', 'prompts/list', new AbortController().signal)));
  expect([all[4], fixture.seen.promptLists]).toEqual([[{ name: 'greet' }], 1]);
  upstreams.onChange(({ kind }) => changes.push(kind));
  await until(() => fixture.listening());
  fixture.prompts = [{ name: 'other' }];
  await fixture.promptsChanged();
  await until(() => changes.includes('prompts'));
  expect(await upstreams.list('up', 'prompts/list', signal)).toEqual([{ name: 'other' }]);
});

it('a client that goes away costs the others nothing of a list that is being read', async () => {
  const fixture = await startFixture();
  const upstreams = made();
  await upstreams.update([http('up', fixture.url)]);
  await upstreams.settled(10_000);
  const gone = failure(upstreams.list('up', 'prompts/list', AbortSignal.abort()));
  const stays = upstreams.list('up', 'prompts/list', signal);
  expect(await gone).toMatchObject({ mode: 'cancelled' });
  expect(await stays).toEqual([{ name: 'greet' }]);
  expect(fixture.seen.promptLists).toBe(1);
});

it('one server at its limit lets calls wait, and refuses more than the queue holds', async () => {
  const fixture = await startFixture();
  const upstreams = made({ queueSize: 1 });
  await upstreams.update([http('up', fixture.url, { maxConcurrentRequests: 2 })]);
  await upstreams.settled(10_000);
  const calls = await Promise.all(Array.from({ length: 4 }, () => failure(upstreams.call('up', 'slow', { ms: 100 }, { signal }))));
  expect(calls.map(({ mode = 'answered' }) => mode)).toEqual(['answered', 'answered', 'answered', 'overloaded']);
});

it('ten dead ones do not hold forty live ones up', async () => {
  const fixture = await startFixture();
  const refusing = `http://127.0.0.1:${await closedPort()}/mcp`;
  const hanging = await tcpServer(socket => void socket.resume());
  const upstreams = made({ initTimeoutMs: 30_000 });
  const live = Array.from({ length: 40 }, (_, index) => http(`live-${index}`, fixture.url));
  const dead = Array.from({ length: 10 }, (_, index) => http(`dead-${index}`, index % 2 === 0 ? refusing : hanging.url));
  await upstreams.update([...dead, ...live]);
  const ready = (states: readonly UpstreamState[]) => states.filter(({ connection }) => connection.state === 'ready').length;
  await until(() => ready(upstreams.states()) === 40);
  expect(upstreams.states().filter(({ connection }) => connection.state === 'connecting').length).toBeGreaterThanOrEqual(5);
});
