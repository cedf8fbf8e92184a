import { codeFrame, count, type Finding, isFixable, type NotChecked, type Report, type SkipReason, visible } from '@mcpgw/diagnostics';

/** Options of the text format; `paint` gets a piece and its role, and may color it. */
export interface TextStyle {
  readonly paint: (text: string, role: 'error' | 'warning' | 'info' | 'dim' | 'bold') => string;
  readonly frames: boolean;
  /** Number of characters of a source line to show, if the terminal has a width. */
  readonly width?: number;
}

export const plainText: TextStyle = { paint: text => text, frames: true };

/** Prints a report for people: one block per finding, with a code frame, then a line of counts. */
export function formatText(report: Report, style: TextStyle = plainText): string {
  const secrets = report.findings.filter(({ rule }) => rule === 'secret-in-clear-text');
  const withFrame = (finding: Finding): boolean => style.frames && !secrets.some(secret => shows(report, finding, secret));
  const blocks = report.findings.map(finding => `${block(report, finding, { ...style, frames: withFrame(finding) })}\n`);
  return blocks.join('\n') + (blocks.length > 0 ? '\n' : '') + summary(report);
}

/** Whether the frame of a finding, which is its first line and the line before it, would show another one, such as a secret. */
function shows({ sources }: Report, finding: Finding, other: Finding): boolean {
  if (finding.file !== other.file) return false;
  const [{ line }, { start, end }] = [sources.locate(finding).start, sources.locate(other)];
  return start.line <= line && end.line >= line - 1;
}

function block(report: Report, finding: Finding, style: TextStyle): string {
  const { start } = report.sources.locate(finding);
  const place = style.paint(`${visible(finding.file)}:${start.line}:${start.column}`, 'bold');
  const rows = [
    `${place}  ${style.paint(finding.severity, finding.severity)}  ${visible(finding.message)}  ${style.paint(finding.rule, 'dim')}`,
  ];
  const index = report.sources.index(finding.file);
  if (style.frames && index !== undefined && finding.span !== undefined) rows.push(indent(codeFrame(index, finding.span, style.width)));
  if (finding.suggestion !== undefined) rows.push(indent(`help: ${visible(finding.suggestion)}`));
  if (finding.docs !== undefined) rows.push(indent(style.paint(`see: ${finding.docs}`, 'dim')));
  return rows.join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** The last line: what was checked, what was found, and what was not checked. */
function summary(report: Report): string {
  const left = new Set(report.notChecked.files.map(({ file }) => file));
  const files = plural(report.files.filter(({ file }) => !left.has(file)).length, 'file');
  const fixable = report.findings.filter(isFixable).length;
  const hint = fixable === 0 ? '' : `${plural(fixable, 'finding')} can be fixed with --fix\n`;
  return `${files} checked${verdict(report.findings)}${notChecked(report.notChecked)}\n${hint}`;
}

function verdict(findings: readonly Finding[]): string {
  if (findings.length === 0) return ', nothing wrong found';
  const [errors, warnings, infos] = (['error', 'warning', 'info'] as const).map(severity => count(findings, severity));
  return `: ${plural(errors!, 'error')}, ${plural(warnings!, 'warning')}${infos === 0 ? '' : `, ${plural(infos!, 'info')}`}`;
}

function notChecked({ files, documents, skippedDocuments, otherFiles }: NotChecked): string {
  const of = (reason: SkipReason): number => files.filter(file => file.reason === reason).length;
  const parts: readonly (readonly [number, string, string?])[] = [
    [of('unknown-kind'), 'file of unknown kind', 'files of unknown kind'],
    [documents, 'document of unknown kind', 'documents of unknown kind'],
    [skippedDocuments, 'document of a skipped kind', 'documents of skipped kinds'],
    [of('chart-template'), 'template of a chart', 'templates of charts'],
    [of('json-with-comments'), 'settings file of an editor or compiler', 'settings files of editors or compilers'],
    [of('skipped-folder'), 'folder'],
    [otherFiles, 'file that is no YAML or JSON', 'files that are no YAML or JSON'],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, one, many]) => plural(number, one, many));
  return said.length === 0 ? '' : `; not checked: ${said.join(', ')}`;
}

function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}
