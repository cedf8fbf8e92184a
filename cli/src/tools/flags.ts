/** Flags of `mcpgw tools`, as commander parses them. */
interface CommonFlags {
  readonly server?: readonly string[];
  readonly store?: string;
  readonly envFile: readonly string[];
  /** Settings that mcpgw does not support and that may be ignored. */
  readonly allowUnsupported?: readonly string[];
  /** Seconds. */
  readonly timeout?: number;
  readonly quiet?: boolean;
}

export interface ListFlags extends CommonFlags {
  readonly output: 'table' | 'json';
  readonly status?: readonly string[];
  readonly search?: string;
}

export interface DecideFlags extends CommonFlags {
  readonly config?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export type InventoryFlags = CommonFlags;
