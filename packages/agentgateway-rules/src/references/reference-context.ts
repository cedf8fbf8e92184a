import type { Path, Span } from '@mcpgw/diagnostics';
import { get, isNull, type Node } from '@mcpgw/structure';

/** The input of a reference check, and its function to report findings. */
export interface ReferenceContext {
  readonly root: Node;
  readonly version: string;
  readonly report: (at: Node | Span, path: Path, message: string, suggestion?: string) => void;
}

/** The value of a key, unless it is absent or null. */
export function present(node: Node | undefined, key: string): Node | undefined {
  const value = get(node, key);
  return value === undefined || isNull(value) ? undefined : value;
}
