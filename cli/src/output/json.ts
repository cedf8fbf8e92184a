import { type Finding, formatPath, isFixable, type Report } from '@mcpgw/diagnostics';

/** Prints a report as one JSON object; its schema is published as `findings`. */
export function formatJson(report: Report): string {
  const findings = report.findings.map(finding => jsonFinding(report, finding));
  return `${JSON.stringify({ findings, files: report.files, notChecked: report.notChecked }, null, 2)}\n`;
}

function jsonFinding(report: Report, finding: Finding): Record<string, unknown> {
  const { start } = report.sources.locate(finding);
  return {
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
    file: finding.file,
    line: start.line,
    column: start.column,
    path: formatPath(finding.path ?? []),
    suggestion: finding.suggestion ?? null,
    fixable: isFixable(finding),
  };
}
