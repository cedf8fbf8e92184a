/** Matches of one route or rule are alternatives. Static configurations and routes of the Gateway API have the same. */

import type { Path, Severity } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';

/** What of a match decides whether it takes more than the matches beside it. */
export interface Alternative {
  /** Whether it takes only some paths, or only some services of gRPC. */
  readonly hasPath: boolean;
  /** The other conditions that it has, by the names of their fields. */
  readonly conditions: readonly string[];
}

/** A match that takes more than it suggests, as a rule reports it. */
interface EveryPathProblem {
  readonly at: Node;
  readonly path: Path;
  readonly message: string;
  readonly suggestion: string;
  readonly severity: Severity;
}

/**
 * The matches that have other conditions and take every path, although a match beside them has a path. Routes by a header or a parameter,
 * beside those by a path, are usual; by a method they are a mistake.
 */
export function everyPathProblems(
  matches: readonly { readonly node: Node; readonly path: Path }[],
  alternativeOf: (match: Node) => Alternative,
): EveryPathProblem[] {
  const alternatives = matches.map(({ node, path }) => ({ node, path, ...alternativeOf(node) }));
  if (!alternatives.some(({ hasPath }) => hasPath)) return [];
  return alternatives
    .filter(({ hasPath, conditions }) => !hasPath && conditions.length > 0)
    .map(({ node, path, conditions }) => ({
      at: node,
      path,
      message: `matches are alternatives: this one has ${conditions.map(name => `"${name}"`).join(' and ')} and no path, so it takes every path`,
      suggestion: 'write the path and these conditions in one match',
      severity: conditions.includes('method') ? 'warning' : 'info',
    }));
}
