import type { Finding } from '@mcpgw/diagnostics';

/** From this distance on, a value and a variant of a union have different types. */
export const mismatch = 1_000_000;

/** The distance of a value from a variant. A wrong type at the top counts most, then keys of the top level, then the rest. */
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
