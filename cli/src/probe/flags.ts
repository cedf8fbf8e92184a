import type { GatewayFlags } from '../flags.js';

/** The flags of `mcpgw probe`, as commander parses them. */
export interface ProbeFlags extends Omit<GatewayFlags, 'store' | 'allowUnsupported'> {
  readonly server?: readonly string[];
  /** Where the servers are found, instead of in files. */
  readonly from?: 'cluster';
  readonly namespace?: string;
  readonly kubeconfig?: string;
  readonly kubeContext?: string;
  /** The first given flag that says how to connect, so that no gateway is asked. */
  readonly direct?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly maxAttempts: number;
  readonly via?: string;
  readonly header?: readonly string[];
  readonly transport: 'http' | 'streamable-http' | 'sse';
  readonly ca?: string;
  readonly transient403?: readonly string[];
  readonly output: 'text' | 'json' | 'junit' | 'html';
  /** Milliseconds between rounds; absent for one round. */
  readonly watch?: number;
  readonly rounds?: number;
  readonly failOn?: readonly string[];
  readonly prometheus?: string;
}
