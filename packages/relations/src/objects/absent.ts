/** Objects that are referred to and not given. One view stands for all references to one of them, so that they can be compared. */
import type { Node } from '@mcpgw/structure';
import type { ObjectView, Reference } from './objects.js';

const known = new WeakMap<Node, Map<string, ObjectView>>();
const absent = new WeakSet<ObjectView>();

/** The view of an object that is not given; it has no fields. */
export function absentObject(stream: Node, { group, kind, namespace, name }: Reference): ObjectView {
  const kept = known.get(stream) ?? new Map<string, ObjectView>();
  known.set(stream, kept);
  const key = JSON.stringify([group, kind, namespace, name]);
  const made = kept.get(key) ?? {
    own: false,
    file: -1,
    node: { kind: 'map', entries: [], span: { start: 0, end: 0 } },
    group,
    kind,
    namespace,
    name,
  };
  kept.set(key, made);
  absent.add(made);
  return made;
}

/** Whether a view stands for an object that is not given. */
export const isAbsentObject = (object: ObjectView): boolean => absent.has(object);
