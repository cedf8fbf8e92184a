import { type Finding, type Report, type Severity, workflowCommand } from '@mcpgw/diagnostics';

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/** Prints a report as GitHub Actions workflow commands, one per finding. */
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
  return workflowCommand(commands[finding.severity], properties, messageOf(finding));
}

function messageOf(finding: Finding): string {
  return finding.suggestion === undefined ? finding.message : `${finding.message}\n${finding.suggestion}`;
}
