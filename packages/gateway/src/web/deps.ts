/** What the page needs of the gateway. The gateway's own objects are fitted to it where the page is mounted. */
import type { SourceTool } from '../sources/source.js';

/** Why a tool cannot be called; the names are those of `retrieve_tools`. */
export type LockReason =
  | 'server_disabled'
  | 'server_quarantined'
  | 'disabled_by_config'
  | 'disabled_by_user'
  | 'pending_approval'
  | 'disabled_unknown';

/** A configured server as the page shows it: a subset of the gateway's `UpstreamState`. */
export interface PageServer {
  readonly name: string;
  readonly protocol: string;
  readonly enabled: boolean;
  readonly quarantined: boolean;
  readonly trustMode: string;
  readonly connection: {
    readonly state: 'disabled' | 'connecting' | 'ready' | 'waiting' | 'failed';
    readonly status?: string;
    readonly error: string | null;
    readonly attempts: number;
    /** Milliseconds since the epoch, as `since`. */
    readonly nextAttemptAt?: number;
    readonly since: number;
  };
  readonly tools: readonly SourceTool[];
  /** Listed tools that cannot be used, and why. */
  readonly omittedTools?: readonly { readonly tool: string; readonly reason: string }[];
  readonly serverInfo?: string;
  readonly protocolVersion?: string;
}

/** What is on record about a tool that waits for approval or was approved. */
export interface PageRecord {
  readonly status: 'approved' | 'pending' | 'changed';
  readonly currentHash: string;
  /** What was approved, where the tool changed since. */
  readonly previousDescription?: string;
  readonly previousSchema?: unknown;
  readonly previousOutputSchema?: unknown;
}

/** `stale`: the tool is not the one whose hash was given, so that nobody approves what he has not seen. */
export type ActionOutcome = 'done' | 'stale' | 'unknown';

export interface WebDeps {
  /** Version of the gateway, for the foot of the page. */
  readonly version: string;
  /** Whether the configuration forbids every action. */
  readOnly(): boolean;
  servers(): readonly PageServer[];
  /** undefined: the tool can be called. */
  statusOf(server: string, tool: string): LockReason | undefined;
  record(server: string, tool: string): PageRecord | undefined | Promise<PageRecord | undefined>;
  approve(server: string, tool: string, hash: string, by: string): Promise<ActionOutcome>;
  setEnabled(server: string, tool: string, enabled: boolean, by: string): Promise<ActionOutcome>;
  restart(server: string): Promise<void>;
  /** Calls `listener` after anything changed that the page shows. */
  onChange(listener: () => void): () => void;
  /** Why the configuration on disk is not the one that runs, where it was refused. */
  refusedConfiguration?(): string | undefined;
  /** Called with what went wrong inside, for the log. */
  onError?(error: unknown): void;
}
