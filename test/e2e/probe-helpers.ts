/** Builds `mcpgw probe` as the package is built and runs it as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '../..');

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Probe {
  /** A folder for files of the test. */
  readonly folder: string;
  start(args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  remove(): void;
}

export function finished(child: ChildProcess): Promise<Run> {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', chunk => (stdout += chunk));
  child.stderr!.on('data', chunk => (stderr += chunk));
  return new Promise(resolve => child.once('close', status => resolve({ status, stdout, stderr })));
}

export async function buildProbe(): Promise<Probe> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-e2e-'));
  const outfile = join(folder, 'mcpgw.cjs');
  const contents = `
    import { createProgram, run } from './program.js';
    import { registerProbe } from './commands/probe.js';
    const program = createProgram();
    registerProbe(program);
    run(program, process.argv.slice(2));`;
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    define: { 'import.meta.url': 'undefined' },
    loader: { '.hbs': 'text' },
    logOverride: { 'empty-import-meta': 'silent' },
    stdin: { contents, resolveDir: join(root, 'cli/src'), loader: 'ts' },
    outfile,
  });
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawn(process.execPath, [outfile, 'probe', ...args], { env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'pipe' });
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => finished(start(args, env));
  return { folder, start, run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
