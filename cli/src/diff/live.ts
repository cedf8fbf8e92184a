/**
 * Reduces a live object to the fields that its author would write. A server adds defaults, status and bookkeeping. The fields that count
 * are those of the other side, those of the last release (so that a removed field shows), and those that somebody else changed by hand,
 * as `metadata.managedFields` records.
 */
import { parseQuantity } from '@mcpgw/kubernetes';
import { at, canonical, isList, isMap, isScalar, type JsonData, type JsonMap, mapOf, own } from '../json.js';
import { pairItems } from './lists.js';

/** Metadata fields that only a server writes. */
const serverMetadata = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields', 'selfLink', 'deletionTimestamp'];
const serverMetadataMore = ['deletionGracePeriodSeconds', 'ownerReferences', 'finalizers'];
const bookkeeping = /^(?:meta\.helm\.sh\/|kubectl\.kubernetes\.io\/|deployment\.kubernetes\.io\/|autoscaling\.alpha\.kubernetes\.io\/)/;
/** Managers that write for the cluster or for the release, not for a person. */
const clusterManagers =
  /^(?:kube-(?:controller-manager|scheduler|apiserver|proxy)|kubelet|cloud-controller-manager|.*-controller(?:-manager)?|agentgateway|kgateway)$/;
const releaseManagers = /^(?:helm|Helm|mcpgw|kubectl-client-side-apply|kubectl-create|kubectl-replace|before-first-apply)/;

/** An object without the fields that only a server writes. */
export function withoutServerFields(value: JsonMap): JsonMap {
  const metadata = own(value, 'metadata');
  const hidden = new Set([...serverMetadata, ...serverMetadataMore]);
  const kept = mapOf(
    Object.entries(isMap(metadata) ? metadata : {})
      .filter(([key]) => !hidden.has(key))
      .map(([key, item]) => [key, key === 'annotations' ? withoutBookkeeping(item) : item]),
  );
  return mapOf(
    Object.entries(value).flatMap(([key, item]) => (key === 'status' ? [] : [[key, key === 'metadata' ? kept : item] as const])),
  );
}

const withoutBookkeeping = (annotations: JsonData): JsonData =>
  isMap(annotations) ? mapOf(Object.entries(annotations).filter(([key]) => !bookkeeping.test(key))) : annotations;

/** The fields of a live object that somebody else owns, as a tree of managedFields (`f:spec`, `k:{"name":"x"}`, `v:1`). */
type Owned = JsonMap;

function ownedByOthers(value: JsonMap): readonly Owned[] {
  const entries = at(value, 'metadata', 'managedFields');
  const created = at(value, 'metadata', 'creationTimestamp');
  if (!isList(entries)) return [];
  const isForeign = (entry: JsonData): boolean => {
    const manager = own(entry, 'manager');
    if (typeof manager !== 'string' || clusterManagers.test(manager) || releaseManagers.test(manager)) return false;
    return !own(entry, 'subresource') && own(entry, 'time') !== created;
  };
  return entries
    .filter(isForeign)
    .map(entry => own(entry, 'fieldsV1'))
    .filter(isMap);
}

interface Wanted {
  /** The value on the other side. */
  readonly desired: JsonData | undefined;
  /** The value in the last release. */
  readonly base: JsonData | undefined;
  readonly owned: readonly Owned[];
  /** Whether scalars here may be quantities. */
  readonly amounts: boolean;
}

const amountFields = new Set(['limits', 'requests', 'sizeLimit', 'averageValue', 'capacity']);

const step = ({ desired, base, owned, amounts }: Wanted, key: string): Wanted => ({
  desired: own(desired, key),
  base: own(base, key),
  owned: owned.map(tree => own(tree, `f:${key}`)).filter(isMap),
  amounts: amounts || amountFields.has(key),
});

const isWanted = ({ desired, base, owned }: Wanted): boolean => desired !== undefined || base !== undefined || owned.length > 0;

