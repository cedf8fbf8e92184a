import { quote } from '@mcpgw/go/strconv';
import { decodeBytes } from '@mcpgw/go/values';
import type { Dialect } from './dialect.js';

/** A line that Helm logs while it works; it prints them on stderr. */
export interface Warning {
  readonly level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  readonly message: string;
  /** Further attributes, in order; bytes are always quoted. */
  readonly attributes?: readonly (readonly [key: string, value: string | Uint8Array])[];
  /** The line as Helm 3 writes it, by Go's log with file and line; absent where it writes none. */
  readonly helm3?: string;
}

export type Warn = (warning: Warning) => void;

const plainWord = /^[^\s"=]+$/;

/** As log/slog's text handler (Go 1.26): quoted where a space, a quote, `=` or a character that is not printed is in it. */
function quoteWhereNeeded(value: string | Uint8Array): string {
  if (typeof value !== 'string') return quote(decodeBytes(value));
  const isPlain = plainWord.test(value) && quote(value.replaceAll('\\', '')) === `"${value.replaceAll('\\', '')}"`;
  return isPlain ? value : quote(value);
}

/**
 * The line as Go's slog text handler writes it, e.g. `level=WARN msg="this chart is deprecated"`, or as Helm 3 does; undefined where
 * that writes none.
 */
export function formatWarning({ level, message, attributes = [], helm3 }: Warning, dialect?: Dialect): string | undefined {
  if (dialect && !dialect.logsAttributes) return helm3;
  const pairs = [['level', level], ['msg', message], ...attributes] as const;
  return pairs.map(([key, value]) => `${key}=${quoteWhereNeeded(value)}`).join(' ');
}
