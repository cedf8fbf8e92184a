/**
 * What the gateway tells about its requests, apart from how it is exported: the gateway knows these interfaces alone, and
 * `otlp/` implements them with the SDK of OpenTelemetry, which is loaded only where telemetry is on.
 */
import type { FollowRequest, UpstreamEvent } from '@mcpgw/upstreams';

/** The signals of OpenTelemetry. */
export type Signal = 'traces' | 'metrics' | 'logs';

/** How the export of one signal goes. */
export interface ExportStatus {
  readonly signal: Signal;
  readonly state: 'ok' | 'failing';
  /** Spans, log records or batches of metrics that were not exported: dropped by a full queue, or refused by the collector. */
  readonly lost: number;
  /** Why the last export failed. */
  readonly reason?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** What a request names, besides its method: a tool, a prompt, or the URI of a resource. */
export interface RequestTarget {
  readonly tool?: string | undefined;
  readonly prompt?: string | undefined;
  readonly uri?: string | undefined;
}

/** A request of a client, as it arrived. */
export interface ClientRequest extends RequestTarget {
  readonly method: string;
  readonly id: string | number;
  /** The mark of the session, as the record of activity has it; not its id, which is a credential. */
  readonly session?: string | undefined;
  readonly protocolVersion?: string | undefined;
  readonly transport: 'http' | 'stdio';
  /** `params._meta`, whose trace context comes before that of the headers (SEP-414). */
  readonly meta: Values | undefined;
  /** `traceparent`, `tracestate` and `baggage` of the HTTP request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the caller, which is exported only if `telemetry.callers` is on. */
  readonly caller?: string | undefined;
}

/** How a request ended. */
export interface RequestOutcome {
  /** The code of the JSON-RPC error that was answered. */
  readonly code?: number | undefined;
  readonly failure?: { readonly category: string; readonly mode: string } | undefined;
  /** Whether the answer is a result with `isError`. */
  readonly isToolError?: boolean | undefined;
  /** Known at the end: the server that answered, and whether it has the tool. Names that do not exist are no attributes of metrics. */
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly exists?: boolean | undefined;
  readonly arguments?: unknown;
  readonly result?: unknown;
}

/** A request of a client that is followed, from its arrival to its answer. */
export interface RequestTrace {
  /** 32 and 16 hexadecimal digits, for the log; `undefined` where nothing is traced. */
  readonly ids: { readonly trace: string; readonly span: string } | undefined;
  /** Follows a request to a server that is made to answer this one. */
  readonly toServer: FollowRequest;
  ended(outcome: RequestOutcome): void;
}

/** A line of the log. */
export type LogFieldValues = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type LogSeverity = 'debug' | 'info' | 'warn' | 'error';

/** Telemetry that is on. No method throws, waits for a collector, or keeps more than a bounded number of things in memory. */
export interface Telemetry {
  request(request: ClientRequest): RequestTrace;
  sessionEnded(session: { readonly seconds: number; readonly protocolVersion: string; readonly transport: 'http' | 'stdio' }): void;
  upstream(event: UpstreamEvent): void;
  log(level: LogSeverity, event: string, fields: LogFieldValues): void;
  status(): readonly ExportStatus[];
  /** Exports what is left, within three seconds. Whether that is done; if not, an export may still hold the process for some seconds. */
  close(): Promise<boolean>;
}
