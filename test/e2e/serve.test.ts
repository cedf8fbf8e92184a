/** `mcpgw serve` as a process: start, calls of both eras, reload, drain, standard input and output, configuration that is refused. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ask } from '../../packages/gateway/test/ask.js';
import { closedPort, closeServers } from '../../packages/loader/test/servers.js';
import { type Fixture, startFixture, stopFixtures } from '../../packages/upstreams/test/fixtures.js';
import { executable, mcpgw, root } from '../helpers/mcpgw.js';
import { endAll, gatewayFile, openSession, type Served, serve, temporaryFolder } from './serve-helpers.js';

const program = process.env.MCPGW_EXECUTABLE ?? executable;
const stdioServer = join(root, 'packages/upstreams/test/stdio-server.mjs');
const clients: { close(): Promise<void> }[] = [];

let fixture: Fixture;

beforeEach(async () => {
  fixture = await startFixture();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.close().catch(() => {})));
  await endAll();
  await stopFixtures();
  await closeServers();
});

const remote = (more: object = {}) => ({ url: fixture.url, trust_mode: 'auto', ...more });

async function until<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (let round = 0; round < 1000; round++) {
    const found = await probe();
    if (found) return found;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error('it never came');
}

const status = async ({ port }: Served) => JSON.parse((await ask(port, '/status')).text);
const ready = (gateway: Served) => until(async () => (await ask(gateway.port, '/readyz')).status === 200);

/** Runs to the end; for configurations that do not start. */
const run = (...args: string[]) => {
  const { status: code, stdout, stderr } = mcpgw(['serve', ...args], { command: [process.execPath, program] });
  return { code, stdout, stderr };
};

describe('a start', () => {
  it('names the page, how many tools wait, and the very command that approves them', async () => {
    const file = gatewayFile({ servers: { local: { command: process.execPath, args: [stdioServer], trust_mode: 'manual' } } });
    const gateway = await serve(file);
    const line = await until(() =>
      gateway
        .log()
        .split('\n')
        .find(each => each.includes(' ready servers=')),
    );
    const [, page, command] = / tools=0 waiting=3 page=(\S+) approve="mcpgw (.+)"$/.exec(line)!;
    expect(page).toBe(`http://127.0.0.1:${gateway.port}/ui/`);
    expect(gateway.log()).toContain(` listening url=http://127.0.0.1:${gateway.port}/mcp page=${page}\n`);
    expect(command).toBe(`tools approve --all --config ${file}`);
    const approved = mcpgw(command!.split(' '), { command: [process.execPath, program] });
    expect(approved.stdout).toBe('approved local:env\napproved local:hang\napproved local:pid\n');
    await until(async () => (await status(gateway)).servers[0].tools.callable === 3);
  });

  it('serves a stdio and an HTTP server to clients of every line', async () => {
    const local = { command: process.execPath, args: [stdioServer], trust_mode: 'auto' };
    const gateway = await serve(gatewayFile({ servers: { local, remote: remote() } }));
    await ready(gateway);
    const url = new URL(`http://127.0.0.1:${gateway.port}/mcp`);
    const info = { name: 'e2e', version: '1' };
    const pinned = { versionNegotiation: { mode: { pin: '2026-07-28' as const } } };
    const lines = [new ClientV1(info), new Client(info), new Client(info, pinned)] as const;
    clients.push(...lines);
    await lines[0].connect(new TransportV1(url) as never);
    await lines[1].connect(new StreamableHTTPClientTransport(url));
    await lines[2].connect(new StreamableHTTPClientTransport(url));
    for (const client of lines) {
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['retrieve_tools', 'local__pid', 'remote__echo']));
      expect(await client.callTool({ name: 'remote__echo', arguments: { text: 'hi' } })).toMatchObject({ content: [{ text: 'hi' }] });
    }
  });

  it('takes mcp_config.json and the file of a client as they are', async () => {
    const folder = temporaryFolder();
    const array = join(folder, 'mcp_config.json');
    const listed = [
      { name: 'r', enabled: true, ...remote() },
      { name: 'off', url: fixture.url, enabled: false },
    ];
    writeFileSync(array, JSON.stringify({ listen: '127.0.0.1:0', data_dir: join(folder, 'state'), mcpServers: listed }));
    const first = await serve(array);
    const session = await openSession(first.port);
    expect(await session.call('r:echo', { text: 'x' })).toBe('x');
    expect(await session.call('off:echo')).toMatchObject({ isError: expect.stringContaining('(server_disabled)') });
    const object = join(folder, '.mcp.json');
    writeFileSync(object, JSON.stringify({ mcpServers: { r: { type: 'http', url: fixture.url } } }));
    const { code, stdout } = run(object, '--check');
    expect([code, stdout]).toEqual([0, `${object}: 1 servers, nothing wrong found\n`]);
  });

  it('holds new tools of servers that are not trusted until they are approved, across starts', async () => {
    const file = gatewayFile({ servers: { s: { url: fixture.url } } });
    const first = await serve(file);
    const session = await openSession(first.port);
    expect(await session.call('s:echo', { text: 'x' })).toMatchObject({ isError: expect.stringContaining('pending_approval') });
    const headers = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };
    const { hash } = JSON.parse((await ask(first.port, '/ui/api/tool?server=s&tool=echo')).text);
    const body = JSON.stringify({ server: 's', tools: [{ tool: 'echo', hash }] });
    expect((await ask(first.port, '/ui/api/approve', { method: 'POST', headers, body })).status).toBe(200);
    expect(await session.call('s:echo', { text: 'x' })).toBe('x');
    expect(await first.stop()).toBe(0);
    const second = await serve(file);
    expect(await (await openSession(second.port)).call('s:echo', { text: 'y' })).toBe('y');
  });

  it('is ready without servers that are dead, and says which', async () => {
    const gone = { url: `http://127.0.0.1:${await closedPort()}/mcp` };
    const gateway = await serve(gatewayFile({ servers: { gone, missing: { command: 'no-such-program' }, good: remote() } }));
    await ready(gateway);
    expect((await status(gateway)).servers).toMatchObject([{ name: 'gone' }, { name: 'missing' }, { name: 'good', state: 'ready' }]);
    expect(gateway.log()).toMatch(/warn {2}upstream failed server=gone/);
    expect(await (await openSession(gateway.port)).call('good:echo', { text: 'x' })).toBe('x');
  });
});

