import { type CheckedFile, type Finding, formatPath, type Report, xmlAttribute, xmlText } from '@mcpgw/diagnostics';
import { groupByFile } from './by-file.js';

/** Prints a report as JUnit XML: one suite per file, one failed case per error or warning; a clean file is one passed case. */
export function formatJunit(report: Report): string {
  const byFile = groupByFile(report.findings);
  const known = new Set(report.files.map(file => file.file));
  const others = [...byFile.keys()].filter(file => !known.has(file)).map(file => ({ file, kind: 'unknown', errors: 0, warnings: 0 }));
  const suites = [...report.files, ...others].map(file => suite(report, file, byFile.get(file.file) ?? []));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mcpgw validate">\n${suites.join('')}</testsuites>\n`;
}

function suite(report: Report, checked: CheckedFile, findings: readonly Finding[]): string {
  const failures = findings.filter(finding => finding.severity !== 'info').length;
  const cases =
    findings.length === 0
      ? [`    <testcase classname="${xmlAttribute(checked.file)}" name="${xmlAttribute(checked.kind)}"/>\n`]
      : findings.map(finding => testcase(report, finding));
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
  return `  <testsuite name="${xmlAttribute(checked.file)}" ${counts}>\n${cases.join('')}  </testsuite>\n`;
}

function testcase(report: Report, finding: Finding): string {
  const { start } = report.sources.locate(finding);
  const place = `${finding.file}:${start.line}:${start.column}`;
  const head = `    <testcase classname="${xmlAttribute(finding.file)}" name="${xmlAttribute(`${finding.rule} at ${place}`)}"`;
  const body = [place, formatPath(finding.path ?? []), finding.message, finding.suggestion ?? ''].filter(line => line !== '').join('\n');
  if (finding.severity === 'info') return `${head}>\n      <system-out>${xmlText(body)}</system-out>\n    </testcase>\n`;
  return `${head}>\n      <failure type="${finding.severity}" message="${xmlAttribute(finding.message)}">${xmlText(body)}</failure>\n    </testcase>\n`;
}
