/** The built executable as a process. `jest.e2e.config.mjs` builds it once, before the first test. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(__dirname, '../..');
export const executable = join(root, 'cli/dist/mcpgw.js');
export const standalone = join(root, 'cli/dist/standalone/mcpgw');

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** The program that runs it; the tests' Node by default. */
  readonly command?: readonly string[];
}

/** Runs `mcpgw`; the environment is the PATH and what `env` says. */
export function mcpgw(args: readonly string[], { cwd = root, input = '', env = {}, command }: RunOptions = {}): SpawnSyncReturns<string> {
  const [file, ...first] = command ?? [process.execPath, executable];
  return spawnSync(file!, [...first, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...env },
    maxBuffer: 1 << 29,
  });
}

/** Exit code and output, without the rest. */
export const outcome = ({ status, stdout, stderr }: SpawnSyncReturns<string>) => ({ status, stdout, stderr });

/** Checks that no JavaScript is visible: no stack, and no output of a crash of Node or V8. */
export const javaScriptTraces = /\n {4}at |node:internal|internal error|Fatal|FATAL|UnhandledPromise/;

/** How Node is started as root without the right to read and write what modes forbid; other users never have it. */
export const asOwner =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all', process.execPath]
    : [process.execPath];
