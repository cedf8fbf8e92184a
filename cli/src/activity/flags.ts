/** Flags of `mcpgw activity`, as commander parses them. */
export interface AccessFlags {
  readonly config?: string;
  readonly store?: string;
  readonly envFile: readonly string[];
  /** Settings that mcpgw does not support and that may be ignored. */
  readonly allowUnsupported?: readonly string[];
}

/** Flags of the list. */
export interface ListActivityFlags extends AccessFlags {
  readonly output: 'table' | 'wide' | 'json' | 'jsonl' | 'csv';
  readonly limit: number;
  readonly follow?: boolean;
  readonly type?: 'call' | 'event';
  readonly server?: readonly string[];
  readonly tool?: readonly string[];
  readonly caller?: readonly string[];
  readonly session?: readonly string[];
  readonly outcome?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

/** Flags of the verification. */
export interface VerifyFlags extends AccessFlags {
  readonly head?: string;
  readonly output: 'text' | 'json';
}
