/** Notes on standard error about flags without the expected effect. */

import { newestMinor, oldestMinor } from '@mcpgw/kubernetes';
import { defaultVersion, knownVersions } from '@mcpgw/structure';
import type { RunContext } from './context.js';

const number = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
};

function gatewayNote(version: string): string | undefined {
  const [oldest] = knownVersions;
  if (number(version) > number(defaultVersion)) return `v${version} of agentgateway is not known yet; it is taken for v${defaultVersion}`;
  return number(version) < number(oldest)
    ? `v${version} of agentgateway is older than those that are known, from v${oldest} on`
    : undefined;
}

function kubeNote(version: string): string | undefined {
  const minor = number(version) - 1000;
  if (minor >= oldestMinor && minor <= newestMinor) return undefined;
  return `Kubernetes ${version} is none of those that are known, 1.${oldestMinor} to 1.${newestMinor}`;
}

/** Values that no chart used. */
function valuesNote({ flags, checked }: RunContext): string | undefined {
  const { values, set, setString, setJson, setFile, setLiteral, chart } = flags;
  const given = [...values, ...set, ...setString, ...setJson, ...setFile, ...setLiteral, ...(chart === undefined ? [] : [chart])];
  if (given.length === 0 || checked.list.some(({ kind }) => kind === 'values' || kind === 'chart')) return undefined;
  return 'no chart and no values file is named, so --chart, -f and --set have no effect';
}

/** The notes of a completed run. */
export function notesOf(context: RunContext): string[] {
  const { version, kubeVersion } = context;
  const notes = [version && gatewayNote(version), kubeVersion && kubeNote(kubeVersion), valuesNote(context)];
  return notes.flatMap(note => (note ? [`Note: ${note}\n`] : []));
}
