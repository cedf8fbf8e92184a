/** Finds the most likely correction of an unknown group, version or kind. */
import { nearest } from '@mcpgw/diagnostics';
import { type Slip, servedKinds } from '@mcpgw/kubernetes';
import { customKinds, groupOf, monitoringKinds } from '../kinds/kinds.js';
import type { Definitions } from './definitions.js';
import { foreignGroups, foreignKinds } from './foreign-kinds.js';

/** The known apiVersions of a kind, and the groups with known kinds. */
interface Known {
  readonly apiVersions: ReadonlyMap<string, readonly string[]>;
  readonly groups: readonly string[];
}

/** Whether the API server accepts a text as a version: `v1`, `v2beta1`. */
const isVersion = (version: string): boolean => /^v[1-9]\d*(?:(?:alpha|beta)[1-9]\d*)?$/.test(version);

function knownOf(definitions: Definitions): Known {
  const apiVersions = new Map<string, string[]>();
  const add = (apiVersion: string, kind: string): void => {
    apiVersions.set(kind, [...(apiVersions.get(kind) ?? []), apiVersion]);
  };
  for (const [apiVersion, kinds] of servedKinds()) for (const { kind } of kinds) add(apiVersion, kind);
  for (const { group, kind, served } of [...customKinds, ...monitoringKinds])
    for (const version of served) add(`${group}/${version}`, kind);
  for (const { group, kind, versions } of definitions.all)
    for (const { name, served } of versions) if (served) add(`${group}/${name}`, kind);
  return { apiVersions, groups: [...new Set([...apiVersions.values()].flat().filter(isGrouped).map(groupOf))] };
}

const isGrouped = (apiVersion: string): boolean => apiVersion.includes('/');

const remembered = new WeakMap<Definitions, Known>();

/** The misspelled part of the apiVersion or kind of an object of an unknown kind; undefined if no known name is similar. */
export function slipOf(apiVersion: string, kind: string, definitions: Definitions): Slip | undefined {
  const known = remembered.get(definitions) ?? knownOf(definitions);
  remembered.set(definitions, known);
  const group = isGrouped(apiVersion) ? groupOf(apiVersion) : '';
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  if (known.groups.includes(group) || foreignGroups.includes(group)) return slipInside(group, version, kind, known);
  return slipInGroup(apiVersion, group, version, kind, known);
}

/** Corrects the kind or the version within a known group. */
function slipInside(group: string, version: string, kind: string, known: Known): Slip | undefined {
  const described = [...known.apiVersions].filter(([, versions]) =>
    versions.some(apiVersion => groupOf(apiVersion) === group && isGrouped(apiVersion)),
  );
  const kinds = [...described.map(([name]) => name), ...foreignKinds(group)];
  if (!kinds.includes(kind)) {
    const near = nearName(kind, kinds);
    return near === undefined
      ? undefined
      : { at: 'kind', message: `"${kind}" is not a kind of ${group} that is known`, suggestion: `did you mean "${near}"?` };
  }
  if (isVersion(version)) return undefined;
  const versions = (known.apiVersions.get(kind) ?? []).filter(apiVersion => groupOf(apiVersion) === group);
  return {
    at: 'apiVersion',
    message: `"${version}" is not a version of an API`,
    suggestion: versions.length > 0 ? `did you mean "${versions[0]}"?` : 'write a version such as v1 or v1beta1',
  };
}

function slipInGroup(apiVersion: string, group: string, version: string, kind: string, known: Known): Slip | undefined {
  const ofKind = known.apiVersions.get(kind) ?? [];
  const meant = ofKind.find(candidate => isNearGroup(group, isGrouped(candidate) ? groupOf(candidate) : ''));
  const near = meant ?? nearGroup(group, version, known);
  if (near === undefined) return undefined;
  return { at: 'apiVersion', message: `"${apiVersion}" is not an API that is known`, suggestion: `did you mean "${near}"?` };
}

/** The apiVersion with the most similar known group and the same version. */
function nearGroup(group: string, version: string, { groups }: Known): string | undefined {
  const near = nearName(group, [...groups, ...foreignGroups]);
  return near === undefined ? undefined : `${near}/${version}`;
}

/** Whether a group is a misspelled form of another one, lacks its suffix, or has a Kubernetes suffix that the other one does not have. */
function isNearGroup(group: string, meant: string): boolean {
  if (group === '' || meant === '') return false;
  return nearName(group, [meant]) !== undefined || meant.startsWith(`${group}.`) || group === `${meant}.k8s.io` || group === `${meant}.io`;
}

/** The name most similar to one that may be misspelled. Only a few letters may differ, because unrelated names are often similar too. */
function nearName(name: string, names: readonly string[]): string | undefined {
  const near = nearest(name, names);
  if (near === undefined) return undefined;
  const isLong = Math.min(name.length, near.length) >= 8;
  return differs(name.toLowerCase(), near.toLowerCase()) <= (isLong ? 2 : 1) ? near : undefined;
}

/** The number of letters that differ, counted up to 3. Two swapped neighbors count once. */
function differs(a: string, b: string): number {
  if (a === b) return 0;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length === 2 && right === [...left].reverse().join('')) return 1;
  return Math.max(left.length, right.length);
}
