/** `mcpgw tools` for people: servers that need attention, then one line per tool, then how to unlock the locked ones. */
import { columns, type ToolsStyle, wrapped } from './columns.js';
import type { ReportedServer, ReportedTool, ToolStatus, ToolsReport } from './report.js';

const statusOrder: readonly ToolStatus[] = [
  'callable',
  'pending_approval',
  'disabled_by_user',
  'disabled_by_config',
  'server_disabled',
  'server_quarantined',
  'login_required',
  'disabled_unknown',
];

const statusText = (status: string): string => status.replaceAll('_', ' ');

const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function serverLines(servers: readonly ReportedServer[], style: ToolsStyle): string[] {
  const notable = servers.filter(({ status }) => status !== 'available');
  const failed = notable.flatMap(({ name, status, reason, advice }) => {
    const line = `${name}: ${style.paint(status, status)}${reason === null ? '' : `: ${reason}`}`;
    return advice === null ? [line] : [line, ...wrapped(`→ ${advice}`, 4, style.width)];
  });
  const odd = servers.filter(({ unusable }) => unusable > 0);
  return [...failed, ...odd.map(({ name, unusable }) => `${name}: ${many(unusable, 'tool')} left out: a name cannot be shown`)];
}

/** One line for all tools with the same lock and remedy; every other tool has its own line. */
function remedyLines(tools: readonly ReportedTool[], style: ToolsStyle): string[] {
  const locked = tools.filter(({ remedy }) => remedy !== null);
  const lines: string[] = [];
  for (const status of statusOrder) {
    const remedies = [...new Set(locked.filter(tool => tool.status === status).map(({ remedy }) => remedy!))];
    if (remedies.length === 0) continue;
    lines.push(`${style.paint(statusText(status), status)}:`);
    lines.push(...remedies.slice(0, maxRemedies).flatMap(remedy => wrapped(`→ ${remedy}`, 4, style.width)));
    if (remedies.length > maxRemedies) lines.push(`    … and ${remedies.length - maxRemedies} more${allAtOnce[status] ?? ''}`);
  }
  return lines;
}

const maxRemedies = 5;
const allAtOnce: Partial<Record<ToolStatus, string>> = {
  pending_approval: ': mcpgw tools approve --all',
  disabled_by_user: ': mcpgw tools enable --all',
};

/** Tools that clients know by another name than `server__tool`. */
function mappedLines(tools: readonly ReportedTool[], style: ToolsStyle): string[] {
  const mapped = tools.filter(tool => tool.mapped);
  const lines = mapped.slice(0, maxMapped).map(({ name, clientName }) => `    ${name} is ${clientName}`);
  if (lines.length === 0) return [];
  const rest = mapped.length - lines.length;
  const more = rest > 0 ? [`    … and ${rest} more: -o json shows them`] : [];
  return [style.paint('names for clients, since some refuse the own ones:', 'bold'), ...lines, ...more];
}

const maxMapped = 20;

function summaryLine({ summary, servers }: ToolsReport): string {
  const counts = statusOrder.filter(status => summary[status] !== undefined).map(status => `${summary[status]} ${statusText(status)}`);
  if (summary.changed !== undefined) counts.push(`${summary.changed} changed since approval`);
  return [`${many(summary.total, 'tool')} of ${many(servers.length, 'server')}`, ...counts].join(', ');
}

/** Prints a report for people. */
export function formatToolsTable(report: ToolsReport, style: ToolsStyle): string {
  const rows = report.tools.map(({ name, status, reason, description }) => [name, statusText(status), reason ?? description]);
  const roles = report.tools.map(({ status }) => status);
  const table = rows.length === 0 ? [] : columns(['TOOL', 'STATUS', 'REASON OR DESCRIPTION'], rows, roles, style);
  const parts = [
    serverLines(report.servers, style),
    table,
    remedyLines(report.tools, style),
    mappedLines(report.tools, style),
    [summaryLine(report)],
  ];
  return `${parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`;
}
