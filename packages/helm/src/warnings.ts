import type { Dialect } from './dialect.js';

/** A line that Helm logs while it works; it prints them on stderr. */
export interface Warning {
  readonly level: 'INFO' | 'WARN';
  readonly message: string;
  /** Further attributes, in order. */
  readonly attributes?: readonly (readonly [key: string, value: string])[];
  /** The line as Helm 3 writes it, by Go's log with file and line; absent where it writes none. */
  readonly helm3?: string;
}

export type Warn = (warning: Warning) => void;

const plainWord = /^[^\s"=\u0000-\u001f\u007f]+$/;

const quoteWhereNeeded = (text: string): string => (plainWord.test(text) ? text : JSON.stringify(text));

/**
 * The line as Go's slog text handler writes it, e.g. `level=WARN msg="this chart is deprecated"`, or as Helm 3 does; undefined where
 * that writes none.
 */
export function formatWarning({ level, message, attributes = [], helm3 }: Warning, dialect?: Dialect): string | undefined {
  if (dialect && !dialect.logsAttributes) return helm3;
  const pairs = [['level', level], ['msg', message], ...attributes] as const;
  return pairs.map(([key, value]) => `${key}=${quoteWhereNeeded(value)}`).join(' ');
}
