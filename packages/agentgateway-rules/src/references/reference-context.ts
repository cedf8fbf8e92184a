import type { Path, Span } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';

/** The input of a reference check, and its function to report findings. */
export interface ReferenceContext {
  readonly root: Node;
  readonly version: string;
  readonly report: (at: Node | Span, path: Path, message: string, suggestion?: string) => void;
}
