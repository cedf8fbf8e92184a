import type { GatewayFlags } from '../flags.js';

/** Flags of `mcpgw tools`, as commander parses them. */
interface CommonFlags extends GatewayFlags {
  readonly server?: readonly string[];
  /** Milliseconds. */
  readonly timeout?: number;
}

export interface ListFlags extends CommonFlags {
  readonly output: 'text' | 'json';
  readonly status?: readonly string[];
  readonly search?: string;
}

export interface DecideFlags extends CommonFlags {
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Flags of `mcpgw tools show` and `diff`. */
export interface ShowFlags extends CommonFlags {
  readonly output: 'text' | 'json';
}

export type InventoryFlags = CommonFlags;
