/** The interface between the page and the gateway. The gateway's objects are adapted to it where the page is mounted. */

import type { IncomingMessage } from 'node:http';
import type { ActivityStore } from '@mcpgw/activity';
import type { DisabledToolStatus } from '@mcpgw/approvals';
import type { SourceTool } from '@mcpgw/upstreams';
import type { StartedLogin } from '../http/started-login.js';

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

/** A tool of a server that is or was connected. */
export interface PageTool {
  readonly server: string;
  readonly tool: SourceTool;
  /** Absent if the tool may be called. */
  readonly status?: DisabledToolStatus;
  /** The part that nobody has approved yet: the complete tool, or its changes. */
  readonly approval?: 'new' | 'changed';
  /** The fault of the store of approvals, if it locks the tool. */
  readonly fault?: string;
}

/** The data for the review of a tool. */
export interface PageReview {
  /** Hash of the shown form, which an approval must carry; absent if the tool cannot be approved. */
  readonly hash?: string;
  /** Whether it was approved once and has changed since. */
  readonly changed: boolean;
  /** The form that was approved, if recorded. */
  readonly approved?: { readonly tool: Partial<SourceTool>; readonly isWhole: boolean };
}

/** A tool, and the hash of it as it was shown. */
export interface SeenTool {
  readonly tool: string;
  readonly hash: string;
}

/**
 * stale: the tool has another hash than the given one, so that nobody approves a form that they have not seen. incomparable: it has no hash.
 * store: the decision could not be saved.
 */
export type ActionOutcome = 'done' | 'stale' | 'unknown' | 'incomparable' | 'store';

export interface WebDeps {
  /** Version of the gateway, for the foot of the page. */
  readonly version: string;
  /** Whether the configuration forbids every action. */
  readOnly(): boolean;
  /** The reason, if it is not the configuration. */
  readOnlyReason?(): string;
  servers(): readonly PageServer[];
  /** All tools, in the order of their names. */
  tools(): readonly PageTool[];
  find(server: string, tool: string): PageTool | undefined;
  review(tool: PageTool): Promise<PageReview>;
  /** Approves several tools of a server, all of them or none. */
  approve(server: string, tools: readonly SeenTool[], by: string): Promise<ActionOutcome>;
  setEnabled(server: string, tool: string, enabled: boolean, by: string): Promise<ActionOutcome>;
  restart(server: string, by: string): void;
  /** Begins a login to a server for `subject`, in the browser of the request. @throws LoginRefusal */
  login?(server: string, subject: string, request: IncomingMessage): Promise<StartedLogin>;
  /** The identity of the caller of a request, by its key; empty where none is asked for. */
  callerOf?(request: IncomingMessage): Promise<string>;
  /** The record of activity; absent where nothing is recorded. */
  activity?(): ActivityStore | undefined;
  /** Calls `listener` after a change of anything that the page shows. */
  onChange(listener: () => void): () => void;
  /** Why the configuration on disk was refused, if it was. */
  refusedConfiguration?(): string | undefined;
  /** Called with internal errors, for the log. */
  onError?(error: unknown): void;
}
