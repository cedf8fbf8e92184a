import type { Span } from '@mcpgw/diagnostics';
import type { Node } from '../yaml/node.js';

/** The span to report for a node: the whole scalar, or the first key or bracket of a collection. */
export function headSpan(node: Node): Span {
  if (node.kind === 'scalar') return node.span;
  if (node.kind === 'map' && node.entries.length > 0) return node.entries[0]!.keySpan;
  return { start: node.span.start, end: Math.min(node.span.end, node.span.start + 1) };
}
