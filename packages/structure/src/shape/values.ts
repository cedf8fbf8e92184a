/** Helpers of the checker for values and structures. */
import type { Path } from '@mcpgw/diagnostics';
import { isNull, type Node } from '../yaml/node.js';
import type { Shape, StructShape } from './shape.js';

export const emptyText = { kind: 'scalar', value: '', text: '', plain: false, isFloat: false } as const;

export const isEmptyText = (node: Node): boolean => node.kind === 'scalar' && node.value === '';

/** Whether a value is the zero value of its type: null, an empty string or list, or a map without keys. */
export function isEmpty(node: Node, shape: Shape): boolean {
  if (node.kind === 'scalar') return node.value === null || node.value === '';
  return node.kind === 'map' ? shape.type === 'map' && node.entries.length === 0 : node.items.length === 0;
}

/** The required fields of a structure, collected once: most structures have many fields and few required ones. */
const required = new WeakMap<StructShape, readonly string[]>();
export function requiredFields(shape: StructShape): readonly string[] {
  let names = required.get(shape);
  if (names === undefined) {
    names = Object.keys(shape.fields).filter(name => shape.fields[name]!.need === 'required');
    required.set(shape, names);
  }
  return names;
}

export function isTagged(node: Node, values: readonly string[]): boolean {
  return node.kind === 'map' && node.entries.length === 1 && values.includes(node.entries[0]!.key) && isNull(node.entries[0]!.value);
}

/** The node at the end of a path, or the deepest one on the way there. */
export function deepest(node: Node, path: Path): Node {
  let current = node;
  for (const step of path) {
    const next: Node | undefined =
      current.kind === 'list'
        ? current.items[step as number]
        : current.kind === 'map'
          ? current.entries.findLast(entry => entry.key === step)?.value
          : undefined;
    if (next === undefined) return current;
    current = next;
  }
  return current;
}
