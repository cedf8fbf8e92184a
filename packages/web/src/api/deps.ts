/** The interface between the page and the gateway. The gateway's objects are adapted to it where the page is mounted. */

import type { IncomingMessage } from 'node:http';
import type { ActivityStore } from '@mcpgw/activity';
import type { DisabledToolStatus } from '@mcpgw/approvals';
import type { AttentionItem } from '@mcpgw/attention';
import type { OutputLine, SourceTool } from '@mcpgw/upstreams';
import type { StartedLogin } from '../http/started-login.js';

/** A configured server as the page shows it: a subset of the gateway's `UpstreamState`. */
export interface PageServer {
  readonly name: string;
  readonly protocol: string;
  readonly enabled: boolean;
  readonly quarantined: boolean;
  readonly trustMode: string;
  /** Whether it gets tokens that are exchanged for those of its callers. */
  readonly exchangesTokens?: boolean;
  readonly connection: {
    readonly state: 'disabled' | 'connecting' | 'ready' | 'waiting' | 'failed';
    readonly status?: string;
    /** Whether a person has to log in. */
    readonly needsLogin?: boolean;
    readonly error: string | null;
    /** What to do about the error. */
    readonly remedy?: string;
    readonly attempts: number;
    /** Milliseconds since the epoch, as `since`. */
    readonly nextAttemptAt?: number;
    readonly since: number;
  };
  /** The decision of a person that keeps the server off, if there is one. */
  readonly switched?: ServerSwitch;
  /** Listed tools that cannot be used, and why. */
  readonly omittedTools?: readonly { readonly tool: string; readonly reason: string }[];
  readonly serverInfo?: string;
  readonly protocolVersion?: string;
}

/** A person disabled a server or put it into quarantine. */
export interface ServerSwitch {
  readonly to: 'disabled' | 'quarantined';
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A line of the log of the gateway about one server. */
export interface LogLine extends OutputLine {
  readonly level: string;
}

/** What only the page of one server shows. All texts are safe to show, and hold no secrets. */
export interface PageServerDetail {
  /** The configuration of the server with its secrets masked. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Oldest first; empty for a server that is no program. */
  readonly output: readonly OutputLine[];
  readonly log: readonly LogLine[];
  /** What the server tells clients about itself. */
  readonly instructions?: string;
}

/** An open session of a client. */
export interface PageSession {
  /** The mark of the session in the record of activity. */
  readonly mark: string;
  readonly client: string;
  readonly clientVersion: string;
  readonly protocolVersion: string;
  /** Who opened it. */
  readonly caller: string;
  /** The profile whose endpoint it uses; absent for the endpoint of all servers. */
  readonly profile?: string;
  readonly inFlight: number;
  /** Whether the client reads messages of the gateway now. */
  readonly isListening: boolean;
  /** Milliseconds since its last request. */
  readonly idleMs: number;
}

/** The open sessions of all replicas. */
export interface PageSessions {
  readonly sessions: readonly PageSession[];
  /** Replicas of the gateway that share its store, this one included. */
  readonly replicas: number;
  /** Those of them whose sessions are missing, because they did not answer. */
  readonly silent: number;
  /** Whether the store does not answer, so that only the sessions of this replica are there. */
  readonly isAlone: boolean;
}

/** What a server offers besides tools; the items are as it lists them. */
export interface PageOffers {
  readonly prompts: readonly Readonly<Record<string, unknown>>[];
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly templates: readonly Readonly<Record<string, unknown>>[];
}

/** What was decided about a tool. Times are in ISO 8601. */
export interface PageApproval {
  readonly server: string;
  readonly tool: string;
  readonly status: 'approved' | 'pending' | 'changed';
  readonly firstSeenAt: string;
  readonly approvedAt?: string;
  readonly approvedBy?: string;
  readonly disabled: boolean;
  /** Who last disabled or enabled it. */
  readonly disabledBy?: string;
}

/** A call of a tool that a person tries out. */
export interface TriedCall {
  readonly server: string;
  readonly tool: string;
  /** A JSON object. */
  readonly arguments: string;
  /** Goes on with a call that asked something. */
  readonly carried?: TriedAnswers;
}

/** What a person answers to the questions of a call. */
export interface TriedAnswers {
  readonly requestState: string;
  /** By the names of the questions: an object with `action`, and `content` where that is `accept`; as JSON. */
  readonly inputResponses: string;
}

/** The answer to a tried call: a JSON-RPC response. */
export interface TriedAnswer {
  readonly text: string;
  readonly milliseconds: number;
}

/** How clients reach the gateway. */
export interface PageEndpoint {
  readonly profiles: readonly string[];
  /** Whether clients must show a key or a token. */
  readonly asksForKey: boolean;
  /** Whether clients can log in with OAuth. */
  readonly hasLogin: boolean;
}

/** A tool of a server that is or was connected. */
export interface PageTool {
  /** The name that clients use, and whether it was mapped, since some clients refuse the tool's own. */
  readonly name: string;
  readonly isMapped: boolean;
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
  /** In the order of the configuration. */
  servers(): readonly PageServer[];
  /** What needs a person, most urgent first. */
  attention(): readonly AttentionItem[];
  /** Another number whenever `tools` may answer something else. */
  toolsRevision(): number;
  /** All tools, in the order of their names. */
  tools(): readonly PageTool[];
  find(server: string, tool: string): PageTool | undefined;
  review(tool: PageTool): Promise<PageReview>;
  /** Approves several tools of a server, all of them or none. */
  approve(server: string, tools: readonly SeenTool[], by: string): Promise<ActionOutcome>;
  setEnabled(server: string, tool: string, enabled: boolean, by: string): Promise<ActionOutcome>;
  restart(server: string, by: string): void;
  /** Disables a server, puts it into quarantine, or ends such a decision of a person. */
  switchServer(server: string, to: ServerSwitch['to'] | 'on', by: string): Promise<ActionOutcome>;
  /** What only the page of one server shows. */
  detail(server: string): PageServerDetail;
  /** Calls a tool as any client does, for the visitor who makes the request. */
  call(call: TriedCall, request: IncomingMessage, signal: AbortSignal): Promise<TriedAnswer>;
  /** Those of this replica. */
  sessions(): readonly PageSession[];
  allSessions(): Promise<PageSessions>;
  /** What a server offers besides tools. @throws Error with a text that is safe to show if the server cannot be asked */
  offers(server: string, signal: AbortSignal): Promise<PageOffers>;
  /** All decisions about tools. */
  approvals(): readonly PageApproval[];
  endpoint(): PageEndpoint;
  /** Begins a login to a server for `subject`, in the browser of the request. @throws LoginRefusal */
  login?(server: string, subject: string, request: IncomingMessage): Promise<StartedLogin>;
  /** The name of who makes a request, for the record; empty where nobody is asked. */
  visitorName(request: IncomingMessage): Promise<string>;
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
