import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { UpstreamEvent, UpstreamsOptions } from '../../src/upstreams/settings.js';
import type { ConfiguredServer, UpstreamState } from '../../src/upstreams/types.js';
import { Upstreams } from '../../src/upstreams/upstreams.js';
import { answering, closedPort, closeServers, httpServer, initializeResult, rpcListener, tcpServer, toolNamed } from '../servers.js';
import { eventually, fakeSession, startFixture, stopFixtures } from './fixtures.js';

jest.setTimeout(60_000);

const signal = new AbortController().signal;
const script = join(__dirname, 'stdio-server.mjs');
const all: Upstreams[] = [];

function made(options: UpstreamsOptions = {}): Upstreams {
  const upstreams = new Upstreams({ random: () => 0, baseBackoffSeconds: 0.05, maxBackoffSeconds: 0.4, initTimeoutSeconds: 5, ...options });
  all.push(upstreams);
  return upstreams;
}

const base = { enabled: true, quarantined: false, trustMode: 'auto' as const };
const http = (name: string, url: string, more: Partial<ConfiguredServer> = {}): ConfiguredServer => ({
  name,
  connection: { transport: 'streamable-http', url },
  ...base,
  ...more,
});
const stdio = (name: string, args: readonly string[] = [], more: Partial<ConfiguredServer> = {}): ConfiguredServer => ({
  name,
  connection: { transport: 'stdio', command: process.execPath, args: [script, ...args], env: { API_TOKEN: 'hunter2hunter2' } },
  ...base,
  ...more,
});

const state = (upstreams: Upstreams, name = 'up') => upstreams.state(name)!;
const isReady = (upstreams: Upstreams, name = 'up') => eventually(() => state(upstreams, name).connection.state === 'ready');
const failure = (work: Promise<unknown>) =>
  work.then(
    value => ({ value }),
    error => error,
  );
const text = async (work: Promise<{ content: unknown[] }>) => ((await work).content[0] as { text: string }).text;

function alive(pid: number): boolean {
  return (
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .stdout.trim()
      .replace(/^Z.*/, '') !== ''
  );
}

afterEach(async () => {
  await Promise.all(all.splice(0).map(upstreams => upstreams.close()));
  await Promise.all([stopFixtures(), closeServers()]);
});

describe('a command', () => {
  it('killed in mid-call: the call fails with what is known, the command is started again, later calls work', async () => {
    const events: UpstreamEvent[] = [];
    const upstreams = made({ onEvent: event => events.push(event) });
    await upstreams.update([stdio('up')]);
    await upstreams.settled(10_000);
    const pid = Number(await text(upstreams.call('up', 'pid', {}, { signal })));
    const call = failure(upstreams.call('up', 'hang', {}, { signal }));
    process.kill(pid, 'SIGKILL');
    expect(await call).toMatchObject({
      category: 'transport_failure',
      mode: 'connection_lost',
      data: { server: 'up' },
    });
    await eventually(() => events.some(({ kind }) => kind === 'lost'));
    await isReady(upstreams);
    const next = Number(await text(upstreams.call('up', 'pid', {}, { signal })));
    expect(next).not.toBe(pid);
    expect(events.map(({ kind }) => kind)).toEqual(['ready', 'lost', 'ready']);
    expect(events[1]).toMatchObject({ error: 'connection closed: the command was killed by signal SIGKILL' });
  });

  it('that exits: code and last words in the state, without its secrets; started again ever more seldom', async () => {
    const events: UpstreamEvent[] = [];
    const upstreams = made({ onEvent: event => events.push(event) });
    await upstreams.update([stdio('up', ['--exit'])]);
    await eventually(() => events.length >= 3);
    expect(state(upstreams).connection).toMatchObject({
      status: 'permanent',
      error: 'the command exited with code 3 before the handshake: cannot log in with ***',
    });
    expect(events.slice(0, 3).map(event => [event.kind, 'attempts' in event && event.attempts])).toEqual([
      ['failed', 1],
      ['failed', 2],
      ['failed', 3],
    ]);
  });

  it('that is stubborn is gone when closed', async () => {
    const upstreams = made();
    await upstreams.update([stdio('up', ['--stubborn'])]);
    await upstreams.settled(10_000);
    const pid = Number(await text(upstreams.call('up', 'pid', {}, { signal })));
    await upstreams.close();
    expect(alive(pid)).toBe(false);
  });

  it('of a session is gone when the session ends', async () => {
    const upstreams = made();
    await upstreams.update([stdio('up')]);
    await upstreams.settled(10_000);
    const session = fakeSession('s', { roots: {} });
    const [shared, own] = await Promise.all([
      text(upstreams.call('up', 'pid', {}, { signal })),
      text(upstreams.call('up', 'pid', {}, { signal, session })),
    ]);
    expect(own).not.toBe(shared);
    await upstreams.endSession('s');
    expect([alive(Number(own)), alive(Number(shared))]).toEqual([false, true]);
  });

  it('that cannot be started is said to be so, and a restart tries at once', async () => {
    const upstreams = made({ baseBackoffSeconds: 30, maxBackoffSeconds: 60 });
    await upstreams.update([{ name: 'up', connection: { transport: 'stdio', command: 'no-such-command-here' }, ...base }]);
    await upstreams.settled(10_000);
    expect(state(upstreams).connection).toMatchObject({ state: 'failed', status: 'permanent', attempts: 1 });
    expect(upstreams.restart('up')).toBe(true);
    await eventually(() => state(upstreams).connection.attempts === 1 && state(upstreams).connection.state === 'failed');
    expect(await failure(upstreams.call('up', 'pid', {}, { signal }))).toMatchObject({ mode: 'unavailable', data: { server: 'up' } });
  });
});