describe('what is refused', () => {
  it('a configuration with every finding, exit code 1', () => {
    const file = gatewayFile({ servers: { 'a:b': { command: 'x' }, c: {} }, listen: 'nowhere', tool_names: { separator: 'x' } });
    const { code, stdout, stderr } = run(file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('"nowhere" is not an address to listen on');
    expect(stderr).toContain('"a:b" is not a name of a server');
    expect(stderr).toContain('the server "c" has neither a command nor a URL');
    expect(stderr).toContain('"x" cannot separate server and tool');
    expect(stderr).toMatch(/gateway\.yaml:\d+:\d+ {2}error/);
  });

  it('counts warnings where it does not refuse', () => {
    const file = gatewayFile({
      servers: { a: { url: 'http://127.0.0.1:8099/mcp', headers: { Authorization: 'Bearer abcdefghijklmnopqrstuv' } } },
    });
    const { code, stdout } = run(file, '--check=true');
    expect([code, stdout]).toEqual([0, `${file}: 1 servers, no errors, 1 warning\n`]);
  });

  it('REST endpoints that are wrong, with their place', () => {
    const file = gatewayFile({ apis: [{ name: 'x', base_url: 'ftp://h', endpoints: [{ name: 'e', method: 'GET', path: 'no-slash' }] }] });
    const { code, stderr } = run(file, '--check');
    expect(code).toBe(1);
    expect(stderr).toMatch(/gateway\.yaml:\d+:\d+ {2}error/);
  });

  const storeForms = 'name a folder, redis://HOST:PORT, rediss://HOST:PORT, or memory';
  const storeFault = (problem: string, way = 'name another one with --store, store.folder or MCPGW_STATE') =>
    `Error: the store cannot be opened: ${problem}; ${way}\n`;

  it.each([
    [['gone.yaml'], 2, 'Error: open gone.yaml: no such file or directory\n'],
    [['--port', '70000', 'x.yaml'], 2, /It must be a port/],
    [
      ['--store', 'redis://user:secret@127.0.0.1:1'],
      2,
      'Error: the store redis://127.0.0.1:1 cannot be opened: the state cannot be reached: ECONNREFUSED: connection refused; check that it runs, and its address\n',
    ],
    [['--store', '/dev/null'], 2, storeFault('the state cannot be kept in /dev/null: it is not a folder')],
    [['--store', '/dev/null/state'], 2, storeFault('the state cannot be kept in /dev/null/state: /dev/null is not a folder')],
    [['--store', '/proc/nope'], 2, storeFault('the state cannot be kept in /proc/nope: the file system lets no folder be made there')],
    [['--store', '/proc/self/nope/a/b'], 2, /^Error: the store cannot be opened: the state cannot be kept in \/proc\/self\/nope\/a\/b: /],
    [['--store', ''], 2, storeFault('its name is empty', storeForms)],
    [['--store', 'https://user:secret@host/x'], 2, storeFault('https:// is not a store', storeForms)],
  ])('%j', (args, code, message) => {
    const file = gatewayFile({ servers: {} });
    const outcome = run(...(args[0] === '--store' ? [...args, file] : args));
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(outcome.stderr).not.toMatch(/\n {4}at |internal error/);
  });

  it('a port that is taken', async () => {
    const taken = createServer();
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const { code, stderr } = run(gatewayFile({ servers: {} }), '--port', String(port));
    await new Promise(resolve => taken.close(resolve));
    expect(code).toBe(2);
    expect(stderr).toBe(`Error: cannot listen on 127.0.0.1:${port}: the port is taken; name another one with --port\n`);
  });
});

describe('a reload', () => {
  const write = (file: string, servers: object, more: object = {}) =>
    gatewayFile({ servers, listen: '127.0.0.1:0', ...more }, join(file, '..'));

  it('when the file changes, and on SIGHUP; a configuration that is refused changes nothing', async () => {
    const file = gatewayFile({ servers: { a: remote() } });
    const gateway = await serve(file);
    const session = await openSession(gateway.port);
    const names = async () => (await session.tools()).map(({ name }) => name).filter(name => name.endsWith('__echo'));
    expect(await names()).toEqual(['a__echo']);
    write(file, { a: remote(), b: remote() });
    expect(await until(async () => (await names()).length === 2 && (await names()))).toEqual(['a__echo', 'b__echo']);
    write(file, { a: remote(), 'b:c': remote() });
    process.kill(gateway.pid, 'SIGHUP');
    const refused = await until(async () => (await status(gateway)).configuration.refused);
    expect(refused.reason).toContain('"b:c" is not a name of a server');
    expect(gateway.log()).toContain('configuration refused; the previous one stays in use');
    expect(await names()).toEqual(['a__echo', 'b__echo']);
    write(file, { b: remote() });
    expect(await until(async () => (await names()).length === 1 && (await names()))).toEqual(['b__echo']);
    expect((await status(gateway)).configuration.refused).toBeNull();
  });
});

describe('an end', () => {
  it('SIGTERM lets calls in flight end, and exits with 0', async () => {
    const gateway = await serve(gatewayFile({ servers: { a: remote() } }));
    const session = await openSession(gateway.port);
    const call = session.call('a:slow', { ms: 700 });
    await until(() => fixture.seen.calls.length === 1);
    const ended = gateway.stop('SIGTERM');
    expect(await call).toBe('late');
    expect(await ended).toBe(0);
    expect(gateway.log()).toMatch(/info {2}draining under_way=1/);
  });

  it('SIGTERM does not wait for a store that says nothing', async () => {
    const silent = createServer();
    const asked = new Promise<void>(resolve => silent.once('connection', () => resolve()));
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const file = gatewayFile({ servers: {}, store: { type: 'redis', url: `redis://127.0.0.1:${port}` } });
    const child = spawn(process.execPath, [executable, 'serve', file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
    const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve(code ?? signal)));
    await asked;
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said).not.toContain('the store cannot be opened');
    silent.close();
  });

  it('a second signal does not wait', async () => {
    const gateway = await serve(gatewayFile({ servers: { a: remote() } }));
    const session = await openSession(gateway.port);
    const call = session.call('a:slow', { ms: 60_000 }).catch(() => 'cut');
    await until(() => fixture.seen.calls.length === 1);
    process.kill(gateway.pid, 'SIGTERM');
    await until(() => gateway.log().includes('draining'));
    expect(await gateway.stop('SIGTERM')).toBe(1);
    expect(await call).toBe('cut');
  });
});