/** The live object, reduced to the requested fields; `desired` is the other side, `base` the object of the last release. */
export function projectLive(live: JsonMap, desired: JsonMap, base: JsonMap | undefined): JsonMap {
  const wanted: Wanted = { desired, base: base ?? lastApplied(live), owned: ownedByOthers(live), amounts: false };
  return project(withoutServerFields(live), wanted) as JsonMap;
}

function lastApplied(live: JsonMap): JsonMap | undefined {
  const text = at(live, 'metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration');
  try {
    const applied: JsonData = typeof text === 'string' ? JSON.parse(text) : null;
    return isMap(applied) ? applied : undefined;
  } catch {
    return undefined;
  }
}

function project(live: JsonData, wanted: Wanted): JsonData {
  const { desired, amounts } = wanted;
  if (isMap(live)) {
    const isLeaf = desired === undefined && wanted.base === undefined && wanted.owned.every(tree => Object.keys(tree).length === 0);
    if (isLeaf) return live;
    const kept = Object.entries(live).flatMap(([key, item]) => {
      const inner = step(wanted, key);
      return isWanted(inner) ? [[key, project(item, inner)] as const] : [];
    });
    return mapOf([...kept, ...emptyOf(desired, live)]);
  }
  if (isList(live)) return projectList(live, wanted);
  return sameScalar(live, desired, amounts) ? desired! : live;
}

/** Items that a side has are reduced to its fields; other items stay complete. */
function projectList(live: readonly JsonData[], { desired, base, owned, amounts }: Wanted): JsonData {
  const [inDesired, inBase] = [desired, base].map(list => counterparts(list, live)) as [Map<JsonData, JsonData>, Map<JsonData, JsonData>];
  return live.map(item => {
    const inner = { desired: inDesired.get(item), base: inBase.get(item), owned: ownedItem(owned, item), amounts };
    return inner.desired === undefined && inner.base === undefined ? item : project(item, inner);
  });
}

function counterparts(list: JsonData | undefined, live: readonly JsonData[]): Map<JsonData, JsonData> {
  const pairs = isList(list) ? pairItems(list, live).pairs : [];
  return new Map(pairs.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [[to, from] as const])));
}

/** The fields of an item that others own: under `k:` and the fields that name it. */
const ownedItem = (owned: readonly Owned[], item: JsonData): readonly Owned[] =>
  owned.flatMap(tree =>
    Object.entries(tree)
      .filter(([key]) => key.startsWith('k:') && names(key.slice(2), item))
      .map(([, inner]) => inner)
      .filter(isMap),
  );

function names(json: string, item: JsonData): boolean {
  try {
    const key: JsonData = JSON.parse(json);
    return isMap(key) && Object.entries(key).every(([field, value]) => own(item, field) === value);
  } catch {
    return false;
  }
}

/** Servers drop empty values: an empty text, list or map, `false`, 0 and null count as absent. */
function emptyOf(desired: JsonData | undefined, live: JsonMap): [string, JsonData][] {
  if (!isMap(desired)) return [];
  return Object.entries(desired).filter(([key, item]) => !Object.hasOwn(live, key) && isEmpty(item));
}

const isEmpty = (value: JsonData): boolean =>
  isList(value)
    ? value.length === 0
    : isMap(value)
      ? Object.values(value).every(isEmpty)
      : value === null || value === '' || value === 0 || value === false;

/** Whether two scalars are the same to a server: quantities such as `0.5` and `500m`. */
function sameScalar(live: JsonData, desired: JsonData | undefined, amounts: boolean): boolean {
  if (desired === undefined || !isScalar(live) || !isScalar(desired)) return false;
  if (canonical(live) === canonical(desired)) return true;
  if (!amounts || live === null || desired === null || typeof live === 'boolean' || typeof desired === 'boolean') return false;
  const [a, b] = [parseQuantity(String(live)), parseQuantity(String(desired))];
  return a !== undefined && a === b;
}