describe('a server', () => {
  it('restarted on its port is connected again, and the tools it has now are listed', async () => {
    const fixture = await startFixture();
    const upstreams = made({ baseBackoffSeconds: 0.05 });
    await upstreams.update([http('up', fixture.url)]);
    await upstreams.settled(10_000);
    await fixture.stop();
    expect(await failure(upstreams.call('up', 'echo', { text: 'x' }, { signal }))).toMatchObject({ category: 'transport_failure' });
    await eventually(() => state(upstreams).connection.state !== 'ready');
    fixture.tools = [toolNamed('new')];
    await fixture.start();
    await isReady(upstreams);
    expect(state(upstreams).tools.map(tool => tool.name)).toContain('new');
    expect(await text(upstreams.call('up', 'echo', { text: 'x' }, { signal }))).toBe('x');
  });

  it('that forgot the sessions: calls go on in new ones, none is made twice', async () => {
    const fixture = await startFixture();
    const upstreams = made();
    const asker = fakeSession('s', { roots: {} });
    await upstreams.update([http('up', fixture.url)]);
    await upstreams.settled(10_000);
    await upstreams.call('up', 'echo', { text: '0' }, { signal, session: asker });
    await fixture.forgetSessions();
    const answers = await Promise.all([
      text(upstreams.call('up', 'echo', { text: '1' }, { signal })),
      text(upstreams.call('up', 'echo', { text: '2' }, { signal })),
      text(upstreams.call('up', 'echo', { text: '3' }, { signal, session: asker })),
    ]);
    expect(answers).toEqual(['1', '2', '3']);
    expect(fixture.seen.calls.map(({ args }) => args.text)).toEqual(expect.arrayContaining(['0', '1', '2', '3']));
    expect(fixture.seen.calls).toHaveLength(4);
  });

  it('that drops the connection in mid-call gets the call no second time', async () => {
    let calls = 0;
    const server = await httpServer(
      rpcListener((method, _id, response) => {
        if (method === 'initialize') return initializeResult();
        if (method === 'tools/list') return { tools: [toolNamed('t')] };
        if (method === 'ping') return {};
        calls++;
        response.destroy();
        return undefined;
      }),
    );
    const upstreams = made();
    await upstreams.update([http('up', server.url)]);
    await upstreams.settled(10_000);
    expect(await failure(upstreams.call('up', 't', {}, { signal }))).toMatchObject({
      mode: 'connection_lost',
      message: expect.stringMatching(/^Connection to server 'up' failed: /),
    });
    expect(calls).toBe(1);
  });

  it('whose reply stream ends without the reply costs that call, and no other', async () => {
    const server = await httpServer(
      rpcListener((method, id, response, params) => {
        if (method === 'initialize') return initializeResult();
        if (method === 'tools/list') return { tools: [toolNamed('t')] };
        if (method === 'ping') return {};
        const lost = (params.arguments as { lose?: boolean }).lose;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const answer = { jsonrpc: '2.0', id, result: { content: [] } };
        setTimeout(() => response.end(lost ? ': nothing\n\n' : `data: ${JSON.stringify(answer)}\n\n`), lost ? 10 : 100);
        return undefined;
      }),
    );
    const upstreams = made();
    await upstreams.update([http('up', server.url)]);
    await upstreams.settled(10_000);
    const [good, bad] = await Promise.all([
      failure(upstreams.call('up', 't', {}, { signal })),
      failure(upstreams.call('up', 't', { lose: true }, { signal })),
    ]);
    expect(good).toEqual({ value: { content: [] } });
    expect(bad).toMatchObject({ mode: 'connection_lost', message: "Connection to server 'up' failed: stream ended before the reply" });
    expect(state(upstreams).connection.state).toBe('ready');
  });

  it('that answers calls with an HTTP error is an upstream failure', async () => {
    const server = await httpServer(
      rpcListener((method, _id, response) => {
        if (method === 'initialize') return initializeResult();
        if (method === 'tools/list') return { tools: [toolNamed('t')] };
        response.writeHead(503).end('{"error":{"message":"out of coffee"}}');
        return undefined;
      }),
    );
    const upstreams = made();
    await upstreams.update([http('up', server.url)]);
    await upstreams.settled(10_000);
    expect(await failure(upstreams.call('up', 't', {}, { signal }))).toMatchObject({
      mode: 'http_error',
      message: "Server 'up' answered HTTP 503 Service Unavailable: out of coffee",
      data: { server: 'up', status: 503 },
    });
    await eventually(() => state(upstreams).connection.state !== 'ready');
  });

  it('that hangs after the handshake costs each call its time-out and no socket', async () => {
    let hang = false;
    const server = await httpServer(
      rpcListener(method => {
        if (method === 'initialize') return initializeResult();
        if (method === 'tools/list') return { tools: [toolNamed('t')] };
        hang = true;
        return undefined;
      }),
    );
    const upstreams = made();
    await upstreams.update([http('up', server.url, { callTimeoutSeconds: 0.2, healthCheckSeconds: 0 })]);
    await upstreams.settled(10_000);
    const calls = await Promise.all(Array.from({ length: 20 }, () => failure(upstreams.call('up', 't', {}, { signal }))));
    expect(new Set(calls.map(({ mode }) => mode))).toEqual(new Set(['timeout']));
    expect(hang).toBe(true);
    await upstreams.close();
    expect(await server.openSockets()).toBe(0);
  });

  it('half-open: a health check finds out', async () => {
    let mute = false;
    const server = await httpServer((request, response) => {
      if (mute) return;
      rpcListener(method => (method === 'initialize' ? initializeResult() : method === 'tools/list' ? { tools: [] } : {}))(
        request,
        response,
      );
    });
    const upstreams = made({ checkTimeoutSeconds: 0.2 });
    await upstreams.update([http('up', server.url, { healthCheckSeconds: 0.1 })]);
    await upstreams.settled(10_000);
    mute = true;
    await eventually(() => state(upstreams).connection.state !== 'ready');
    mute = false;
    await isReady(upstreams);
  });

  it.each([
    ['refuses', 'failed', 'denied', 'HTTP 401 Unauthorized', answering(401)],
    ['has gone astray', 'failed', 'permanent', 'HTTP 404 Not Found', answering(404)],
    ['is overloaded', 'waiting', 'transient', 'HTTP 503 Service Unavailable', answering(503)],
  ])('that %s is %s', async (_what, connectionState, status, error, listener) => {
    const { url } = await httpServer(listener);
    const upstreams = made();
    await upstreams.update([http('up', url)]);
    await upstreams.settled(10_000);
    const { connection } = await eventually(() => state(upstreams).connection.nextAttemptAt !== undefined && state(upstreams));
    expect(connection).toMatchObject({ state: connectionState, status, error });
    expect(await failure(upstreams.call('up', 't', {}, { signal }))).toMatchObject({
      mode: 'unavailable',
      message: `Server 'up' is not available: ${error}`,
    });
  });

  it('that hangs keeps nothing open longer than the close takes', async () => {
    const hanging = await tcpServer(socket => void socket.resume());
    const upstreams = made({ initTimeoutSeconds: 60 });
    await upstreams.update([http('up', hanging.url)]);
    await eventually(() => state(upstreams).connection.state === 'connecting');
    await upstreams.close();
    expect(await hanging.openSockets()).toBe(0);
  });
});

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
      category: 'configuration_error',
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
    });
  });
});

