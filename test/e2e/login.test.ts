/** The built command against a real authorization server and a real MCP server that takes its tokens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../packages/gateway/test/ask.js';
import { startWorld, stopWorlds, type World } from '../../packages/login/test/world.js';
import { redisMissing, startRedis, stopRedis } from '../../packages/store/test/redis-server.js';
import { executable, mcpgw } from '../helpers/mcpgw.js';
import { testUnless } from '../helpers/needs.js';
import { until } from '../helpers/until.js';
import { endAll, gatewayFile, openSession, type Served, serve, temporaryFolder } from './serve-helpers.js';

jest.setTimeout(180_000);

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await endAll();
  await stopWorlds();
  await stopRedis();
});

const servers = (more: object = {}) => ({ crm: { url: world.mcp, trust_mode: 'auto', oauth: more } });

/** Runs `mcpgw login`, follows its address as a person would, and gives what the command printed. */
async function login(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [executable, 'login', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      printed += chunk;
    });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  const address = () => /https?:\/\/\S+\/auth\?\S+?(?="|\s)/.exec(printed)?.[0];
  await Promise.race([ended, until(() => address() !== undefined)]);
  const url = address();
  if (url !== undefined) await fetch(await world.visit(url));
  return { code: await ended, printed };
}

const stateOf = async ({ port }: Served): Promise<{ state: string; needs_login?: boolean; error: string | null }> => {
  const { text } = await ask(port, '/status');
  return (JSON.parse(text) as { servers: never[] }).servers[0]!;
};

/** Fails where a secret of the authorization server is part of `text`. */
async function holdsNoSecret(text: string): Promise<void> {
  const { secrets } = await world.state();
  expect(secrets.length).toBeGreaterThan(1);
  expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
}

test('a server that needs a login is locked with what unlocks it, and works as soon as somebody logged in', async () => {
  const file = gatewayFile({ servers: servers() });
  const served = await serve(file);
  expect(await stateOf(served)).toMatchObject({ state: 'failed', needs_login: true });
  const session = await openSession(served.port);
  expect(await session.call('crm:whoami')).toEqual({
    isError:
      'TOOL_BLOCKED: crm:whoami cannot be called (login_required). The server of this tool needs a login that nobody has made yet, or that has ended. Ask the user to log in, with `mcpgw login SERVER` or on the page of the gateway. Run retrieve_tools with include_disabled:true to see locked tools and what unlocks them.',
  });
  const { code, printed } = await login(['crm', '--config', file, '--no-browser']);
  expect(printed).toContain('logged in: crm: refreshed as needed');
  expect(code).toBe(0);
  await until(async () => (await stateOf(served)).state === 'ready');
  expect(await session.call('crm:whoami')).toBe('ada');

  const listed = mcpgw(['login', '--list', '--config', file, '-o', 'json']);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    logins: [{ server: 'crm', user: null, issuer: world.issuer, refreshed: true, ended: null }],
  });

  // Nothing that is secret is in the log, the status, the page's data or the files, whose owner alone may read them.
  const page = await ask(served.port, '/ui/api/state');
  await holdsNoSecret(
    [
      served.log(),
      printed,
      listed.stdout,
      (await ask(served.port, '/status')).text,
      page.text,
      (await ask(served.port, '/metrics')).text,
    ].join('\n'),
  );
  const state = join(file, '../state');
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' })
    .map(name => join(state, name))
    .filter(name => statSync(name).isFile());
  await holdsNoSecret(files.map(name => readFileSync(name, 'utf8')).join('\n'));
  expect(statSync(join(state, 'login.key')).mode & 0o777).toBe(0o600);

  const out = mcpgw(['logout', 'crm', '--config', file]);
  expect([out.status, out.stdout]).toEqual([0, 'logged out of crm\n']);
  expect(await session.call('crm:whoami')).toEqual({ isError: expect.stringContaining('needs a login') });
  expect(mcpgw(['logout', 'crm', '--config', file]).status).toBe(1);
});