describe('logs', () => {
  it('hold what is wrong with the configuration in their own form', () => {
    const { code, stderr } = run(gatewayFile({ servers: { c: {} } }), '-o', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ level: 'error', event: 'configuration', rule: 'no-endpoint', line: expect.any(Number) });
  });

  it('are JSON where that is asked for, and hold no secret', async () => {
    const headers = { Authorization: 'Bearer ${env:TOKEN}' };
    const config = {
      servers: { a: remote({ headers }), bad: { url: `http://127.0.0.1:${await closedPort()}/mcp?key=\${env:TOKEN}`, headers } },
      logging: { level: 'debug', format: 'json' },
    };
    const gateway = await serve(gatewayFile(config), { TOKEN: 'hush-hush-secret' });
    await ready(gateway);
    await (await openSession(gateway.port)).call('a:echo', { text: 'private words' });
    await until(() => gateway.log().includes('"event":"request"'));
    const lines = gateway.log().trim().split('\n');
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), level: expect.any(String), event: expect.any(String) });
    expect(gateway.log()).not.toMatch(/hush-hush|private words/);
    expect(JSON.stringify(await status(gateway))).not.toContain('hush-hush');
    expect(fixture.seen.calls[0]?.headers.authorization).toBe('Bearer hush-hush-secret');
  });
});

