/** Flags of `mcpgw serve`, as commander parses them. */
export interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
  readonly stdio?: boolean;
  readonly envFile: readonly string[];
  /** Settings that mcpgw does not support and that may be ignored. */
  readonly allowUnsupported?: readonly string[];
  readonly store?: string;
  readonly output?: 'text' | 'json';
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error';
  readonly readOnly?: boolean;
  readonly page: boolean;
  readonly watch: boolean;
  readonly check?: boolean;
}
