import { spawnSync } from 'node:child_process';
import { type Connection, getToolsWithResilience, type LoadOptions, type LoadProgress } from '../src/index.js';
import { answering, closeServers, httpServer, initializeResult, rpcListener, sdkListener, tcpServer } from './servers.js';
import { statefulListener } from './v1-servers.js';

jest.setTimeout(60_000);

/** Servers that answer have the usual time for it, however busy the machine is. */
const quick: LoadOptions = { baseBackoffMs: 10, random: () => 0 };

function http(url: string): Connection {
  return { transport: 'streamable-http', url };
}

/** A server that does not answer, so that nobody waits long for it. */
const silent = (url: string): Connection => ({ transport: 'streamable-http', url, connectTimeoutMs: 1000 });

/** What keeps the event loop alive, besides the servers of the test and jest's own timers. */
function held(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter(name => /Process|Pipe|TLS|GetAddrInfo|^Timeout$/.test(name))
    .sort();
}

/** What is held now and was not `before`. */
function newer(before: readonly string[]): string[] {
  const rest = held();
  for (const name of before) if (rest.includes(name)) rest.splice(rest.indexOf(name), 1);
  return rest;
}

/** What stays newly held. Closed handles leave the event loop some turns later, a killed process when the system has it: waits 10 seconds at most. */
async function newlyHeld(before: readonly string[]): Promise<string[]> {
  const end = Date.now() + 10_000;
  while (Date.now() < end && newer(before).length > 0) await new Promise(resolve => setImmediate(resolve));
  return newer(before);
}

