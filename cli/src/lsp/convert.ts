/** Findings as the protocol has them. */

import { pathToFileURL } from 'node:url';
import { type Edit, type Finding, formatPath, type Severity, type Span } from '@mcpgw/diagnostics';
import { type Diagnostic, DiagnosticSeverity, type Range, type TextEdit } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** The range of a span; the start of the document for a finding about the whole file. */
export function rangeOf(document: TextDocument, { start, end }: Span = { start: 0, end: 0 }): Range {
  return { start: document.positionAt(start), end: document.positionAt(Math.max(start, end)) };
}

export const textEdits = (document: TextDocument, edits: readonly Edit[]): TextEdit[] =>
  edits.map(({ span, text }) => ({ range: rangeOf(document, span), newText: text }));

/**
 * A finding as a diagnostic: the rule is the code, its page the description of the code. `docs` is the address of a page, or its path;
 * `docsFolder` is the folder on this machine in which such a path lies, if there is one.
 */
export function diagnosticOf(document: TextDocument, finding: Finding, docsFolder: string | undefined): Diagnostic {
  const { rule, severity, message, suggestion, docs } = finding;
  const href = docs === undefined ? undefined : pageOf(docs, docsFolder);
  return {
    range: rangeOf(document, finding.span),
    severity: severities[severity],
    source: 'mcpgw',
    code: rule,
    ...(href !== undefined && { codeDescription: { href } }),
    message: suggestion === undefined ? message : `${message}\nfix: ${suggestion}`,
  };
}

function pageOf(docs: string, folder: string | undefined): string | undefined {
  if (/^https?:/.test(docs)) return docs;
  return folder === undefined ? undefined : new URL(docs, `${pathToFileURL(folder).href}/`).href;
}

/** What makes two findings about a document the same one, wherever they stand. */
export const identityOf = ({ rule, severity, message, path = [] }: Finding): string => `${rule} ${severity} ${formatPath(path)} ${message}`;

/** The region in which two texts differ, as spans of each. */
export function difference(before: string, after: string): { readonly before: Span; readonly after: Span } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let same = 0;
  while (same < most - start && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same++;
  return { before: { start, end: before.length - same }, after: { start, end: after.length - same } };
}

/** Findings about one text at their places in another; those inside the changed region are left out. */
export function moved(findings: readonly Finding[], before: string, after: string): readonly Finding[] {
  if (before === after || findings.length === 0) return findings;
  const changed = difference(before, after);
  const shift = changed.after.end - changed.before.end;
  const move = (span: Span): Span | undefined => {
    if (span.end <= changed.before.start) return span;
    return span.start >= changed.before.end ? { start: span.start + shift, end: span.end + shift } : undefined;
  };
  return findings.flatMap(finding => {
    if (finding.span === undefined) return [finding];
    const span = move(finding.span);
    const { fix: _fix, ...rest } = finding;
    return span === undefined ? [] : [{ ...rest, span }];
  });
}
