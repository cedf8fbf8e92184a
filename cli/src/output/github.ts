import type { Finding, Report, Severity } from '@mcpgw/diagnostics';

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/** Prints a report as GitHub Actions workflow commands, one a finding. */
export function formatGithub(report: Report): string {
  return report.findings.map(finding => `${command(report, finding)}\n`).join('');
}

function command(report: Report, finding: Finding): string {
  const { start, end } = report.sources.locate(finding);
  const properties: [string, string | number][] = [
    ['file', finding.file],
    ['line', start.line],
    ['col', start.column],
    ['endLine', end.line],
  ];
  if (end.line === start.line) properties.push(['endColumn', Math.max(start.column, end.column)]);
  properties.push(['title', finding.rule]);
  const listed = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::${commands[finding.severity]} ${listed}::${escapeData(messageOf(finding))}`;
}

function messageOf(finding: Finding): string {
  return finding.suggestion === undefined ? finding.message : `${finding.message}\n${finding.suggestion}`;
}

/** What a command may hold; a control character could drive the terminal that shows the log. */
function escapeData(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
