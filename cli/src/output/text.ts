import { codeFrame, count, type Finding, type Report, visible } from '@mcpgw/diagnostics';

/** How the text format looks; `paint` gets a piece and its role, and may colour it. */
export interface TextStyle {
  readonly paint: (text: string, role: 'error' | 'warning' | 'info' | 'dim' | 'bold') => string;
  readonly frames: boolean;
  /** Characters of a line of source that are shown, where the terminal has a width. */
  readonly width?: number;
}

export const plainText: TextStyle = { paint: text => text, frames: true };

/** Prints a report for people: one block a finding, with a code frame, then a line of counts. */
export function formatText(report: Report, style: TextStyle = plainText): string {
  const blocks = report.findings.map(finding => `${block(report, finding, style)}\n`);
  return blocks.join('\n') + (blocks.length > 0 ? '\n' : '') + summary(report);
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

function summary(report: Report): string {
  const errors = count(report.findings, 'error');
  const warnings = count(report.findings, 'warning');
  const files = plural(report.files.length, 'file');
  if (errors === 0 && warnings === 0) return `${files} checked, nothing wrong found\n`;
  return `${files} checked: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}\n`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
