/** Where a load stopped, nearest to the machine first. `process` stands for a stdio command, `ext-authz` for the gateway's authorizer. */
export type Layer = 'config' | 'process' | 'dns' | 'tcp' | 'tls' | 'http' | 'ext-authz' | 'handshake' | 'tools/list';

/** What a failed attempt showed: the facts that classification and messages are made from. */
export interface LoadSignal {
  readonly layer: Layer;
  /** What went wrong; together with `status` it decides the class (`classify.ts`). Holds no text of a URL. */
  readonly text: string;
  /** More for people (address, body, stderr); decides nothing. */
  readonly detail?: string;
  readonly status?: number;
  /** A stable name: a system code (`ECONNREFUSED`), or one of `timeout`, `exit`, `not-http`, `not-mcp`, `rpc-error`, `stream-ended`, `session-lost`, `cwd`. */
  readonly code?: string;
  /** What the server asked to wait, in seconds. */
  readonly retryAfterSeconds?: number;
}

/** A failure that the loader itself found; the one error class of this layer. */
export class LoadError extends Error {
  override name = 'LoadError';
  readonly signal: LoadSignal;
  constructor(signal: LoadSignal) {
    super(signal.text);
    this.signal = signal;
  }
}
