/**
 * Where a load stopped, nearest to the machine first. `process` stands for a stdio command, `auth-server` for the OAuth authorization server
 * of a server with its metadata, keys and tokens, `ext-authz` for the gateway's authorizer.
 */
export type Layer = 'config' | 'process' | 'dns' | 'tcp' | 'tls' | 'http' | 'auth-server' | 'ext-authz' | 'handshake' | 'tools/list';

/** `transient`: another attempt may succeed. `permanent`: it will fail too. `denied`: a policy refused, which is never retried. */
export type LoadFailureStatus = 'transient' | 'permanent' | 'denied';

/** The facts of a failed attempt, from which the class and the messages are made. */
export interface LoadSignal {
  readonly layer: Layer;
  /** What went wrong, for people; it does not decide the class. Contains no text of a URL. */
  readonly text: string;
  /** More details for people (address, body, stderr); they do not decide the class. */
  readonly detail?: string;
  readonly status?: number;
  /** A stable name: a system code (`ECONNREFUSED`), or one of `failure-codes.ts`. It decides the class (`classify.ts`). */
  readonly code?: string;
  /** The class, if it is known better than by the code (a command that exits with "try again"). */
  readonly class?: LoadFailureStatus;
  /** Words of the server or of a library. They decide the class only if neither a code nor a status does. */
  readonly said?: string;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** A signal with its cause. */
type LoadErrorDetails = LoadSignal & { readonly cause?: unknown };

/** A failure that the loader found; the only error class of this layer. */
export class LoadError extends Error {
  override name = 'LoadError';
  readonly signal: LoadSignal;
  constructor({ cause, ...signal }: LoadErrorDetails) {
    super(signal.text, cause === undefined ? undefined : { cause });
    this.signal = signal;
  }
}
