/**
 * Turns answered requests into records of activity, metrics of tools and the ends of their spans: who called what, and how it ended. Contents
 * are left out unless they are configured.
 */
import { createHash } from 'node:crypto';
import { callerName } from '@mcpgw/access';
import { type CallMethod, type CallOutcomeName, type CallRecord, callMethods, type Recorder } from '@mcpgw/activity';
import type { GatewayFailure } from '@mcpgw/failures';
import type { Metrics, RequestTrace } from '@mcpgw/telemetry';
import { lockedMetaKey } from '../discovery/call-tool.js';
import type { Exchange } from './exchange.js';
import type { ConfigSnapshot, Live } from './live-config.js';
import type { ClientSession } from './session.js';

/** How a request was answered. */
export interface Answered {
  readonly failure?: Pick<GatewayFailure, 'category' | 'mode'> | undefined;
  readonly result?: unknown;
  /** The answer as it was written. */
  readonly text: string;
  readonly milliseconds: number;
  /** The code of the JSON-RPC error, where the answer is one. */
  readonly code?: number | undefined;
}

/** What a request was about: a tool, a prompt or a resource. */
export interface CallSubject {
  readonly server?: string | undefined;
  readonly tool: string;
  /** The tool of the gateway through which it was called. */
  readonly via?: string;
  readonly args?: unknown;
  /** Whether there is such a tool, and not only a name that a client sent. */
  readonly exists?: boolean;
}

const recorded: ReadonlySet<string> = new Set(callMethods);
const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
/** Bounds names that clients choose. */
const maxName = 500;

const digests = new WeakMap<ClientSession, string>();

/** A session in the record: part of a digest, because whoever knows the id of a session can use it. */
export function sessionMark(session: ClientSession): string {
  let mark = digests.get(session);
  if (mark === undefined) {
    mark = createHash('sha256').update(session.id).digest('base64url').slice(0, 16);
    digests.set(session, mark);
  }
  return mark;
}

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

function traceId({ params, trace }: Exchange): string | undefined {
  const meta = params._meta as { readonly traceparent?: unknown } | undefined;
  return traceparent.exec(String(meta?.traceparent ?? trace.traceparent ?? ''))?.[1];
}

interface Ending extends Pick<CallRecord, 'category' | 'mode' | 'locked'> {
  readonly outcome: CallOutcomeName;
}

function endingOf({ failure, result }: Answered): Ending {
  if (failure) return { outcome: 'failed', category: failure.category, mode: failure.mode };
  const { isError, _meta } = (result ?? {}) as { readonly isError?: unknown; readonly _meta?: Readonly<Record<string, unknown>> };
  const locked = _meta?.[lockedMetaKey];
  if (isError === true && typeof locked === 'string') return { outcome: 'locked', locked };
  return { outcome: isError === true ? 'tool_error' : 'ok' };
}

interface Followed {
  readonly about: CallSubject;
  readonly server: string | undefined;
  readonly exists: boolean;
  readonly isCall: boolean;
}

/** Tells telemetry how a request ended. */
function endSpan(
  span: RequestTrace,
  { about, server, exists, isCall }: Followed,
  { outcome }: Ending,
  { code, failure, result }: Answered,
): void {
  span.ended({
    code,
    failure,
    isToolError: outcome === 'tool_error' || outcome === 'locked',
    server,
    exists,
    ...(isCall && { arguments: about.args, result }),
    tool: about.tool === '' ? undefined : about.tool,
  });
}

/** The server of tools of the gateway itself, in metrics. */
const ownServer = 'mcpgw';

/** The name that the client gave of itself: when it opened its session or, in revision 2026-07-28, with the request. */
function clientName({ session, params }: Exchange): string | undefined {
  const meta = params._meta as { readonly [clientInfoKey]?: { readonly name?: unknown } | null } | undefined;
  const name = session ? String(session.identity.clientInfo.name) : meta?.[clientInfoKey]?.name;
  return typeof name === 'string' ? name.slice(0, 100) : undefined;
}

export class CallRecords {
  readonly #recorder: Recorder | undefined;
  readonly #config: Live<ConfigSnapshot>;
  readonly #metrics: Pick<Metrics, 'called'>;

  constructor(recorder: Recorder | undefined, config: Live<ConfigSnapshot>, metrics: Pick<Metrics, 'called'>) {
    this.#recorder = recorder;
    this.#config = config;
    this.#metrics = metrics;
  }

  /** Notes how a request ended. `subject` is asked for where it is needed. */
  answered(exchange: Exchange, subject: () => CallSubject, answered: Answered): void {
    const { activity } = this.#config.current.settings;
    const isRecorded = this.#recorder !== undefined && activity.enabled && recorded.has(exchange.method);
    const isCall = exchange.method === 'tools/call';
    if (!isRecorded && !isCall && exchange.span === undefined) return;
    const about = subject();
    const ending = endingOf(answered);
    const exists = about.exists ?? (ending.outcome === 'locked' || (!isCall && ending.outcome !== 'failed'));
    const server = exists ? (about.server ?? (isCall ? ownServer : undefined)) : undefined;
    if (isCall) {
      const outcome = ending.category ?? ending.outcome;
      this.#metrics.called({ server, tool: exists ? about.tool : undefined, outcome, milliseconds: answered.milliseconds });
    }
    if (exchange.span !== undefined) endSpan(exchange.span, { about, server, exists, isCall }, ending, answered);
    if (isRecorded) this.#record(exchange, about, ending, answered);
  }

  #record(exchange: Exchange, { server, tool, via, args }: CallSubject, ending: Ending, answered: Answered): void {
    const { activity } = this.#config.current.settings;
    const { session, profile, caller, bytes } = exchange;
    const trace = traceId(exchange);
    const client = clientName(exchange);
    const record: CallRecord = {
      type: 'call',
      method: exchange.method as CallMethod,
      caller: callerName(caller),
      ...(session && { session: sessionMark(session) }),
      ...(client !== undefined && { client }),
      ...(profile !== undefined && { profile }),
      ...(server !== undefined && { server }),
      tool: tool.slice(0, maxName),
      ...(via !== undefined && { via }),
      ...ending,
      ms: Math.round(answered.milliseconds * 100) / 100,
      request_bytes: bytes,
      response_bytes: Buffer.byteLength(answered.text),
      request_id: typeof exchange.id === 'string' ? exchange.id.slice(0, 200) : exchange.id,
      ...(trace !== undefined && { trace_id: trace }),
    };
    const { result } = answered;
    const contents = {
      ...(activity.arguments && args !== undefined && { args }),
      ...(activity.results && result !== undefined && { result }),
    };
    this.#recorder!.call(record, activity.arguments || activity.results ? contents : undefined);
  }
}
