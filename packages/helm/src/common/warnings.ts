import { quote } from '@mcpgw/go/strconv';
import { decodeBytes } from '@mcpgw/go/values';
import type { Dialect } from './dialect.js';

/** A line that Helm logs during its work and prints to stderr. */
export interface Warning {
  readonly level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  readonly message: string;
  /** Additional attributes in order. Bytes are always quoted. */
  readonly attributes?: readonly (readonly [key: string, value: string | Uint8Array])[];
  /** The line as Helm 3 writes it with Go's log, file and line included; absent if Helm 3 writes none. */
  readonly helm3?: string;
}

/** Receives the lines that Helm logs. */
export type Warn = (warning: Warning) => void;

const plainWord = /^[^\s"=]+$/;

/** Quotes a value as log/slog's text handler (Go 1.26) does: if it contains a space, a quote, `=` or an unprintable character. */
function quoteWhereNeeded(value: string | Uint8Array): string {
  if (typeof value !== 'string') return quote(decodeBytes(value));
  const isPlain = plainWord.test(value) && quote(value.replaceAll('\\', '')) === `"${value.replaceAll('\\', '')}"`;
  return isPlain ? value : quote(value);
}

/**
 * Formats a line as Go's slog text handler does, e.g. `level=WARN msg="this chart is deprecated"`, or as Helm 3 does; undefined if Helm 3
 * writes none.
 */
export function formatWarning({ level, message, attributes = [], helm3 }: Warning, dialect?: Dialect): string | undefined {
  if (dialect && !dialect.logsAttributes) return helm3;
  const pairs = [['level', level], ['msg', message], ...attributes] as const;
  return pairs.map(([key, value]) => `${key}=${quoteWhereNeeded(value)}`).join(' ');
}
