import type { Caller } from '@mcpgw/access';
import type { RequestTrace } from '@mcpgw/telemetry';
import type { DownstreamSession } from '@mcpgw/upstreams';
import type { Params, RequestId } from './json-rpc.js';
import type { ClientSession, MessageWriter } from './session.js';

/** One request of a client that is in flight: what its handler gets. */
export interface Exchange {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
  readonly era: 'legacy' | 'modern';
  /** The profile of the endpoint; `undefined` for the endpoint of all servers. */
  readonly profile: string | undefined;
  /** Who made the request. */
  readonly caller: Caller;
  /** Bytes of the request. */
  readonly bytes: number;
  /** The client's session. Revision 2026-07-28 has none, and neither does a client that did not open one. */
  readonly session: ClientSession | undefined;
  /** Whom an upstream can ask for sampling, elicitation and roots; `undefined` where nobody can be asked. */
  readonly client: DownstreamSession | undefined;
  /** Aborted when the client cancels the request or disconnects, and when the gateway ends it. */
  readonly signal: AbortSignal;
  /** The request's own stream. */
  readonly writer: MessageWriter;
  /** The server that the request went to, and the prompt by its own name, noted once they are known. */
  readonly reached: { server?: string; prompt?: string };
  /** Headers of trace context that came with the request. */
  readonly trace: Readonly<Record<string, string>>;
  /** The request as telemetry follows it; absent where telemetry is off. */
  readonly span?: RequestTrace | undefined;
}

/** The answer to a request. */
export interface RpcAnswer {
  /** A JSON-RPC response. */
  readonly text: string;
  /** The HTTP status, where the answer is not part of a stream: revision 2026-07-28 answers an unknown method with 404. */
  readonly status: number;
  /** The code of the JSON-RPC error, where the answer is one. */
  readonly code?: number;
}

/** What the transport knows about a request besides its message. */
export interface RequestContext {
  readonly era: 'legacy' | 'modern';
  readonly profile: string | undefined;
  readonly caller: Caller;
  /** Bytes of the request. */
  readonly bytes: number;
  readonly session: ClientSession | undefined;
  readonly writer: MessageWriter;
  readonly trace: Readonly<Record<string, string>>;
}

export interface InFlightRequest {
  /** The answer; `undefined` where the client does not want one any more. Never rejects. */
  readonly answer: Promise<RpcAnswer | undefined>;
  /** The client disconnected. */
  abort(): void;
}