test('commands that start the servers themselves use stored logins, refresh them once, and say what is missing without one', async () => {
  const file = gatewayFile({ servers: servers() });
  const tools = () => mcpgw(['tools', file, '-o', 'json', '-q']);
  const probe = () => mcpgw(['probe', file, '-o', 'json', '-q']);
  const call = () => mcpgw(['call', 'crm:whoami', '--config', file, '-q']);

  const locked = tools();
  expect([locked.status, JSON.parse(locked.stdout)]).toMatchObject([
    1,
    { servers: [{ status: 'denied', reason: expect.stringContaining('the server needs a login'), advice: 'log in: mcpgw login crm' }] },
  ]);
  const denied = probe();
  expect([denied.status, JSON.parse(denied.stdout)]).toMatchObject([
    1,
    { servers: [{ status: 'denied', code: 'login-needed', attempts: 1, advice: `log in: mcpgw login crm --config ${file}` }] },
  ]);
  const uncalled = call();
  expect([uncalled.status, uncalled.stderr]).toEqual([2, expect.stringContaining('run "mcpgw login crm"')]);

  await world.set({ ttl: 3 });
  expect((await login(['crm', '--config', file, '--no-browser'])).code).toBe(0);
  const listed = tools();
  expect([listed.status, JSON.parse(listed.stdout)]).toMatchObject([
    0,
    { servers: [{ status: 'available' }], tools: [{ name: 'crm:whoami', status: 'callable' }] },
  ]);
  const called = call();
  expect([called.status, called.stdout]).toEqual([0, 'ada\n']);
  // A token that has ended is refreshed by one command, and used by the next.
  for (let round = 0; round < 2; round++) {
    await new Promise(resolve => setTimeout(resolve, 3000));
    const probed = probe();
    expect([probed.status, JSON.parse(probed.stdout)]).toMatchObject([0, { servers: [{ status: 'available', tools: ['whoami'] }] }]);
  }
  const { counts } = await world.state();
  expect(counts.refreshErrors).toBe(0);
  expect(counts.refresh).toBeGreaterThan(1);
  await holdsNoSecret([tools(), probe(), call()].flatMap(({ stdout, stderr }) => [stdout, stderr]).join('\n'));

  // What is on record of the server stays listed, locked with what unlocks it.
  expect(mcpgw(['tools', 'approve', '--all', '--config', file, '-y']).status).toBe(0);
  expect(mcpgw(['logout', 'crm', '--config', file]).status).toBe(0);
  const { tools: recorded } = JSON.parse(tools().stdout) as { tools: unknown[] };
  expect(recorded).toMatchObject([{ name: 'crm:whoami', status: 'login_required', remedy: 'mcpgw login crm' }]);
});

test('a probe says why stored logins cannot be used, and asks other servers as before', async () => {
  const folder = temporaryFolder();
  const state = { type: 'file', folder: join(folder, 'file') };
  writeFileSync(state.folder, 'not a folder');
  const plain = { crm: { url: world.mcp } };
  const reasonOf = (config: object) => {
    const { stdout } = mcpgw(['probe', gatewayFile(config as Record<string, unknown>, folder), '-o', 'json', '-q']);
    const [{ code, reason }] = (JSON.parse(stdout) as { servers: [{ code: string; reason: string }] }).servers;
    return [code, reason];
  };
  const why = 'the server needs a login, and stored logins cannot be used: the store cannot be opened';
  expect(reasonOf({ servers: servers(), store: state })).toEqual(['login-failed', expect.stringContaining(why)]);
  expect(reasonOf({ servers: plain, store: state })).toEqual(['login-failed', expect.stringContaining(why)]);
  const refused = expect.stringContaining('stored logins cannot be used: mcpgw serve refuses');
  expect(reasonOf({ servers: plain, no_such_setting: 1 })).toEqual(['login-failed', refused]);
});

test('a refused consent ends the command with the reason, and stores nothing', async () => {
  await world.set({ consent: 'refuse' });
  const file = gatewayFile({ servers: servers() });
  const { code, printed } = await login(['crm', '--config', file, '--no-browser', '-o', 'json']);
  expect([code, printed]).toEqual([1, expect.stringContaining('Error: the login was refused: access_denied')]);
  const listed = mcpgw(['login', '--list', '--config', file]);
  expect([listed.status, listed.stderr]).toEqual([0, 'nobody is logged in\n']);
});

test.each([
  [['nobody'], 'there is no server "nobody"; the servers are crm'],
  [[], 'name the server to log in to, or use --list'],
  [['crm', '--user', 'ada'], 'the login to "crm" is shared by all callers: --user is for servers with oauth.mode user'],
  [['crm', '--store', 'memory'], 'the store is memory, which no other process can reach: log in on the page of the gateway'],
])('mcpgw login %j cannot run, and says why', (args, message) => {
  const file = gatewayFile({ servers: servers() });
  const { status, stderr } = mcpgw(['login', ...args, '--config', file]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

testUnless(redisMissing, 'two replicas that refresh at once redeem the refresh token once', async () => {
  const redis = await startRedis();
  // Tokens that live a few seconds: each replica has to refresh, at the same time as the other.
  await world.set({ ttl: 5, delay: 300 });
  const folder = temporaryFolder();
  const login_ = { keys: ['a key that both replicas have, 32+ characters'] };
  const file = gatewayFile({ servers: servers(), store: { type: 'redis', url: redis.url }, login: login_ }, folder);
  expect((await login(['crm', '--config', file, '--no-browser'])).code).toBe(0);
  const replicas = await Promise.all([serve(file), serve(file)]);
  const sessions = await Promise.all(replicas.map(({ port }) => openSession(port)));
  for (let round = 0; round < 5; round++) {
    const calls = sessions.flatMap(session => Array.from({ length: 5 }, () => session.call('crm:whoami')));
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'ada'));
    await new Promise(resolve => setTimeout(resolve, 2500));
  }
  const { counts } = await world.state();
  // A refresh token that is redeemed twice is refused, and takes its whole family with it.
  expect(counts.refreshErrors).toBe(0);
  expect(counts.refresh).toBeGreaterThan(0);
});
