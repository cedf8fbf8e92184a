/** Turns answered requests into records of activity: who called what, and how it ended. Contents are left out unless they are configured. */
import { createHash } from 'node:crypto';
import { callerName } from '@mcpgw/access';
import { type CallMethod, type CallOutcomeName, type CallRecord, callMethods, type Recorder } from '@mcpgw/activity';
import type { GatewayFailure } from '@mcpgw/failures';
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
}

/** What a request was about: a tool, a prompt or a resource. */
export interface CallSubject {
  readonly server?: string | undefined;
  readonly tool: string;
  /** The tool of the gateway through which it was called. */
  readonly via?: string;
  readonly args?: unknown;
}

const recorded: ReadonlySet<string> = new Set(callMethods);
/** Bounds names that clients choose. */
const maxName = 500;

const digests = new WeakMap<ClientSession, string>();

/** A session in the record: part of a digest, because whoever knows the id of a session can use it. */
function sessionMark(session: ClientSession): string {
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

export class CallRecords {
  readonly #recorder: Recorder | undefined;
  readonly #config: Live<ConfigSnapshot>;

  constructor(recorder: Recorder | undefined, config: Live<ConfigSnapshot>) {
    this.#recorder = recorder;
    this.#config = config;
  }

  /** Records a request if its method is recorded. `subject` is asked for only then. */
  answered(exchange: Exchange, subject: () => CallSubject, answered: Answered): void {
    const { activity } = this.#config.current.settings;
    if (this.#recorder === undefined || !activity.enabled || !recorded.has(exchange.method)) return;
    const { server, tool, via, args } = subject();
    const { session, profile, caller, bytes } = exchange;
    const trace = traceId(exchange);
    const record: CallRecord = {
      type: 'call',
      method: exchange.method as CallMethod,
      caller: callerName(caller),
      ...(session && { session: sessionMark(session), client: String(session.identity.clientInfo.name).slice(0, 100) }),
      ...(profile !== undefined && { profile }),
      ...(server !== undefined && { server }),
      tool: tool.slice(0, maxName),
      ...(via !== undefined && { via }),
      ...endingOf(answered),
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
    this.#recorder.call(record, activity.arguments || activity.results ? contents : undefined);
  }
}
