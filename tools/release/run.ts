/** Programs that a release runs. */
import { spawnSync } from 'node:child_process';

/** Why no release can be made; the message says what to do. */
export class ReleaseError extends Error {}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program and returns its standard output. @throws ReleaseError with its messages if it is missing or fails */
export function run(program: string, args: readonly string[], { cwd, env = {} }: RunOptions): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error) throw new ReleaseError(`${program} cannot be started: ${error.message}`);
  if (status !== 0) throw new ReleaseError(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
