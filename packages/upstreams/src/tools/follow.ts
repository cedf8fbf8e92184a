/** What is told of requests to servers to whoever traces them. */

type Params = Readonly<Record<string, unknown>>;

/** A request to a server, as its follower sees it. */
export interface ServerRequest {
  readonly server: string;
  readonly method: string;
  readonly tool?: string | undefined;
  readonly prompt?: string | undefined;
  readonly uri?: string | undefined;
  readonly protocolVersion?: string | undefined;
  readonly transport: 'http' | 'stdio';
  /** Host and port of a server that is reached by address. */
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  /** The `_meta` that goes along. */
  readonly meta: Params | undefined;
}

/** How a request to a server ended. */
export interface ServerRequestOutcome {
  /** The code of the JSON-RPC error that the server answered. */
  readonly code?: number | undefined;
  readonly failure?: { readonly category: string; readonly mode: string } | undefined;
  /** Whether the answer is a result with `isError`. */
  readonly isToolError?: boolean | undefined;
}

/** A request that is followed. */
export interface FollowedRequest {
  /** The `_meta` to send: that of the request with trace context. */
  readonly meta: Params | undefined;
  ended(outcome: ServerRequestOutcome): void;
}

/** Hears of a request before it is sent. It does not throw. */
export type FollowRequest = (request: ServerRequest) => FollowedRequest;
