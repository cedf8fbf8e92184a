/** Keeps the last lines of the log about each server, for the page. */
import { logText } from '@mcpgw/diagnostics';
import type { LogLine } from '@mcpgw/web';
import type { LogFields, Logger } from './logger.js';

const maxLines = 200;
const maxServers = 5000;

function textOf(event: string, { server: _, ...fields }: LogFields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return logText(
    [event, ...given.map(([name, value]) => `${name}=${typeof value === 'string' ? JSON.stringify(value) : value}`)].join(' '),
  );
}

/** A logger that also keeps lines with a field `server`, from the level `info` on. */
export class LogTail implements Logger {
  readonly #logger: Logger;
  readonly #now: () => Date;
  readonly #lines = new Map<string, LogLine[]>();

  constructor(logger: Logger, now: () => Date) {
    this.#logger = logger;
    this.#now = now;
  }

  #keep(level: string, event: string, fields: LogFields = {}): void {
    const { server } = fields;
    if (typeof server !== 'string') return;
    const lines = this.#lines.get(server) ?? [];
    if (lines.length === 0 && this.#lines.size >= maxServers) return;
    this.#lines.set(server, lines);
    lines.push({ time: this.#now().getTime(), level, text: textOf(event, fields) });
    if (lines.length > maxLines) lines.shift();
  }

  /** The lines about a server, oldest first. */
  of(server: string): readonly LogLine[] {
    return this.#lines.get(server) ?? [];
  }

  /** Forgets servers that are gone. */
  keepOnly(servers: ReadonlySet<string>): void {
    for (const server of this.#lines.keys()) if (!servers.has(server)) this.#lines.delete(server);
  }

  isDebug(): boolean {
    return this.#logger.isDebug();
  }

  debug(event: string, fields?: LogFields): void {
    this.#logger.debug(event, fields);
  }

  info(event: string, fields?: LogFields): void {
    this.#keep('info', event, fields);
    this.#logger.info(event, fields);
  }

  warn(event: string, fields?: LogFields): void {
    this.#keep('warn', event, fields);
    this.#logger.warn(event, fields);
  }

  error(event: string, fields?: LogFields): void {
    this.#keep('error', event, fields);
    this.#logger.error(event, fields);
  }
}
