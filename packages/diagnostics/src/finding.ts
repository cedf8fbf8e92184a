import type { RuleId } from './rule-id.js';

/** How much a finding weighs: an error stops a deploy, a warning does so only with `--strict`, info never does. */
export type Severity = 'error' | 'warning' | 'info';

/** A half-open range of UTF-16 offsets in the source text. Lines and columns are computed only for output. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The location of a value in its document: map keys and list indices, from the root. */
export type Path = readonly (string | number)[];

/** One replacement in the text of the finding's file. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** One error or doubt about a file that a person wrote. */
export interface Finding {
  /** Id of the rule; also the name of its documentation. */
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly message: string;
  /** The file as the user named it; `<stdin>` for standard input. */
  readonly file: string;
  /** Absent when the finding is about the file as a whole. */
  readonly span?: Span;
  readonly path?: Path;
  /** How to fix it, as a sentence. */
  readonly suggestion?: string;
  /** Anchor in the project's documentation. */
  readonly docs?: string;
  /** Edits that certainly fix it, without changing anything else. */
  readonly fix?: readonly Edit[];
}

/** Whether `--fix` fixes it. */
export const isFixable = ({ fix = [] }: Finding): boolean => fix.length > 0;

const severityRank: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Orders by file, position, severity and rule, so that output never depends on the order of the checks. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file, b.file) ||
    (a.span?.start ?? 0) - (b.span?.start ?? 0) ||
    severityRank[a.severity] - severityRank[b.severity] ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Sorts findings and removes duplicates at the same position. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort(compareFindings);
  return sorted.filter((finding, index) => index === 0 || compareFindings(sorted[index - 1]!, finding) !== 0);
}

/** Writes a path as `binds[0].listeners[1].name`; keys that are not plain names are quoted: `headers["x y"]`. */
export function formatPath(path: Path): string {
  let out = '';
  for (const step of path) {
    if (typeof step === 'number') out += `[${step}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(step)) out += out === '' ? step : `.${step}`;
    else out += `[${JSON.stringify(step)}]`;
  }
  return out;
}
