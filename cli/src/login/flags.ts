/** Flags of `mcpgw logout`, as commander parses them. */
export interface LogoutFlags {
  readonly config?: string;
  readonly user?: string;
  readonly store?: string;
  readonly envFile: readonly string[];
  readonly allowUnsupported: readonly string[];
  readonly output: 'text' | 'json';
}

/** Flags of `mcpgw login`, as commander parses them. */
export interface LoginFlags extends LogoutFlags {
  readonly list?: boolean;
  readonly browser: boolean;
  /** Seconds. */
  readonly timeout?: number;
}
