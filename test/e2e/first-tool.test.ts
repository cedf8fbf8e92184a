/** docs/first-tool.md, followed to the letter in an empty folder with packages of the npm registry; then the server over HTTP. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf, stepsOf } from '../docs/blocks.js';
import { executable, mcpgw } from '../helpers/mcpgw.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgw-first-tool-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = () => ({ ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, MCPGW_STATE: join(folder, 'state') });

test('every step prints what the page says', () => {
  mkdirSync(join(folder, 'bin'));
  symlinkSync(executable, join(folder, 'bin/mcpgw'));
  const steps = blocksOf('docs/first-tool.md')
    .filter(({ language }) => language === 'console')
    .flatMap(stepsOf);
  expect(steps.length).toBeGreaterThan(5);
  const script = steps.map(({ command }) => `${command}\nprintf '@@\\n'`).join('\n');
  const { stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-c', script], { cwd: folder, env: env(), encoding: 'utf8' });
  const lines = stdout.split('@@\n').slice(0, -1);
  expect({ stderr, steps: steps.map(({ command }, at) => [command, lines[at]?.trim()]) }).toEqual({
    stderr: expect.not.stringContaining('rror'),
    steps: steps.map(({ command, output }) => [command, output.trim()]),
  });
});

test('the linter and the compiler accept what was written', () => {
  for (const name of ['lint', 'build']) {
    const { status } = spawnSync('npm', ['run', name], { cwd: join(folder, 'hello'), env: env(), encoding: 'utf8' });
    expect([name, status]).toEqual([name, 0]);
  }
});

test('a port that is taken is named, with the way to another one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const args = ['node_modules/tsx/dist/cli.mjs', 'server.ts', '--http'];
  const { stderr } = spawnSync(process.execPath, args, {
    cwd: join(folder, 'hello'),
    env: { ...env(), PORT: String(port) },
    encoding: 'utf8',
  });
  taken.close();
  expect(stderr).toBe(`listen EADDRINUSE: address already in use 127.0.0.1:${port}; set another port with PORT\n`);
});

test('over HTTP it answers clients of this machine, and no web page', async () => {
  const args = ['node_modules/tsx/dist/cli.mjs', 'server.ts', '--http'];
  const server = spawn(process.execPath, args, {
    cwd: join(folder, 'hello'),
    env: { ...env(), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = (await new Promise<string>(resolve => server.stdout.once('data', chunk => resolve(String(chunk))))).trim();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(mcpgw(['probe', url, '--no-gateway'])).toMatchObject({ status: 0, stdout: expect.stringContaining('1 of 1 available') });
    const refused = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(url);
      request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers: { host: 'evil.example' } }, response => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end('{}');
    });
    expect(refused).toBe(403);
  } finally {
    server.kill();
  }
});
