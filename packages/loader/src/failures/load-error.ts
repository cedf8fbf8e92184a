/** Where a load stopped, nearest to the machine first. `process` stands for a stdio command, `ext-authz` for the gateway's authorizer. */
export type Layer = 'config' | 'process' | 'dns' | 'tcp' | 'tls' | 'http' | 'ext-authz' | 'handshake' | 'tools/list';

/** `transient`: another attempt may succeed. `permanent`: it fails as well. `denied`: a policy refused, which is never retried. */
export type LoadFailureStatus = 'transient' | 'permanent' | 'denied';

/** What a failed attempt showed: the facts that classification and messages are made from. */
export interface LoadSignal {
  readonly layer: Layer;
  /** What went wrong, for people; decides nothing. Holds no text of a URL. */
  readonly text: string;
  /** More for people (address, body, stderr); decides nothing. */
  readonly detail?: string;
  readonly status?: number;
  /** A stable name: a system code (`ECONNREFUSED`), or one of `failure-codes.ts`. It decides the class (`classify.ts`). */
  readonly code?: string;
  /** The class, where it is known better than the code says (a command that exits with "try again"). */
  readonly class?: LoadFailureStatus;
  /** Words of the server or of a library. They decide the class only where neither a code nor a status does. */
  readonly said?: string;
  /** What the server asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** A signal with what caused it. */
type LoadErrorDetails = LoadSignal & { readonly cause?: unknown };

/** A failure that the loader itself found; the one error class of this layer. */
export class LoadError extends Error {
  override name = 'LoadError';
  readonly signal: LoadSignal;
  constructor({ cause, ...signal }: LoadErrorDetails) {
    super(signal.text, cause === undefined ? undefined : { cause });
    this.signal = signal;
  }
}
