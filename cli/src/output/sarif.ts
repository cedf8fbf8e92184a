import { type Finding, formatPath, type Report, type Severity, visible, visibleLines } from '@mcpgw/diagnostics';

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

/** Properties of a rule in SARIF besides its id. */
export interface RuleInfo {
  readonly id: string;
  readonly severity: Severity;
  readonly why: string;
  /** The address of its page: a web address if the documentation is published, otherwise a path. */
  readonly docs: string;
  /** Its page for a terminal, and as Markdown. */
  readonly page: { readonly text: string; readonly markdown: string };
}

/** Prints a report as SARIF 2.1.0. `rules` describes rules by id; an id without a description is listed by its name alone. */
export function formatSarif(report: Report, version: string, rules: ReadonlyMap<string, RuleInfo>): string {
  const ids = [...new Set(report.findings.map(finding => finding.rule))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcpgw', version, rules: ids.map(id => sarifRule(id, rules.get(id))) } },
        columnKind: 'utf16CodeUnits',
        artifacts: report.files.map(file => ({ location: { uri: uri(file.file) } })),
        results: report.findings.map(finding => result(report, finding, ids)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** SARIF 2.1.0, 3.49.12 asks for an absolute address in `helpUri`; without one, `help` holds the whole page. */
function sarifRule(id: string, info: RuleInfo | undefined): Record<string, unknown> {
  if (info === undefined) return { id, name: id };
  return {
    id,
    name: id,
    shortDescription: { text: info.why },
    fullDescription: { text: info.why },
    help: info.page,
    ...(/^https?:/.test(info.docs) ? { helpUri: info.docs } : {}),
    defaultConfiguration: { level: levels[info.severity] },
  };
}

function result(report: Report, finding: Finding, ids: readonly string[]): Record<string, unknown> {
  const { start, end } = report.sources.locate(finding);
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  const text = finding.suggestion === undefined ? finding.message : `${finding.message}. ${finding.suggestion}`;
  return {
    ruleId: finding.rule,
    ruleIndex: ids.indexOf(finding.rule),
    level: levels[finding.severity],
    message: { text: messageText(text) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uri(finding.file) }, region },
        logicalLocations: [{ fullyQualifiedName: visible(formatPath(finding.path ?? [])) }],
      },
    ],
  };
}

/** Viewers make a link of `[text](address)` (SARIF 2.1.0, 3.11.6): a space prevents untrusted text from becoming one. */
const messageText = (text: string): string => visibleLines(text).replace(/\](?=\()/g, '] ');

function uri(file: string): string {
  return file === '<stdin>' ? 'stdin' : encodeURI(file.replaceAll('\\', '/')).replace(/[#?:]/g, encodeURIComponent);
}
