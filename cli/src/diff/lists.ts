/** Matches the items of two lists. */
import { canonical, isMap, isScalar, type JsonData, own } from '../json.js';
import type { Segment } from './path.js';

/**
 * Fields that name an item of a list; the first match counts. From the merge keys of Kubernetes' API (patchMergeKey, listMapKeys) and
 * the names in agentgateway's configuration.
 */
const nameFields = [
  'name',
  'containerPort',
  'port',
  'mountPath',
  'devicePath',
  'topologyKey',
  'host',
  'path',
  'secretName',
  'ip',
  'uid',
  'key',
  'id',
  'type',
] as const;

/** Fields whose complete content distinguishes items without a name. */
const telling = ['matches', 'targetRefs'] as const;

/** Lists whose order has no meaning, by the field that holds them. */
const unordered = new Set([
  ...['containers', 'volumes', 'volumeMounts', 'ports', 'env', 'imagePullSecrets', 'tolerations', 'topologySpreadConstraints', 'metrics'],
  ...['secrets', 'listeners', 'binds', 'backends', 'targets', 'hosts', 'tls', 'parentRefs', 'targetRefs'],
]);

/** Whether the order of a list under this field has a meaning. */
export const isOrdered = (field: Segment | undefined): boolean => typeof field !== 'string' || !unordered.has(field);

/** The names of the items, from one of their fields; undefined if an item has no name or two have the same. */
function namesOf(list: readonly JsonData[], nameOf: (item: JsonData) => string | undefined): readonly string[] | undefined {
  const names = list.map(nameOf).filter(name => name !== undefined);
  return names.length === list.length && new Set(names).size === names.length ? names : undefined;
}

function scalarName(item: JsonData, field: string): string | undefined {
  const name = own(item, field);
  return isMap(item) && isScalar(name) && name !== null ? String(name) : undefined;
}

function contentName(item: JsonData, field: string): string | undefined {
  const content = own(item, field);
  return content === undefined ? undefined : canonical(content);
}

/** Matching items of two lists; one side is absent for an added or removed item. */
export interface Pair {
  readonly segment: Segment;
  readonly from?: JsonData;
  readonly to?: JsonData;
}

export interface Paired {
  readonly pairs: readonly Pair[];
  /** Names in both lists, in the order of each; absent if items have no names. */
  readonly order?: readonly [readonly string[], readonly string[]];
}

/** Pairs items by the field that names them on both sides, else by a field that distinguishes them, else by longest common content. */
export function pairItems(from: readonly JsonData[], to: readonly JsonData[]): Paired {
  for (const field of nameFields) {
    const [fromNames, toNames] = [from, to].map(list => namesOf(list, item => scalarName(item, field)));
    if (fromNames !== undefined && toNames !== undefined) return pairByName(field, from, fromNames, to, toNames);
  }
  for (const field of telling) {
    const [fromNames, toNames] = [from, to].map(list => namesOf(list, item => contentName(item, field)));
    if (!fromNames?.some(name => toNames?.includes(name))) continue;
    const { pairs, order } = pairByName(field, from, fromNames, to, toNames!);
    return { pairs: pairs.map(pair => ({ ...pair, segment: placeOf(pair, from, to) })), ...(isSameOrder(order) ? {} : { order: order! }) };
  }
  return { pairs: pairByContent(from, to) };
}

const placeOf = (pair: Pair, from: readonly JsonData[], to: readonly JsonData[]): number =>
  pair.to === undefined ? from.indexOf(pair.from!) : to.indexOf(pair.to);

const isSameOrder = (order: Paired['order']): boolean => order === undefined || canonical(order[0]) === canonical(order[1]);

function pairByName(
  key: string,
  from: readonly JsonData[],
  fromNames: readonly string[],
  to: readonly JsonData[],
  toNames: readonly string[],
): Paired {
  const fromByName = new Map(fromNames.map((name, i) => [name, from[i]!]));
  const toByName = new Map(toNames.map((name, i) => [name, to[i]!]));
  const all = new Set([...fromNames, ...toNames]);
  const pairs = [...all].map(name => ({
    segment: { key, value: name },
    ...(fromByName.has(name) ? { from: fromByName.get(name)! } : {}),
    ...(toByName.has(name) ? { to: toByName.get(name)! } : {}),
  }));
  return { pairs, order: [fromNames.filter(name => toByName.has(name)), toNames.filter(name => fromByName.has(name))] };
}

/** Largest table for common content, in cells. */
const maxCells = 1_000_000;

/** Equal items are paired in order; items between two such pairs are paired by position. */
function pairByContent(from: readonly JsonData[], to: readonly JsonData[]): Pair[] {
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [commonFrom, commonTo] of [...commonItems(from.map(canonical), to.map(canonical)), [from.length, to.length] as const]) {
    for (; i < commonFrom && j < commonTo; i++, j++) pairs.push({ segment: j, from: from[i]!, to: to[j]! });
    for (; i < commonFrom; i++) pairs.push({ segment: i, from: from[i]! });
    for (; j < commonTo; j++) pairs.push({ segment: j, to: to[j]! });
    i = commonFrom + 1;
    j = commonTo + 1;
  }
  return pairs;
}

/** Positions of a longest common subsequence; none if the lists are too long to search. */
function commonItems(from: readonly string[], to: readonly string[]): [number, number][] {
  const width = to.length + 1;
  if ((from.length + 1) * width > maxCells) return [];
  const lengths = new Uint32Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      const [down, right, both] = [lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!, lengths[(i + 1) * width + j + 1]!];
      lengths[i * width + j] = from[i] === to[j] ? both + 1 : Math.max(down, right);
    }
  }
  const found: [number, number][] = [];
  for (let i = 0, j = 0; i < from.length && j < to.length; ) {
    if (from[i] === to[j]) found.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return found;
}
