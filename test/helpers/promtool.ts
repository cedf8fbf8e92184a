/** Prometheus' own tool (Debian's package `prometheus`). */
import { spawnSync } from 'node:child_process';

/** Why tests with promtool skip; undefined where they run. */
export const promtoolMissing: string | undefined =
  spawnSync('promtool', ['--version']).status === 0 ? undefined : 'promtool is not on PATH';

/** Runs promtool: its exit code, and all that it says. */
export function promtool(args: readonly string[], input = ''): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { code: status, text: `${stdout}${stderr}` };
}
