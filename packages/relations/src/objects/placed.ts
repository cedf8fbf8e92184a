/** Nodes with their paths. */
import type { Path } from '@mcpgw/diagnostics';
import { at, items, type Node } from '@mcpgw/structure';

/** A node with its path. */
export interface PlacedNode {
  readonly node: Node;
  readonly path: Path;
}

/** The items of a list below a node, with their paths. */
export const placed = (node: Node | undefined, path: Path, ...keys: string[]): PlacedNode[] =>
  items(at(node, ...keys)).map((item, index) => ({ node: item, path: [...path, ...keys, index] }));
