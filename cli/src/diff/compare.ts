/** The difference of two values, field by field. */
import { canonical, isList, isMap, type JsonData, own } from '../json.js';
import { readEmbedded } from './embedded.js';
import { isOrdered, pairItems } from './lists.js';
import type { FieldPath } from './path.js';

export interface Change {
  readonly path: FieldPath;
  readonly op: 'add' | 'remove' | 'replace' | 'reorder';
  /** Absent if the field was added. */
  readonly from?: JsonData;
  /** Absent if the field was removed. */
  readonly to?: JsonData;
}

/** Every change that leads from one value to the other, in the order of the fields. */
export function compareValues(from: JsonData | undefined, to: JsonData | undefined, path: FieldPath = []): Change[] {
  if (from === undefined) return to === undefined ? [] : [{ path, op: 'add', to }];
  if (to === undefined) return [{ path, op: 'remove', from }];
  if (isMap(from) && isMap(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...keys].flatMap(key => compareValues(own(from, key), own(to, key), [...path, key]));
  }
  if (isList(from) && isList(to)) return compareLists(from, to, path);
  if (typeof from === 'string' && typeof to === 'string' && from !== to) return compareTexts(from, to, path);
  return canonical(from) === canonical(to) ? [] : [{ path, op: 'replace', from, to }];
}

function compareLists(from: readonly JsonData[], to: readonly JsonData[], path: FieldPath): Change[] {
  const { pairs, order } = pairItems(from, to);
  const changes = pairs.flatMap(pair => compareValues(pair.from, pair.to, [...path, pair.segment]));
  if (order === undefined || !isOrdered(path.at(-1)) || canonical(order[0]) === canonical(order[1])) return changes;
  return [...changes, { path, op: 'reorder', from: order[0], to: order[1] }];
}

/** Texts that contain YAML or JSON files are compared as data; comments and layout do not count. */
function compareTexts(from: string, to: string, path: FieldPath): Change[] {
  const [before, after] = [readEmbedded(from, path), readEmbedded(to, path)];
  return before === undefined || after === undefined ? [{ path, op: 'replace', from, to }] : compareValues(before, after, path);
}
