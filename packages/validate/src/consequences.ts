import { applyEdits, type Finding, formatPath, isFixable, uniqueEdits } from '@mcpgw/diagnostics';

/** Texts of more characters are checked only once, because the second check takes as long as the first. */
const maxLength = 2 * 1024 * 1024;

const isError = ({ severity }: Finding): boolean => severity === 'error';
const placeOf = ({ rule, path = [] }: Finding): string => `${rule} ${formatPath(path)}`;

/**
 * Removes the findings that disappear once the certain fixes are applied, so that one cause gives one finding. `check` returns the
 * findings of the fixed text. An error that only the fixes of warnings remove is kept: without it, the file would appear to be valid.
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
