import type { Path } from '@mcpgw/diagnostics';
import type { MapNode, RuleOf } from '@mcpgw/structure';

/** A check that the server makes beyond the types of fields, for every value of some types. Its range is of versions of Kubernetes. */
export interface ObjectRule extends RuleOf<[node: MapNode, context: ObjectContext]> {
  /** Names of the types in the tables to which it applies. */
  readonly on: readonly string[];
}

export interface ObjectContext {
  /** The minor version of Kubernetes 1. */
  readonly minor: number;
  readonly apiVersion: string;
  readonly kind: string;
  /** The type of the value, and the types whose fields it includes. */
  readonly types: readonly string[];
  /** The whole object. */
  readonly root: MapNode;
  /** Reports a problem at a path below the value. The finding points at the deepest part of the path that exists. */
  readonly report: (below: Path, message: string, suggestion?: string) => void;
}
