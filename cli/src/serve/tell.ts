import type { Report } from '@mcpgw/diagnostics';
import { createLogger } from '@mcpgw/gateway';
import { formatText } from '../output/text.js';
import { say } from '../terminal.js';

/** Findings go to standard error as all talk does, for people or, where the log is JSON, as lines of it. */
export function tell(report: Report, format: 'text' | 'json'): void {
  const { findings, sources } = report;
  if (findings.length === 0) return;
  if (format === 'text') {
    say(formatText(report));
    return;
  }
  const logger = createLogger(() => ({ level: 'info', format }));
  const write = { error: logger.error, warning: logger.warn, info: logger.info };
  for (const finding of findings) {
    const { rule, message, file, severity, suggestion } = finding;
    const { line, column } = sources.locate(finding).start;
    write[severity]('configuration', { file, line, column, rule, message, suggestion });
  }
}
