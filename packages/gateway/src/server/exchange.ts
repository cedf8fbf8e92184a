import type { DownstreamSession } from '../sources/source.js';
import type { Params, RequestId } from './json-rpc.js';
import type { Outlet, Session } from './session.js';

/** One request of a client under way: what its handler gets. */
export interface Exchange {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
  readonly era: 'legacy' | 'modern';
  /** The profile of the endpoint, where it is not the one for all servers. */
  readonly profile: string | undefined;
  /** Whether the client may act on servers, and not only read. */
  readonly manages: boolean;
  /** The client's session; there is none in revision 2026-07-28, nor for a client that opened none. */
  readonly session: Session | undefined;
  /** Who can be asked things by an upstream; undefined where nobody can. */
  readonly client: DownstreamSession | undefined;
  /** Aborted when the client takes the request back or goes away, and when the gateway ends it. */
  readonly signal: AbortSignal;
  /** The request's own stream. */
  readonly outlet: Outlet;
  /** Headers of trace context that came with the request. */
  readonly trace: Readonly<Record<string, string>>;
}
