import type { Finding } from '@mcpgw/diagnostics';

/** The distance from which on a value is of another type than a variant of a union. */
export const mismatch = 1_000_000;

/** How far a value is from a variant: the wrong type at the top weighs most, then keys of the top level, then the rest. */
export function distance(findings: readonly Finding[], depth: number): number {
  let score = 0;
  for (const finding of findings) {
    if (finding.severity !== 'error') continue;
    const below = (finding.path?.length ?? 0) - depth;
    if (finding.rule === 'wrong-type' && below <= 0) score += mismatch;
    else score += below <= 1 ? 100 : 1;
  }
  return score;
}
