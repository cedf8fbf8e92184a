/** Two sides compared object by object. */

import { isMap, type JsonData, type JsonMap, mapOf, own } from '../json.js';
import { type Change, compareValues } from './compare.js';
import { projectLive, withoutServerFields } from './live.js';
import { maskChange, maskValue } from './mask.js';
import { type DiffObject, idOf, isHook, isLive, type ObjectId } from './objects.js';
import type { FieldPath } from './path.js';

export interface Side {
  /** Its name on the command line. */
  readonly label: string;
  readonly objects: readonly DiffObject[];
  /** The last release's form of live objects, by `idOf`. */
  readonly base?: ReadonlyMap<string, JsonMap>;
}

/** A side effect of a change. */
export type Effect = 'restarts-pods' | 'immutable-field';

export interface ObjectReport extends ObjectId {
  readonly status: 'added' | 'removed' | 'changed';
  readonly effects: readonly Effect[];
  readonly changes: readonly Change[];
  /** The complete object, if it was added or removed. */
  readonly object?: JsonData;
}

export interface DiffReport {
  readonly from: string;
  readonly to: string;
  readonly objects: readonly ObjectReport[];
  readonly unchanged: number;
}

/** Compares two sides; secrets are masked in the result. Hooks are ignored if a side is live, because no cluster keeps them. */
export function compareSides(from: Side, to: Side): DiffReport {
  const isOfCluster = [from, to].some(({ base }) => base !== undefined);
  const [before, after] = [from, to].map(({ objects }) => byId(objects.filter(object => !(isOfCluster && isHook(object)))));
  const ids = new Set([...before!.keys(), ...after!.keys()]);
  const reports = [...ids].map(id => compareObjects(before!.get(id), after!.get(id), from.base?.get(id) ?? to.base?.get(id)));
  const objects = reports.filter(report => report !== undefined);
  return { from: from.label, to: to.label, objects, unchanged: ids.size - objects.length };
}

const byId = (objects: readonly DiffObject[]): Map<string, DiffObject> => new Map(objects.map(object => [idOf(object), object]));

function compareObjects(from: DiffObject | undefined, to: DiffObject | undefined, base: JsonMap | undefined): ObjectReport | undefined {
  if (from === undefined || to === undefined) return wholeObject(from, to, base);
  const [before, after] = comparable(from, to, base);
  const changes = compareValues(before, after);
  if (changes.length === 0) return undefined;
  const masked = changes.map(change => maskChange(change, to.kind));
  return { ...idPart(to), status: 'changed', effects: effectsOf(to.kind, changes), changes: masked };
}

function wholeObject(from: DiffObject | undefined, to: DiffObject | undefined, base: JsonMap | undefined): ObjectReport {
  const object = (to ?? from)!;
  const status = to === undefined ? 'removed' : 'added';
  return { ...idPart(object), status, effects: [], changes: [], object: maskValue(wholeValue(object, base), object.kind, []) };
}

function wholeValue(object: DiffObject, base: JsonMap | undefined): JsonMap {
  if (!isLive(object)) return object.value;
  return base === undefined ? withoutServerFields(object.value) : projectLive(object.value, base, base);
}

const idPart = ({ apiVersion, kind, namespace, name }: DiffObject): ObjectId => ({ apiVersion, kind, namespace, name });

function comparable(from: DiffObject, to: DiffObject, base: JsonMap | undefined): [JsonMap, JsonMap] {
  const [a, b] = [withPlainNamespace(withData(from)), withPlainNamespace(withData(to))];
  const [fromIsLive, toIsLive] = [isLive(from), isLive(to)];
  if (fromIsLive && toIsLive) return [withoutServerFields(a), withoutServerFields(b)];
  if (fromIsLive) return [projectLive(a, b, base), b];
  return toIsLive ? [a, projectLive(b, a, base)] : [a, b];
}

/** The namespace is part of the identity; whether it is written explicitly does not matter. */
function withPlainNamespace(value: JsonMap): JsonMap {
  const metadata = own(value, 'metadata');
  if (!isMap(metadata)) return value;
  return mapOf(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'metadata' ? mapOf(Object.entries(metadata).filter(([name]) => name !== 'namespace')) : item,
    ]),
  );
}

/** A Secret with its stringData where the server puts it. */
function withData({ kind, value }: DiffObject): JsonMap {
  const texts = own(value, 'stringData');
  if (kind !== 'Secret' || !isMap(texts)) return value;
  const encoded = Object.entries(texts).map(([key, text]) => [key, Buffer.from(String(text)).toString('base64')] as const);
  const data = own(value, 'data');
  const rest = Object.entries(value).filter(([key]) => key !== 'stringData' && key !== 'data');
  return mapOf([...rest, ['data', mapOf([...Object.entries(isMap(data) ? data : {}), ...encoded])]]);
}

const workloads = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

/** Immutable fields, by kind; the object must be deleted and created again. */
const immutable: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Deployment: [['spec', 'selector']],
  DaemonSet: [['spec', 'selector']],
  StatefulSet: [
    ['spec', 'selector'],
    ['spec', 'serviceName'],
    ['spec', 'volumeClaimTemplates'],
    ['spec', 'podManagementPolicy'],
  ],
  Job: [
    ['spec', 'selector'],
    ['spec', 'template'],
    ['spec', 'completionMode'],
  ],
  Service: [['spec', 'clusterIP']],
  PersistentVolumeClaim: [
    ['spec', 'storageClassName'],
    ['spec', 'accessModes'],
    ['spec', 'volumeName'],
  ],
  RoleBinding: [['roleRef']],
  ClusterRoleBinding: [['roleRef']],
  Secret: [['type']],
};

const startsWith = (path: FieldPath, start: readonly string[]): boolean => start.every((key, i) => path[i] === key);

function effectsOf(kind: string, changes: readonly Change[]): Effect[] {
  const touches = (start: readonly string[]) => changes.some(({ path }) => startsWith(path, start));
  const effects: Effect[] = [];
  if (workloads.has(kind) && touches(['spec', 'template'])) effects.push('restarts-pods');
  if (Object.hasOwn(immutable, kind) && immutable[kind]!.some(touches)) effects.push('immutable-field');
  return effects;
}

export const hasChanges = ({ objects }: DiffReport): boolean => objects.length > 0;

/** Objects by result. */
export function countsOf({ objects, unchanged }: DiffReport): Readonly<Record<'added' | 'removed' | 'changed' | 'unchanged', number>> {
  const count = (status: ObjectReport['status']) => objects.filter(object => object.status === status).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed'), unchanged };
}
