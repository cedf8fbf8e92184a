/** A project of `mcpgw init server` with the libraries as they are published: it installs, builds, passes its tests and runs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'mcpgw-init-server-'));
const project = join(folder, 'my-tools');
const environment = {
  ...process.env,
  MCP_HOST: '127.0.0.1',
  JWT_SECRET: 'a secret that only this test knows, 0123456789',
  DATA_DIR: join(folder, 'data'),
};

function run(cwd: string, program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env: environment, encoding: 'utf8' });
  return { status, output: error?.message ?? stdout + stderr };
}
const npm = (...args: string[]) => run(project, 'npm', ...args);

/** Runs what the tests stand on. @throws an Error with its output if it fails */
function prepare(cwd: string, program: string, ...args: string[]): void {
  const { status, output } = run(cwd, program, ...args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${output}`);
}

beforeAll(() => {
  prepare(root, process.execPath, 'tools/release.mjs', '--dry-run', '--only', 'npm', '--output', join(folder, 'release'));
  prepare(root, process.execPath, 'cli/dist/mcpgw.js', 'init', 'server', project, '--template', 'full');
  cpSync(join(folder, 'release/npm-alone/mcpgw-kit-0.1.0.tgz'), join(project, 'vendor/mcpgw-kit-0.1.0.tgz'));
  prepare(project, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it builds', () => {
  expect(npm('run', 'build')).toMatchObject({ status: 0 });
  expect(readdirSync(join(project, 'dist'))).toEqual(expect.arrayContaining(['server.js', 'client.js', 'tools.js']));
});

test('its tests pass', () => {
  const { status, output } = npm('test');
  expect(output.match(/^# (pass|fail) \d+$/gm)).toEqual(['# pass 8', '# fail 0', '# pass 2', '# fail 0']);
  expect(status).toBe(0);
});

test('the linter accepts it, and it prints a token', () => {
  expect(npm('run', 'lint')).toMatchObject({ status: 0 });
  const { status, output } = npm('run', '--silent', 'token', '--', 'bob', 'session-1');
  const [, claims = ''] = output.trim().split('.');
  expect([status, JSON.parse(Buffer.from(claims, 'base64url').toString())]).toEqual([
    0,
    expect.objectContaining({ sub: 'bob', session_id: 'session-1', aud: 'my-tools' }),
  ]);
});

test('what was built serves one instance, where MCP_INSTANCE says which', async () => {
  const env = { ...environment, MCP_INSTANCE: 'isolated', PORT: '0' };
  const server = spawn(process.execPath, ['dist/server.js'], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const line = await new Promise<string>(resolve => server.stdout.once('data', chunk => resolve(String(chunk))));
    const [, url = ''] = /^isolated instance: (\S+)\n$/.exec(line) ?? [];
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  } finally {
    server.kill();
  }
});

test('a port that is taken is named, with the place to change it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const env = { ...environment, MCP_INSTANCE: 'normal', PORT: String(port) };
  const { status, stderr } = spawnSync(process.execPath, ['dist/server.js'], { cwd: project, env, encoding: 'utf8' });
  taken.close();
  expect([status, stderr]).toEqual([
    1,
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}; set another port in config.yaml, for the server and for its client\n`,
  ]);
});
