import type { Report } from '@mcpgw/diagnostics';
import { createLogger } from '@mcpgw/gateway';
import { formatText } from '../output/text.js';
import { say } from '../terminal.js';

/** Prints findings on standard error, as text or, if the log is JSON, as log lines. */
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
