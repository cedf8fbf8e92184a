/** The state of a gateway from which items are made. */
import type { RecorderStatus } from '@mcpgw/activity';
import type { LoginInfo } from '@mcpgw/login';
import type { UpstreamState } from '@mcpgw/upstreams';

/** A server, with what waits there for a person. */
export interface AttentionServer extends Pick<UpstreamState, 'name' | 'enabled' | 'quarantined' | 'connection' | 'omittedTools'> {
  /** The decision of a person that keeps the server off; `at` in ISO 8601. */
  readonly switched?: { readonly to: 'disabled' | 'quarantined'; readonly by: string; readonly at: string } | undefined;
  /** Names of tools that nobody has approved yet. */
  readonly fresh: readonly string[];
  /** Tools that changed since they were approved, with the hash of what they are now. */
  readonly changed: readonly { readonly name: string; readonly hash: string }[];
  /** Names of tools that are left out because their names would lead to other tools. */
  readonly unnamed: readonly string[];
  /** Why the approvals of the server cannot be read or written. */
  readonly approvalsFault?: { readonly kind: 'unreadable' | 'unwritable'; readonly reason: string };
}

/** Room on the disk of a folder, in bytes. */
export interface DiskRoom {
  readonly folder: string;
  readonly free: number;
  readonly total: number;
}

/** What is measured from time to time. */
export interface Measured {
  readonly disk?: DiskRoom;
  /** Milliseconds that the clock of this machine is ahead of that of the store; negative if it is behind. */
  readonly clockAheadMs?: number;
  readonly logins?: readonly LoginInfo[];
  /** Why the logins cannot be read. */
  readonly loginsFault?: string;
}

export interface AttentionState extends Measured {
  readonly servers: readonly AttentionServer[];
  /** Why the store does not answer. */
  readonly storeFault?: string;
  /** Why the store takes no sessions, which are then in the memory of the gateway alone. */
  readonly sessionsFault?: string;
  /** Why the configuration on disk is not in effect. */
  readonly refused?: { readonly at: Date; readonly reason: string };
  /** Settings that differ on disk and take effect at the next start. */
  readonly needsRestart: readonly string[];
  readonly record?: RecorderStatus;
  /** The command that approves the waiting tools of a server. */
  readonly approveCommand?: (server: string) => string | undefined;
}
