/** Matches of one route or rule are alternatives. Static configurations and routes of the Gateway API have the same. */

import type { Severity } from '@mcpgw/diagnostics';

/** What of a match decides whether it takes more than the matches beside it. */
export interface Alternative {
  /** Whether it takes only some paths, or only some services of gRPC. */
  readonly hasPath: boolean;
  /** The other conditions that it has, by the names of their fields. */
  readonly conditions: readonly string[];
}

/** The indexes of the matches that have other conditions and take every path, although a match beside them has a path. */
export function matchesOfEveryPath(matches: readonly Alternative[]): number[] {
  if (!matches.some(({ hasPath }) => hasPath)) return [];
  return matches.flatMap(({ hasPath, conditions }, index) => (hasPath || conditions.length === 0 ? [] : [index]));
}

/** What a rule says about such a match. Routes by a header or a parameter, beside those by a path, are usual; by a method they are a mistake. */
export const everyPathProblem = ({ conditions }: Alternative): { readonly message: string; readonly severity: Severity } => ({
  message: `matches are alternatives: this one has ${conditions.map(name => `"${name}"`).join(' and ')} and no path, so it takes every path`,
  severity: conditions.includes('method') ? 'warning' : 'info',
});
