/** Formats decoded nodes as fmt's %#v does, for messages that quote a map key. */

import { formatFloat } from '../strconv/float.js';
import { quote } from '../strconv/quote.js';
import { compareStrings } from '../values/bytes.js';
import { resolve, type Scalar, shortTag } from './resolve.js';
import { ALIAS_NODE, MAPPING_NODE, SCALAR_NODE, type Tape } from './tape.js';

/** Deeper values are cut, because the text is used only in a message. */
const maxDepth = 500;

/** Go's type of a decoded scalar, as %s prints a reflect.Type. */
export function goType(value: Scalar): string {
  if (value === null) return '%!s(<nil>)';
  if (typeof value === 'bigint') return value >= 2n ** 63n ? 'uint64' : 'int';
  if (typeof value === 'number') return 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function scalarOf(tape: Tape, node: number): Scalar {
  const text = tape.scalar(node);
  const tag = tape.tags.get(node);
  if (tag === undefined) return tape.isPlain(node) ? resolve('', text).value : text;
  return resolve(shortTag(tag), text).value;
}

function scalarSyntax(value: Scalar, nil: string): string {
  if (value === null) return nil;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return value >= 2n ** 63n ? `0x${value.toString(16)}` : String(value);
  return typeof value === 'number' ? formatFloat(value, 'g', -1, 64) : String(value);
}

/** The node's value in Go syntax, with maps in the order of their keys. */
export function goSyntax(tape: Tape, node: number, depth = 0): string {
  const nil = depth === 0 ? '<nil>' : 'interface {}(nil)';
  if (depth > maxDepth) return nil;
  const kind = tape.kind(node);
  if (kind === ALIAS_NODE) return goSyntax(tape, tape.aliasTarget(node), depth + 1);
  if (kind === SCALAR_NODE) return scalarSyntax(scalarOf(tape, node), nil);
  const items: string[] = [];
  const end = tape.next(node);
  if (kind !== MAPPING_NODE) {
    for (let item = node + 1; item < end; item = tape.next(item)) items.push(goSyntax(tape, item, depth + 1));
    return `[]interface {}{${items.join(', ')}}`;
  }
  const entries = new Map<string, string>();
  for (let key = node + 1; key < end; ) {
    const value = tape.next(key);
    entries.set(goSyntax(tape, key, depth + 1), goSyntax(tape, value, depth + 1));
    key = tape.next(value);
  }
  const rank = (key: string) => (key === 'interface {}(nil)' ? 0 : 1);
  const sorted = [...entries].sort(([a], [b]) => rank(a) - rank(b) || compareStrings(a, b));
  return `map[interface {}]interface {}{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}
