/** Writes one line per event to standard error, as text or JSON. The log contains no arguments, results, headers or keys. */

import { escapeJson, logText, visibleLines } from '@mcpgw/diagnostics';
import type { LogLevel } from '@mcpgw/mcp-config';

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Logger {
  /** Whether lines of the level `debug` are written. Callers ask before they make many of them. */
  isDebug(): boolean;
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
}

const weights: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Longest value of a field. */
const maxField = 2000;

/** Escapes line ends as JSON does, so that a text of a server cannot begin a line of its own. */
function plain(text: string): string {
  return visibleLines(text.length > maxField ? `${text.slice(0, maxField)}…` : text);
}

function valueText(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  const text = plain(value);
  return /^[\w.:/@+-]+$/.test(text) ? text : JSON.stringify(text);
}

function line(level: LogLevel, event: string, fields: LogFields, format: LogSettings['format'], now: Date): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string | number | boolean | null] => entry[1] !== undefined);
  if (format === 'json') {
    const values = given.map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value]);
    return escapeJson(`${JSON.stringify({ time: now.toISOString(), level, event, ...Object.fromEntries(values) })}\n`);
  }
  const rest = given.map(([name, value]) => ` ${name}=${valueText(value)}`).join('');
  return logText(`${now.toISOString()} ${level.padEnd(5)} ${event}${rest}\n`);
}

/** Makes a logger. Its settings may change while it is used. `also` is given what is written, before it becomes a line. */
export function createLogger(
  settings: () => LogSettings,
  write: (line: string) => void = text => void process.stderr.write(text),
  now: () => Date = () => new Date(),
  also: (level: LogLevel, event: string, fields: LogFields) => void = () => {},
): Logger {
  const log =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      const { level: least, format } = settings();
      if (weights[level] < weights[least]) return;
      write(line(level, event, fields, format, now()));
      also(level, event, fields);
    };
  return { isDebug: () => settings().level === 'debug', debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}

export const silentLogger: Logger = { isDebug: () => false, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
