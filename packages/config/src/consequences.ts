import { applyEdits, type Finding, formatPath, isFixable, uniqueEdits } from '@mcpgw/diagnostics';

/** Longer texts are checked once: the second look would take as long as the first. */
const maxLength = 2 * 1024 * 1024;

const placeOf = ({ rule, path = [] }: Finding): string => `${rule} ${formatPath(path)}`;

/**
 * The findings without those that are gone once the certain fixes are made: one cause gives one finding. `check` gives the findings of
 * a text that has them.
 */
export function withoutConsequences(
  text: string,
  findings: readonly Finding[],
  check: (fixed: string) => readonly Finding[],
): readonly Finding[] {
  const fixes = uniqueEdits(findings.flatMap(({ fix = [] }) => fix));
  if (fixes.length === 0 || text.length > maxLength || findings.every(isFixable)) return findings;
  const left = new Set(check(applyEdits(text, fixes).text).map(placeOf));
  return findings.filter(finding => isFixable(finding) || left.has(placeOf(finding)));
}
