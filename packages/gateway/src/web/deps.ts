/** What the page needs of the gateway. The gateway's own objects are fitted to it where the page is mounted. */
import type { DisabledToolStatus } from '../discovery/status.js';
import type { SourceTool } from '../sources/source.js';

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
  /** Listed tools that cannot be used, and why. */
  readonly omittedTools?: readonly { readonly tool: string; readonly reason: string }[];
  readonly serverInfo?: string;
  readonly protocolVersion?: string;
}

/** A tool, of a server that is connected or that was once. */
export interface PageTool {
  readonly server: string;
  readonly tool: SourceTool;
  /** Absent where the tool may be called. */
  readonly status?: DisabledToolStatus;
  /** What nobody has approved yet: all of the tool, or what changed. */
  readonly approval?: 'new' | 'changed';
  /** What is wrong with the store of approvals, where that locks the tool. */
  readonly fault?: string;
}

/** What a person needs to judge a tool. */
export interface PageReview {
  /** Hash of the tool as it is shown, to be given when it is approved; absent where it cannot be approved. */
  readonly hash?: string;
  /** Whether it was approved once and is another now. */
  readonly changed: boolean;
  /** What had been approved, where that is on record. */
  readonly approved?: { readonly tool: Partial<SourceTool>; readonly isWhole: boolean };
}

/** A tool, and the hash of it as it was shown. */
export interface SeenTool {
  readonly tool: string;
  readonly hash: string;
}

/**
 * stale: the tool is not the one whose hash was given, so that nobody approves what he has not seen. incomparable: it has no hash.
 * store: the decision could not be saved.
 */
export type ActionOutcome = 'done' | 'stale' | 'unknown' | 'incomparable' | 'store';

export interface WebDeps {
  /** Version of the gateway, for the foot of the page. */
  readonly version: string;
  /** Whether the configuration forbids every action. */
  readOnly(): boolean;
  /** Why, where it is not the configuration. */
  readOnlyReason?(): string;
  servers(): readonly PageServer[];
  /** All tools, in the order of their names. */
  tools(): readonly PageTool[];
  find(server: string, tool: string): PageTool | undefined;
  review(tool: PageTool): Promise<PageReview>;
  /** Approves several tools of a server, all of them or none. */
  approve(server: string, tools: readonly SeenTool[], by: string): Promise<ActionOutcome>;
  setEnabled(server: string, tool: string, enabled: boolean, by: string): Promise<ActionOutcome>;
  restart(server: string): void;
  /** Calls `listener` after anything changed that the page shows. */
  onChange(listener: () => void): () => void;
  /** Why the configuration on disk is not the one that runs, where it was refused. */
  refusedConfiguration?(): string | undefined;
  /** Called with what went wrong inside, for the log. */
  onError?(error: unknown): void;
}
