import { movedSpan } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';

/** Shifts the positions of a node by an offset. Nodes that aliases share stay shared. */
export function movedNode(node: Node, by: number, known: Map<Node, Node>): Node {
  const done = known.get(node);
  if (done !== undefined) return done;
  const span = movedSpan(node.span, by);
  const made: Node =
    node.kind === 'map'
      ? {
          kind: 'map',
          entries: node.entries.map(({ key, keySpan, value }) => ({
            key,
            keySpan: movedSpan(keySpan, by),
            value: movedNode(value, by, known),
          })),
          span,
        }
      : node.kind === 'list'
        ? { kind: 'list', items: node.items.map(item => movedNode(item, by, known)), span }
        : { ...node, span };
  known.set(node, made);
  return made;
}
