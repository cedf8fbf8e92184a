import type { Path } from '@mcpgw/diagnostics';
import type { MapNode, RuleSummary } from '@mcpgw/structure';

/** What the server refuses beyond the types of fields: a rule looks at every value of some types. */
export interface ObjectRule extends RuleSummary {
  /** Names of the types of the tables that it looks at. */
  readonly on: readonly string[];
  readonly check: (node: MapNode, context: ObjectContext) => void;
}

export interface ObjectContext {
  /** The minor version of Kubernetes 1. */
  readonly minor: number;
  readonly apiVersion: string;
  readonly kind: string;
  /** The type of the value that is looked at, and the types whose fields it takes in. */
  readonly types: readonly string[];
  /** The whole object. */
  readonly root: MapNode;
  /** Says what is wrong at a path below the value; points at the deepest part of the path that exists. */
  readonly report: (below: Path, message: string, suggestion?: string) => void;
}
