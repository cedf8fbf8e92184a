/** Ctrl-C while a server does not answer: every command ends, says so, and leaves no program of the server behind. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable } from '../helpers/mcpgw.js';
import { until } from '../helpers/until.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-interrupt-'));
  const script = `echo $$ > ${join(folder, 'pid.new')} && mv ${join(folder, 'pid.new')} ${join(folder, 'pid')} && exec sleep 600`;
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { mute: { command: 'sh', args: ['-c', script] } } }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep');
  } catch {
    return false;
  }
}

test.each<[string, string[], number]>([
  ['probe', ['probe', 'mcp.json', '--timeout', '10m'], 2],
  ['probe --watch', ['probe', 'mcp.json', '--timeout', '10m', '--watch', '1s'], 2],
  ['tools', ['tools', 'mcp.json', '--timeout', '10m'], 2],
  ['call', ['call', 'mute:x', '--config', 'mcp.json'], 2],
  ['doctor', ['doctor', 'mcp.json'], 2],
  ['serve', ['serve', 'mcp.json', '--port', '0'], 0],
])('%s', async (_name, args, code) => {
  const child = spawn(process.execPath, [executable, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TERM: 'dumb' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', chunk => (stderr += chunk));
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  try {
    await until(() => existsSync(join(folder, 'pid')));
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    child.kill('SIGINT');
    expect(await ended).toBe(code);
    expect(stderr).not.toMatch(/\n {4}at |internal error/);
    if (code === 2) expect(stderr).toMatch(/(?:^|\n)Error: interrupted\n$/);
    await until(() => !isRunning(pid));
  } finally {
    child.kill('SIGKILL');
  }
});
