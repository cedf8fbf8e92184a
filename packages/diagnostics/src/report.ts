import { type Finding, type Severity, type Span, sortFindings } from './finding.js';
import { LineIndex, type Position } from './line-index.js';

/** A checked file with its findings. */
export interface CheckedFile {
  readonly file: string;
  readonly kind: string;
  readonly errors: number;
  readonly warnings: number;
}

/** Why a file or a folder was not checked. */
export type SkipReason = 'unknown-kind' | 'chart-template' | 'json-with-comments' | 'other-program' | 'skipped-folder';

/** What lay among the inputs of a check and was not checked: a report without findings says nothing of it. */
export interface NotChecked {
  readonly files: readonly { readonly file: string; readonly reason: SkipReason }[];
  /** Documents of checked files whose kind is not known. */
  readonly documents: number;
  /** Documents of checked files whose kind the user asked to skip. */
  readonly skippedDocuments: number;
  /** Files of folders that are neither YAML nor JSON. */
  readonly otherFiles: number;
}

const nothing: NotChecked = { files: [], documents: 0, skippedDocuments: 0, otherFiles: 0 };

/** What a check gives to an output format: sorted findings, the checked files, and the texts to quote from. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly files: readonly CheckedFile[];
  readonly sources: Sources;
  readonly notChecked: NotChecked;
}

/** The texts that findings point into, by file name; line indices are made once, when first asked for. */
export class Sources {
  readonly #texts = new Map<string, string>();
  readonly #indices = new Map<string, LineIndex>();

  add(file: string, text: string): void {
    this.#texts.set(file, text);
    this.#indices.delete(file);
  }

  get(file: string): string | undefined {
    return this.#texts.get(file);
  }

  /** The line index of a file, or undefined when its text is not known. */
  index(file: string): LineIndex | undefined {
    const known = this.#indices.get(file);
    if (known !== undefined) return known;
    const text = this.#texts.get(file);
    if (text === undefined) return undefined;
    const index = new LineIndex(text);
    this.#indices.set(file, index);
    return index;
  }

  /** Where a finding starts and ends; line 1, column 1 for a finding about a whole file. */
  locate(finding: Finding): { readonly start: Position; readonly end: Position } {
    const first: Position = { line: 1, column: 1 };
    const index = this.index(finding.file);
    if (index === undefined || finding.span === undefined) return { start: first, end: first };
    return range(index, finding.span);
  }
}

function range(index: LineIndex, span: Span): { start: Position; end: Position } {
  return { start: index.position(span.start), end: index.position(Math.max(span.start, span.end)) };
}

/** Builds a report: sorts the findings and counts errors and warnings per file. */
export function makeReport(
  checked: readonly { readonly file: string; readonly kind: string }[],
  findings: readonly Finding[],
  sources: Sources,
  notChecked: NotChecked = nothing,
): Report {
  const sorted = sortFindings(findings);
  const errors = tally(sorted, 'error');
  const warnings = tally(sorted, 'warning');
  const files = checked.map(({ file, kind }) => ({ file, kind, errors: errors.get(file) ?? 0, warnings: warnings.get(file) ?? 0 }));
  return { findings: sorted, files, sources, notChecked };
}

function tally(findings: readonly Finding[], severity: Severity): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    if (finding.severity === severity) counts.set(finding.file, (counts.get(finding.file) ?? 0) + 1);
  }
  return counts;
}

/** Counts the findings of a severity. */
export function count(findings: readonly Finding[], severity: Severity): number {
  return findings.reduce((total, finding) => total + (finding.severity === severity ? 1 : 0), 0);
}
