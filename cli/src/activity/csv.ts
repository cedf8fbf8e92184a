/**
 * Records as CSV (RFC 4180), one line each. A spreadsheet runs a field that begins with = + - @ as a formula, and records hold names that
 * clients and servers choose: such a field begins with an apostrophe.
 */
import type { ActivityRecord } from '@mcpgw/activity';

const columns = [
  ...['time', 'writer', 'seq', 'type', 'method', 'event', 'caller', 'session', 'client', 'profile', 'server', 'tool', 'via', 'outcome'],
  ...['category', 'mode', 'locked', 'ms', 'request_bytes', 'response_bytes', 'request_id', 'trace_id', 'by', 'reason', 'count'],
  ...['arguments', 'result', 'hash'],
] as const;

/** The first line. */
export const csvHead = `${columns.join(',')}\r\n`;

function field(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = String(value).replace(/[\r\n]+/g, ' ');
  const safe = /^[\s\u200b\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20\t]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The line of a record. Tools of an event are separated by blanks. */
export function csvLine(record: ActivityRecord): string {
  const values: Readonly<Record<string, unknown>> = record.type === 'event' ? { ...record, tool: record.tools?.join(' ') } : { ...record };
  return `${columns.map(name => field(values[name])).join(',')}\r\n`;
}
