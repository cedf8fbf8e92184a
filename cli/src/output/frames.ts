import { codeFrame, type Finding, type Report } from '@mcpgw/diagnostics';

/** The code frame of each finding; undefined without a place in a known text, and where the frame would show a secret. */
export function framesOf(report: Report, width?: number): (finding: Finding) => string | undefined {
  const secrets = report.findings.filter(({ rule }) => rule === 'secret-in-clear-text');
  return finding => {
    const index = report.sources.index(finding.file);
    if (index === undefined || finding.span === undefined || secrets.some(secret => shows(report, finding, secret))) return undefined;
    return codeFrame(index, finding.span, width);
  };
}

/** Whether the frame of a finding, which is its first line and the line before it, would show another one, such as a secret. */
function shows({ sources }: Report, finding: Finding, other: Finding): boolean {
  if (finding.file !== other.file) return false;
  const [{ line }, { start, end }] = [sources.locate(finding).start, sources.locate(other)];
  return start.line <= line && end.line >= line - 1;
}
