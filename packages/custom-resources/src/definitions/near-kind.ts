/** What a group, version or kind that is not known was most likely meant to be. */
import { nearest } from '@mcpgw/diagnostics';
import { type Slip, servedKinds } from '@mcpgw/kubernetes';
import { customKinds, groupOf, monitoringKinds } from '../kinds/kinds.js';
import type { Definitions } from './definitions.js';
import { foreignGroups, foreignKinds } from './foreign-kinds.js';

/** The apiVersions under which a kind is known, and the groups with kinds that are known. */
interface Known {
  readonly apiVersions: ReadonlyMap<string, readonly string[]>;
  readonly groups: readonly string[];
}

/** What the API server takes for a version: `v1`, `v2beta1`. */
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

/** The slip in the head of an object whose kind is not known; undefined where nothing known is near. */
export function slipOf(apiVersion: string, kind: string, definitions: Definitions): Slip | undefined {
  const known = remembered.get(definitions) ?? knownOf(definitions);
  remembered.set(definitions, known);
  const group = isGrouped(apiVersion) ? groupOf(apiVersion) : '';
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  if (known.groups.includes(group) || foreignGroups.includes(group)) return slipInside(group, version, kind, known);
  return slipInGroup(apiVersion, group, version, kind, known);
}

/** The group is known; its kind or its version is not. */
function slipInside(group: string, version: string, kind: string, known: Known): Slip | undefined {
  const described = [...known.apiVersions].filter(([, versions]) =>
    versions.some(apiVersion => groupOf(apiVersion) === group && isGrouped(apiVersion)),
  );
  const kinds = [...described.map(([name]) => name), ...foreignKinds(group)];
  if (!kinds.includes(kind)) {
    const near = nearName(kind, kinds);
    return near === undefined
      ? undefined
      : { at: 'kind', message: `"${kind}" is no kind of ${group} that is known`, suggestion: `did you mean "${near}"?` };
  }
  if (isVersion(version)) return undefined;
  const versions = (known.apiVersions.get(kind) ?? []).filter(apiVersion => groupOf(apiVersion) === group);
  return {
    at: 'apiVersion',
    message: `"${version}" is no version of an API`,
    suggestion: versions.length > 0 ? `did you mean "${versions[0]}"?` : 'write a version such as v1 or v1beta1',
  };
}

function slipInGroup(apiVersion: string, group: string, version: string, kind: string, known: Known): Slip | undefined {
  const ofKind = known.apiVersions.get(kind) ?? [];
  const meant = ofKind.find(candidate => isNearGroup(group, isGrouped(candidate) ? groupOf(candidate) : ''));
  const near = meant ?? nearGroup(group, version, known);
  if (near === undefined) return undefined;
  return { at: 'apiVersion', message: `"${apiVersion}" is no API that is known`, suggestion: `did you mean "${near}"?` };
}

/** The apiVersion of the known group that a name was meant to be; its version is kept. */
function nearGroup(group: string, version: string, { groups }: Known): string | undefined {
  const near = nearName(group, [...groups, ...foreignGroups]);
  return near === undefined ? undefined : `${near}/${version}`;
}

/** Whether a group is another one misspelt, or without its end, or with an end of Kubernetes that it does not have. */
function isNearGroup(group: string, meant: string): boolean {
  if (group === '' || meant === '') return false;
  return nearName(group, [meant]) !== undefined || meant.startsWith(`${group}.`) || group === `${meant}.k8s.io` || group === `${meant}.io`;
}

/** The name nearest to one that may be a slip; names of others are often near too, so few letters may differ. */
function nearName(name: string, names: readonly string[]): string | undefined {
  const near = nearest(name, names);
  if (near === undefined) return undefined;
  const isLong = Math.min(name.length, near.length) >= 8;
  return differs(name.toLowerCase(), near.toLowerCase()) <= (isLong ? 2 : 1) ? near : undefined;
}

/** The number of letters that have to change, as far as it is at most 3. Neighbours that changed places count once. */
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
