/** What the record of activity holds: calls and events, as lines of JSON. docs/serve.md shows both tables. */
import type { FailureCategory, FailureMode } from '@mcpgw/failures';

/** The requests that are recorded as calls. */
export const callMethods = ['tools/call', 'prompts/get', 'resources/read', 'completion/complete'] as const;

/** A method whose requests are recorded. */
export type CallMethod = (typeof callMethods)[number];

/** How calls end, with what each word means. */
export const outcomes = {
  ok: 'the server answered, or the gateway itself for one of its own tools',
  tool_error: 'the tool ran and reported an error (`isError`)',
  locked: 'the tool is locked; `locked` names the reason',
  failed: 'the call failed; `category` and `mode` say how, as in the table of failures',
} as const satisfies Readonly<Record<string, string>>;

/** How a call ended. */
export type CallOutcomeName = keyof typeof outcomes;

/** Every event, with what happened. */
export const eventNames = {
  started: 'a gateway or a command began to write; `previous` names the last record of each earlier writer',
  stopped: 'the writer ended normally',
  configuration_reloaded: 'a configuration was applied',
  configuration_refused: 'a configuration was refused; the one before stays in effect',
  server_added: 'the configuration has a new server',
  server_removed: 'the configuration no longer has the server',
  server_enabled: 'the server was enabled, or left quarantine',
  server_disabled: 'the server was disabled, or put into quarantine',
  server_ready: 'the server is connected',
  server_lost: 'the connection to the server was lost',
  server_failed: 'the server cannot be reached; repeated failures for one reason are one event',
  server_restarted: 'somebody restarted the connection to the server',
  logged_in: 'somebody logged in to the server',
  logged_out: 'somebody ended a login to the server',
  tools_approved: 'tools were approved',
  tools_enabled: 'tools were enabled',
  tools_disabled: 'tools were disabled',
  records_lost: 'records could not be written; `count` says how many',
  records_pruned: 'old records were removed, as `activity.keep` says; `pruned` names the last of each writer',
} as const satisfies Readonly<Record<string, string>>;

/** What happened besides calls. */
export type EventName = keyof typeof eventNames;

/** A call, without its place in the record. Absent members are not known or do not apply. */
export interface CallRecord {
  readonly type: 'call';
  readonly method: CallMethod;
  /** Who called: never a key or a token. */
  readonly caller: string;
  /** The start of a digest of the session's id, which itself is a secret. */
  readonly session?: string;
  /** The name that the client gave of itself. */
  readonly client?: string;
  readonly profile?: string;
  readonly server?: string;
  /** The tool or prompt, by its name at the server; the URI of a resource. */
  readonly tool: string;
  /** The tool of the gateway through which the call was made. */
  readonly via?: string;
  readonly outcome: CallOutcomeName;
  readonly category?: FailureCategory;
  readonly mode?: FailureMode;
  /** Why the tool is locked. */
  readonly locked?: string;
  /** Milliseconds between the request and its answer. */
  readonly ms: number;
  readonly request_bytes?: number;
  readonly response_bytes: number;
  /** The id that the client gave the request. */
  readonly request_id: string | number;
  /** The trace that the client's request belongs to. */
  readonly trace_id?: string;
  /** The arguments as JSON, redacted; only where `activity.arguments` is set. */
  readonly arguments?: string;
  /** The result as JSON, redacted; only where `activity.results` is set. */
  readonly result?: string;
}

/** A record of a writer by its number and hash. */
export interface RecordMark {
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
}

/** An event, without its place in the record. */
export interface EventRecord {
  readonly type: 'event';
  readonly event: EventName;
  readonly server?: string;
  readonly tools?: readonly string[];
  /** Who did it. */
  readonly by?: string;
  readonly reason?: string;
  readonly count?: number;
  /** `started`: the last record of each writer that was there. */
  readonly previous?: readonly RecordMark[];
  /** `started`: writers whose last line is incomplete, since a write was interrupted. */
  readonly torn?: readonly string[];
  /** `records_pruned`: the last record that was removed, by writer. */
  readonly pruned?: readonly RecordMark[];
}

/** Where a record stands: its writer, its number there, and the hash of the record before it. */
export interface RecordPlace {
  /** From 1 on, without gaps. */
  readonly seq: number;
  /** When the record was made: an ISO 8601 time in UTC. */
  readonly time: string;
  readonly writer: string;
  /** The hash of the writer's record before; empty for its first. */
  readonly prev: string;
  /** SHA-256 of the line without this member, in base64url. */
  readonly hash: string;
}

/** A record as it is stored. */
export type ActivityRecord = RecordPlace & (CallRecord | EventRecord);