it('a storm of list changes is few readings, the last state is read', async () => {
  const fixture = await startFixture();
  const changes: string[] = [];
  const upstreams = made({ debounceSeconds: 0.05 });
  await upstreams.update([http('up', fixture.url)]);
  await upstreams.settled(10_000);
  upstreams.onChange(({ kind }) => changes.push(kind));
  await eventually(() => fixture.listening());
  for (let number = 0; number < 200; number++) {
    fixture.tools = [toolNamed(`t${number}`)];
    await fixture.toolsChanged();
  }
  await eventually(() => state(upstreams).tools.some(tool => tool.name === 't199'));
  const readings = changes.filter(kind => kind === 'tools').length;
  expect(readings).toBeGreaterThan(0);
  expect(readings).toBeLessThan(50);
});

it('one server at its limit lets calls wait, and refuses more than the queue holds', async () => {
  const fixture = await startFixture();
  const upstreams = made();
  await upstreams.update([http('up', fixture.url, { maxConcurrentRequests: 2, queueSize: 1 })]);
  await upstreams.settled(10_000);
  const calls = await Promise.all(Array.from({ length: 4 }, () => failure(upstreams.call('up', 'slow', { ms: 100 }, { signal }))));
  expect(calls.map(({ mode = 'answered' }) => mode)).toEqual(['answered', 'answered', 'answered', 'overloaded']);
});

it('ten dead ones do not hold forty live ones up', async () => {
  const fixture = await startFixture();
  const refusing = `http://127.0.0.1:${await closedPort()}/mcp`;
  const hanging = await tcpServer(socket => void socket.resume());
  const upstreams = made({ initTimeoutSeconds: 30 });
  const live = Array.from({ length: 40 }, (_, index) => http(`live-${index}`, fixture.url));
  const dead = Array.from({ length: 10 }, (_, index) => http(`dead-${index}`, index % 2 === 0 ? refusing : hanging.url));
  await upstreams.update([...dead, ...live]);
  const ready = (states: readonly UpstreamState[]) => states.filter(({ connection }) => connection.state === 'ready').length;
  await eventually(() => ready(upstreams.states()) === 40);
  expect(upstreams.states().filter(({ connection }) => connection.state === 'connecting').length).toBe(5);
});
