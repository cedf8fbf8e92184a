import type { Layer } from './load-error.js';

/** An HTTP answer that was not a success. */
export interface HttpFailure {
  readonly status: number;
  readonly contentType: string;
  /** Start of the body; empty until it arrives. */
  readonly body: string;
  readonly location?: string;
  readonly retryAfter?: string;
}

/** How a command ended: by its exit code, or by a signal. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

const order: readonly Layer[] = ['config', 'process', 'dns', 'tcp', 'tls', 'http', 'ext-authz', 'handshake', 'tools/list'];

/** What one attempt has seen so far; the connection's hooks write it, `signal.ts` reads it. */
export class AttemptTrace {
  /** The layer that the attempt waits for, so that a timeout can name it. */
  layer: Layer;
  /** The last answer, if it was not a success. */
  httpFailure: HttpFailure | undefined;
  /** What broke the last request or the body of its answer. */
  transportError: unknown;
  exit: ProcessExit | undefined;
  /** The last lines of the command's stderr. */
  stderr = '';
  /** What the command printed on stdout that is not JSON-RPC. */
  strayOutput = '';
  /** A session id was received, so a later 404 means that the session is lost. */
  hasSession = false;

  constructor(layer: Layer) {
    this.layer = layer;
  }

  /** The attempt now waits for `layer`, unless it had got further: a second socket does not reset it to DNS. */
  reached(layer: Layer): void {
    if (order.indexOf(layer) > order.indexOf(this.layer)) this.layer = layer;
  }

  get handshakeDone(): boolean {
    return this.layer === 'tools/list';
  }
}
