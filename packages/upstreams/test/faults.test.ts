import { spawnSync } from 'node:child_process';
import { until } from '../../../test/helpers/until.js';
import { answering, httpServer, initializeResult, rpcListener, tcpServer, toolNamed } from '../../loader/test/servers.js';
import { sseListener } from '../../loader/test/v1-servers.js';
import type { UpstreamEvent } from '../src/servers/settings.js';
import { fakeSession, startFixture } from './fixtures.js';
import { base, endAll, failure, http, isReady, made, state, stdio, text } from './harness.js';

jest.setTimeout(60_000);

const signal = new AbortController().signal;

function alive(pid: number): boolean {
  return (
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .stdout.trim()
      .replace(/^Z.*/, '') !== ''
  );
}

afterEach(endAll);

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
    await until(() => events.some(({ kind }) => kind === 'lost'));
    await isReady(upstreams);
    const next = Number(await text(upstreams.call('up', 'pid', {}, { signal })));
    expect(next).not.toBe(pid);
    expect(events.map(({ kind }) => kind)).toEqual(['ready', 'lost', 'ready']);
    expect(events[1]).toMatchObject({ error: 'connection closed: the command was killed by signal SIGKILL' });
  });

  it('that is restarted on request was not lost', async () => {
    const events: UpstreamEvent[] = [];
    const upstreams = made({ onEvent: event => events.push(event) });
    await upstreams.update([stdio('up')]);
    await upstreams.settled(10_000);
    upstreams.restart('up');
    await until(() => events.length >= 3);
    expect(events.map(({ kind }) => kind)).toEqual(['ready', 'restarted', 'ready']);
  });

  it('that exits: code and last words in the state, without its secrets; started again ever more seldom', async () => {
    const events: UpstreamEvent[] = [];
    const upstreams = made({ onEvent: event => events.push(event) });
    await upstreams.update([stdio('up', ['--exit'])]);
    await until(() => events.length >= 3);
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

  it('that fails again and again: since the first failure, and the log hears of each reason once', async () => {
    const events: UpstreamEvent[] = [];
    const upstreams = made({ onEvent: event => events.push(event) });
    await upstreams.update([stdio('up', ['--exit'])]);
    await until(() => events.length >= 1);
    const { since } = state(upstreams).connection;
    await until(() => events.length >= 3);
    expect(state(upstreams).connection.since).toBe(since);
    expect(events.slice(0, 3).map(event => 'isRepeated' in event && event.isRepeated)).toEqual([false, true, true]);
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
    const upstreams = made({ baseBackoffMs: 30_000, maxBackoffMs: 60_000 });
    await upstreams.update([{ name: 'up', connection: { transport: 'stdio', command: 'no-such-command-here' }, ...base }]);
    await upstreams.settled(10_000);
    expect(state(upstreams).connection).toMatchObject({ state: 'failed', status: 'permanent', attempts: 1 });
    expect(upstreams.restart('up')).toBe(true);
    await until(() => state(upstreams).connection.attempts === 1 && state(upstreams).connection.state === 'failed');
    expect(await failure(upstreams.call('up', 'pid', {}, { signal }))).toMatchObject({ mode: 'unavailable', data: { server: 'up' } });
  });
});

describe('a server', () => {
  it('restarted on its port is connected again, and the tools it has now are listed', async () => {
    const fixture = await startFixture();
    const upstreams = made({ baseBackoffMs: 50 });
    await upstreams.update([http('up', fixture.url)]);
    await upstreams.settled(10_000);
    await fixture.stop();
    expect(await failure(upstreams.call('up', 'echo', { text: 'x' }, { signal }))).toMatchObject({ category: 'transport_failure' });
    await until(() => state(upstreams).connection.state !== 'ready');
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
    await until(() => state(upstreams).connection.state !== 'ready');
  });

  it('that hangs after the handshake costs each call its timeout and no socket', async () => {
    const server = await httpServer(
      rpcListener(method => {
        if (method === 'initialize') return initializeResult();
        return method === 'tools/list' ? { tools: [toolNamed('t')] } : undefined;
      }),
    );
    const upstreams = made();
    await upstreams.update([http('up', server.url, { callTimeoutMs: 200, healthCheckIntervalMs: 0 })]);
    await upstreams.settled(10_000);
    const calls = await Promise.all(Array.from({ length: 20 }, () => failure(upstreams.call('up', 't', {}, { signal }))));
    expect(new Set(calls.map(({ mode }) => mode))).toEqual(new Set(['timeout']));
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
    const upstreams = made({ checkTimeoutMs: 200 });
    await upstreams.update([http('up', server.url, { healthCheckIntervalMs: 100 })]);
    await upstreams.settled(10_000);
    mute = true;
    await until(() => state(upstreams).connection.state !== 'ready');
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
    const { connection } = await until(() => state(upstreams).connection.nextAttemptAt !== undefined && state(upstreams));
    expect(connection).toMatchObject({ state: connectionState, status, error });
    expect(await failure(upstreams.call('up', 't', {}, { signal }))).toMatchObject({
      mode: 'unavailable',
      message: `Server 'up' is not available: ${error}`,
    });
  });

  it('that hangs keeps nothing open longer than the close takes', async () => {
    const hanging = await tcpServer(socket => void socket.resume());
    const upstreams = made({ initTimeoutMs: 60_000 });
    await upstreams.update([http('up', hanging.url)]);
    await until(() => state(upstreams).connection.state === 'connecting');
    await upstreams.close();
    expect(await hanging.openSockets()).toBe(0);
  });
  it('of SSE that drops its stream is connected again', async () => {
    const server = await httpServer(sseListener());
    const upstreams = made();
    await upstreams.update([{ name: 'up', connection: { transport: 'sse', url: server.url }, ...base }]);
    await upstreams.settled(10_000);
    expect(state(upstreams)).toMatchObject({ connection: { state: 'ready', attempts: 1 }, tools: [{ name: 'echo' }] });
    server.dropSockets();
    await until(() => state(upstreams).connection.state !== 'ready');
    await isReady(upstreams);
  });

  it('that hangs while a session connects does not hold up the close', async () => {
    let hang = false;
    const server = await httpServer((request, response) => {
      if (hang) return;
      rpcListener(method => (method === 'initialize' ? initializeResult() : { tools: [toolNamed('t')] }))(request, response);
    });
    const upstreams = made({ initTimeoutMs: 60_000 });
    await upstreams.update([http('up', server.url)]);
    await upstreams.settled(10_000);
    hang = true;
    const call = failure(upstreams.call('up', 't', {}, { signal: new AbortController().signal, session: fakeSession('s', { roots: {} }) }));
    await until(() => server.sockets() > 1);
    await upstreams.close();
    expect(await call).toMatchObject({ category: 'transport_failure' });
    expect(await server.openSockets()).toBe(0);
  });
});