describe('standard input and output', () => {
  it('serves the client that started it, in both eras; nothing else is written there', async () => {
    const file = gatewayFile({ servers: { a: remote() } });
    for (const options of [{}, { versionNegotiation: { mode: { pin: '2026-07-28' as const } } }]) {
      const client = new Client({ name: 'e2e', version: '1' }, options);
      clients.push(client);
      const args = [program, 'serve', file, '--stdio'];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('a__echo');
      expect(await client.callTool({ name: 'a__echo', arguments: { text: 'piped' } })).toMatchObject({ content: [{ text: 'piped' }] });
    }
  });

  it.each([
    ['SIGTERM while its input stays open', '60s', 'SIGTERM'],
    ['the deadline of a client that does not read', '1s', undefined],
  ] as const)('ends at %s', async (_name, write, signal) => {
    const file = gatewayFile({ servers: { a: remote() }, timeouts: { write, drain: '1s' } });
    const child = spawn(process.execPath, [program, 'serve', file, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = new Promise(resolve => child.once('exit', (code, by) => resolve(code ?? by)));
    let log = '';
    const isReady = new Promise<void>(resolve =>
      child.stderr.on('data', chunk => {
        log += chunk;
        if (log.includes('ready servers')) resolve();
      }),
    );
    child.stdout.pause();
    child.stdin.on('error', () => {});
    await isReady;
    // Each answer repeats the method: more than the pipe holds.
    const request = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'x'.repeat(100) })}\n`;
    child.stdin.write(Array.from({ length: 10_000 }, (_, id) => request(id)).join(''));
    if (signal) child.kill(signal);
    expect(await ended).toBe(0);
    if (!signal) expect(log).toContain('client cut off: it does not read its answers reason=write_timeout');
  });

  it('ends when its input does', async () => {
    const args = [program, 'serve', gatewayFile({ servers: { a: remote() } }), '--stdio'];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    expect(await ended).toBe(0);
    expect(output).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });
});
