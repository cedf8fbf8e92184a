/** `mcpgw activity --follow` beside a gateway that runs: records appear while calls happen, and Ctrl-C ends it. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { executable } from '../helpers/mcpgw.js';
import { until } from '../helpers/until.js';
import { endAll, gatewayFile, openSession, serve, temporaryFolder } from './serve-helpers.js';

jest.setTimeout(120_000);
afterEach(endAll);

test.each<[NodeJS.Signals, string[], RegExp]>([
  ['SIGINT', [], /^Asking the gateway at \S+ \(process \d+\)\n$/],
  ['SIGTERM', ['--no-gateway'], /^Reading the record in \S+\n$/],
])('shows each call as it happens, filtered, and ends with 0 on %s (%j)', async (signal, more, notes) => {
  const folder = temporaryFolder();
  const listed = join(folder, 'tools.json');
  writeFileSync(listed, JSON.stringify(['list', 'create'].map(name => ({ name, inputSchema: { type: 'object' } }))));
  const github = { command: process.execPath, args: [join(__dirname, 'tools-server.mjs'), listed], trust_mode: 'auto' };
  const file = gatewayFile({ servers: { github }, activity: { enabled: true } }, folder);
  const { port } = await serve(file);
  const session = await openSession(port);
  await session.call('github__list');

  const args = ['activity', file, '--follow', '--type', 'call', '-o', 'jsonl', ...more];
  const child = spawn(process.execPath, [executable, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise(resolve => child.once('close', (code, by) => resolve([code, by])));
  try {
    let [printed, errors] = ['', ''];
    child.stdout.on('data', chunk => (printed += chunk));
    child.stderr.on('data', chunk => (errors += chunk));
    const shown = () =>
      printed
        .split('\n')
        .slice(0, -1)
        .map(line => (JSON.parse(line) as { tool: string }).tool);
    // First what was there, then each call while the command runs.
    await until(() => shown().length === 1);
    await session.call('github__create');
    await until(() => shown().length === 2);
    await session.call('github__list');
    await until(() => shown().length === 3);
    expect(shown()).toEqual(['list', 'create', 'list']);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect([printed.endsWith('\n'), errors]).toEqual([true, expect.stringMatching(notes)]);
  } finally {
    child.kill('SIGKILL');
  }
});
