import { count, type Finding, isFixable, type NotChecked, type Report, type SkipReason, visible } from '@mcpgw/diagnostics';
import { framesOf } from './frames.js';

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
  const frameOf = style.frames ? framesOf(report, style.width) : () => undefined;
  const blocks = report.findings.map(finding => `${block(report, finding, frameOf(finding), style)}\n`);
  return blocks.join('\n') + (blocks.length > 0 ? '\n' : '') + summary(report);
}

function block(report: Report, finding: Finding, frame: string | undefined, style: TextStyle): string {
  const { start } = report.sources.locate(finding);
  const place = style.paint(`${visible(finding.file)}:${start.line}:${start.column}`, 'bold');
  const rows = [
    `${place}  ${style.paint(finding.severity, finding.severity)}  ${visible(finding.message)}  ${style.paint(finding.rule, 'dim')}`,
  ];
  if (frame !== undefined) rows.push(indent(frame));
  if (finding.suggestion !== undefined) rows.push(indent(`help: ${visible(finding.suggestion)}`));
  if (finding.docs !== undefined)
    rows.push(
      indent(style.paint(`see: ${finding.docs.startsWith('http') ? finding.docs : `mcpgw validate --explain ${finding.rule}`}`, 'dim')),
    );
  return rows.join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** The last line: what was checked, what was found, and what was not checked. */
function summary(report: Report): string {
  const fixable = report.findings.filter(isFixable).length;
  const hint = fixable === 0 ? '' : `${plural(fixable, 'finding')} can be fixed with --fix\n`;
  const left = notCheckedParts(report.notChecked);
  return `${checkedFiles(report)}${verdictOf(report.findings)}${left.length === 0 ? '' : `; not checked: ${left.join(', ')}`}\n${hint}`;
}

/** How many files were checked: `2 files checked`. */
export function checkedFiles({ files, notChecked }: Report): string {
  const left = new Set(notChecked.files.map(({ file }) => file));
  return `${plural(files.filter(({ file }) => !left.has(file)).length, 'file')} checked`;
}

function verdictOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return ', nothing wrong found';
  const [errors, warnings, infos] = (['error', 'warning', 'info'] as const).map(severity => count(findings, severity));
  return `: ${plural(errors!, 'error')}, ${plural(warnings!, 'warning')}${infos === 0 ? '' : `, ${plural(infos!, 'info')}`}`;
}

/** What was not checked, counted by the reason. */
export function notCheckedParts({ files, documents, skippedDocuments, otherFiles }: NotChecked): string[] {
  const of = (reason: SkipReason): number => files.filter(file => file.reason === reason).length;
  const parts: readonly (readonly [number, string, string?])[] = [
    [of('unknown-kind'), 'file of unknown kind', 'files of unknown kind'],
    [documents, 'document of unknown kind', 'documents of unknown kind'],
    [skippedDocuments, 'document of a skipped kind', 'documents of skipped kinds'],
    [of('chart-template'), 'template of a chart', 'templates of charts'],
    [of('json-with-comments'), 'settings file of an editor or compiler', 'settings files of editors or compilers'],
    [of('other-program'), 'file of another program', 'files of other programs'],
    [of('skipped-folder'), 'folder'],
    [otherFiles, 'file that is not YAML or JSON', 'files that are not YAML or JSON'],
  ];
  return parts.filter(([number]) => number > 0).map(([number, one, many]) => plural(number, one, many));
}

/** A number with its noun. */
export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}
