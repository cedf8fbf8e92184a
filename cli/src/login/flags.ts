import type { ConfigFlags } from '../flags.js';

/** Flags of `mcpgw logout`, as commander parses them. */
export interface LogoutFlags extends ConfigFlags {
  readonly server?: readonly string[];
  readonly user?: string;
  readonly output: 'text' | 'json';
}

/** Flags of `mcpgw login`, as commander parses them. */
export interface LoginFlags extends LogoutFlags {
  readonly list?: boolean;
  readonly browser: boolean;
  /** Milliseconds. */
  readonly timeout?: number;
}
