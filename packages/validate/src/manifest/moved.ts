/** Positions in a part of a text, and in the whole. */
import type { Finding, Span } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';

/** Shifts a span by an offset. */
export const movedSpan = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** Shifts the positions of a finding by an offset. */
export function moved(finding: Finding, by: number): Finding {
  if (by === 0) return finding;
  const { span, fix } = finding;
  return {
    ...finding,
    ...(span !== undefined && { span: movedSpan(span, by) }),
    ...(fix !== undefined && { fix: fix.map(edit => ({ ...edit, span: movedSpan(edit.span, by) })) }),
  };
}

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