function childrenOf(pid: number): string {
  return spawnSync('ps', ['-o', 'stat=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(line => /sleep 3[12]/.test(line))
    .join('\n');
}

afterEach(closeServers);

it('keeps no socket, process or timer, whatever the outcomes', async () => {
  const servers = {
    good: await httpServer(sdkListener()),
    stateful: await httpServer(statefulListener()),
    refusing: await httpServer(answering(503)),
    hanging: await httpServer(() => {}),
    mute: await tcpServer(socket => void socket.resume()),
    stuck: await httpServer(rpcListener(method => (method === 'initialize' ? initializeResult() : undefined))),
  };
  const answers = ['good', 'stateful', 'refusing'];
  const connections = Object.fromEntries(
    Object.entries(servers).map(([id, { url }]) => [id, answers.includes(id) ? http(url) : silent(url)]),
  );
  const before = held();
  const { status, released } = await getToolsWithResilience(
    { ...connections, command: { transport: 'stdio', command: 'sleep', args: ['31'], connectTimeoutMs: 1000 } },
    quick,
  );
  expect([...status].map(([id, outcome]) => [id, outcome.status])).toEqual([
    ['good', 'available'],
    ['stateful', 'available'],
    ['refusing', 'transient'],
    ['hanging', 'transient'],
    ['mute', 'transient'],
    ['stuck', 'transient'],
    ['command', 'transient'],
  ]);
  await released;
  expect(await newlyHeld(before)).toEqual([]);
  expect(childrenOf(process.pid)).toBe('');
  for (const server of Object.values(servers)) expect(await server.openSockets()).toBe(0);
});

it('ends the session of a stateful server, and opens no stream of its own', async () => {
  const methods: string[] = [];
  const { url } = await httpServer(statefulListener(methods));
  const { released } = await getToolsWithResilience({ server: http(url) }, quick);
  await released;
  expect(methods).toEqual(['POST', 'POST', 'POST', 'DELETE']);
});

it('a success is one attempt; a failure is retried with doubling delays; a server that hangs holds no other up', async () => {
  const events: LoadProgress[] = [];
  const good = await httpServer(sdkListener());
  const hanging = await httpServer(() => {});
  await getToolsWithResilience(
    { hanging: silent(hanging.url), good: http(good.url) },
    { ...quick, onProgress: event => events.push(event) },
  );
  const told = events.map(event => [
    event.serverId,
    event.kind,
    ...('attempt' in event ? [event.attempt] : []),
    ...('delayMs' in event ? [event.delayMs] : []),
  ]);
  expect(told).toEqual([
    ['hanging', 'attempt', 1],
    ['good', 'attempt', 1],
    ['good', 'done'],
    ['hanging', 'retry', 1, 10],
    ['hanging', 'attempt', 2],
    ['hanging', 'retry', 2, 20],
    ['hanging', 'attempt', 3],
    ['hanging', 'done'],
  ]);
});

it('the whole deadline ends the attempts', async () => {
  const { url } = await httpServer(() => {});
  const { status, failedServers, failedErrors } = await getToolsWithResilience(
    { server: http(url) },
    { attemptTimeoutMs: 20_000, totalTimeoutMs: 200 },
  );
  expect([status.get('server')!.status, status.get('server')!.attempts]).toEqual(['transient', 1]);
  expect(failedServers).toEqual(['server']);
  expect([...failedErrors]).toEqual([['server', 'timed out after 0.2 s waiting for the HTTP response']]);
});

describe('AbortSignal', () => {
  it('aborts a load in flight and releases what it held', async () => {
    const hanging = await httpServer(() => {});
    const controller = new AbortController();
    const before = held();
    const connections = { a: http(hanging.url), b: { transport: 'stdio', command: 'sleep', args: ['32'] } as const };
    let attempts = 0;
    const onProgress = () => {
      if (++attempts === 2) setImmediate(() => controller.abort(new Error('the user went away')));
    };
    await expect(getToolsWithResilience(connections, { signal: controller.signal, attemptTimeoutMs: 20_000, onProgress })).rejects.toThrow(
      'the user went away',
    );
    expect(await newlyHeld(before)).toEqual([]);
    expect(childrenOf(process.pid)).toBe('');
    expect(await hanging.openSockets()).toBe(0);
  });

  it('aborts between attempts', async () => {
    const { url } = await httpServer(answering(503));
    const controller = new AbortController();
    const onProgress = ({ kind }: LoadProgress) => kind === 'retry' && controller.abort(new Error('enough'));
    await expect(getToolsWithResilience({ a: http(url) }, { signal: controller.signal, baseBackoffMs: 4000, onProgress })).rejects.toThrow(
      'enough',
    );
  });

  it('that is aborted already connects to nothing', async () => {
    const onProgress = jest.fn();
    await expect(
      getToolsWithResilience({ a: http('http://127.0.0.1:9/') }, { signal: AbortSignal.abort(new Error('no')), onProgress }),
    ).rejects.toThrow('no');
    expect(onProgress).not.toHaveBeenCalled();
  });
});

it('prototype keys are server ids', async () => {
  const { url } = await httpServer(answering(404));
  const { status, failedServers } = await getToolsWithResilience(
    new Map([
      ['__proto__', http(url)],
      ['constructor', http(url)],
    ]),
    quick,
  );
  expect(failedServers).toEqual(['__proto__', 'constructor']);
  expect(status.get('__proto__')!.status).toBe('permanent');
});

it('secrets of a connection are in no message', async () => {
  const { url } = await httpServer(
    (request, response) =>
      void response.writeHead(403).end(`no access for ${request.headers.authorization} on ${request.url} as ${request.headers['x-api']}`),
  );
  const secret = {
    transport: 'streamable-http',
    url: `${url.replace('http://', 'http://bob:hunter22@')}?key=qu3rys3cret`,
    headers: { 'X-Api': 'abcdef-123456' },
  } as const;
  const { failedErrors } = await getToolsWithResilience({ a: secret }, quick);
  expect(failedErrors.get('a')).toBe('HTTP 403 Forbidden: no access for Basic *** on /mcp?key=*** as ***');
});

it.each([
  [{ attemptTimeoutMs: 0 }, 'attemptTimeoutMs must be a number above 0'],
  [{ totalTimeoutMs: Number.NaN }, 'totalTimeoutMs must be a number above 0'],
  [{ baseBackoffMs: -1_000 }, 'baseBackoffMs must be 0 or more'],
])('refuses %j', async (options, message) => {
  await expect(getToolsWithResilience({}, options)).rejects.toThrow(message);
});
