import { applyEdits, type Finding, formatPath, isFixable, uniqueEdits } from '@mcpgw/diagnostics';

/** Longer texts are checked once: the second look would take as long as the first. */
const maxLength = 2 * 1024 * 1024;

const isError = ({ severity }: Finding): boolean => severity === 'error';
const placeOf = ({ rule, path = [] }: Finding): string => `${rule} ${formatPath(path)}`;

/**
 * The findings without those that are gone once the certain fixes are made: one cause gives one finding. `check` gives the findings of
 * a text that has them. An error stays where only the fixes of warnings remove it: the text with the warnings alone would seem right.
 */
export function withoutConsequences(
  text: string,
  findings: readonly Finding[],
  check: (fixed: string) => readonly Finding[],
): readonly Finding[] {
  const fixable = findings.filter(isFixable);
  if (fixable.length === 0 || text.length > maxLength || fixable.length === findings.length) return findings;
  const leftAfter = (causes: readonly Finding[]): ReadonlySet<string> | undefined => {
    const fixes = uniqueEdits(causes.flatMap(({ fix = [] }) => fix));
    return fixes.length === 0 ? undefined : new Set(check(applyEdits(text, fixes).text).map(placeOf));
  };
  const all = leftAfter(fixable);
  const errors = fixable.filter(isError);
  const ofErrors = errors.length === fixable.length ? all : leftAfter(errors);
  return findings.filter(finding => {
    const left = isError(finding) ? ofErrors : all;
    return isFixable(finding) || left === undefined || left.has(placeOf(finding));
  });
}
