import type { ConfigFlags, GatewayFlags } from '../flags.js';

/** Flags of the list. */
export interface ListActivityFlags extends GatewayFlags {
  readonly output: 'text' | 'wide' | 'json' | 'jsonl' | 'csv';
  readonly limit: number;
  readonly follow?: boolean;
  readonly type?: 'call' | 'event';
  readonly server?: readonly string[];
  readonly tool?: readonly string[];
  readonly caller?: readonly string[];
  readonly client?: readonly string[];
  readonly session?: readonly string[];
  readonly outcome?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

/** Flags of the verification. */
export interface VerifyFlags extends ConfigFlags {
  readonly head?: string;
  readonly output: 'text' | 'json';
}
