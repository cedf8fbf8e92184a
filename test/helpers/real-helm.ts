/** Helm 3 and Helm 4 as programs, against the API server of kube.ts. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Kube } from './kube.js';
import { root } from './mcpgw.js';

/** A copy of the project's chart that stays as it is while the test runs. */
export function copyOfChart(kube: Kube): string {
  const copy = join(kube.folder, 'mcp-gateway');
  cpSync(join(root, 'charts/mcp-gateway'), copy, { recursive: true });
  return copy;
}

export interface Helm {
  readonly program: string;
  /** `v4.2.4`; empty where there is none. */
  readonly version: string;
}

function findHelm(name: string, override: string | undefined): Helm {
  const program = override ?? name;
  return { program, version: spawnSync(program, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' }).stdout ?? '' };
}

const candidates = [findHelm('helm3', process.env.HELM3), findHelm('helm', process.env.HELM)];

/** Those that this machine has, by major version. */
export const helms: readonly Helm[] = candidates.filter(({ version }, i) => version.startsWith(['v3.', 'v4.'][i]!));

/** What to say where one is missing. */
export const helmsMissing =
  helms.length === 2 ? undefined : `needs Helm 3 (HELM3) and Helm 4 (HELM), found ${helms.map(({ version }) => version)}`;

/** Runs Helm as a user of the server; its caches lie in the server's folder. */
export function runHelm({ program }: Helm, kube: Kube, args: readonly string[], user = 'admin'): SpawnSyncReturns<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: kube.folder, KUBECONFIG: kube.kubeconfig(user) };
  return spawnSync(program, args, { encoding: 'utf8', env, maxBuffer: 1 << 28, timeout: 240_000 });
}

/** Runs Helm where it must succeed. @throws an Error with what it said */
export function helm(which: Helm, kube: Kube, args: readonly string[], user = 'admin'): string {
  const { status, stdout, stderr } = runHelm(which, kube, args, user);
  if (status !== 0) throw new Error(`${which.version} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
