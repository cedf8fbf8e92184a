/**
 * Bytes that clients have not read: one total for all answers and event streams, and a deadline for clients that take nothing.
 * What a client does not read waits in memory, so without these a few clients could fill it.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from './logger.js';

export interface UnreadLimits {
  /** Bytes that all clients together may leave unread. */
  readonly bytes: number;
  /** Milliseconds after which a client is cut that has taken nothing of what waits for it. */
  readonly milliseconds: number;
}

/** Why a client was cut. */
export type CutReason = 'unread_bytes' | 'write_timeout';

export interface UnreadDeps {
  readonly limits: () => UnreadLimits;
  readonly logger: Logger;
  readonly onCut: (reason: CutReason) => void;
}

/** What is known of a client that was written to. */
interface Reader {
  /** Bytes that wait for it, as they are counted in the total. */
  unread: number;
  /** Bytes given to its answer so far. */
  written: number;
  /** As of the last look: bytes of those that no longer wait, and bytes of the write in flight that the kernel has not taken. */
  taken: number;
  queued: number;
  /** Monotonic milliseconds: since when something waits without a break, and when it was last seen to take something. */
  behindSince: number;
  tookAt: number;
}

/** Longer texts are kept as the bytes that are sent: a JavaScript text may take twice of them. */
const shortText = 4096;
const lookEveryMs = 1000;

/** Bytes of the write in flight that the kernel has not taken: Node gives them no public name, and uses them for its own timeouts. */
function queuedBytes({ socket }: ServerResponse): number {
  const { _handle: handle } = (socket ?? {}) as { _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

function compact(chunk: unknown): unknown {
  return typeof chunk === 'string' && chunk.length > shortText ? Buffer.from(chunk) : chunk;
}

function sizeOf(chunk: unknown): number {
  return typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk.length : 0;
}

type Told = (response: ServerResponse, waited: number, bytes: number) => void;

/** Answers that tell what is written to them, and how much waited before. */
function tellingResponses(told: Told): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override write(chunk: unknown, ...rest: never[]): boolean {
      const waited = this.writableLength;
      const compacted = compact(chunk);
      const goesOn = super.write(compacted, ...rest);
      told(this, waited, sizeOf(compacted));
      return goesOn;
    }

    override end(...given: unknown[]): this {
      const waited = this.writableLength;
      const [chunk, ...rest] = given;
      const compacted = compact(chunk);
      super.end(...([compacted, ...rest] as never[] as []));
      if (sizeOf(compacted) > 0) told(this, waited, sizeOf(compacted));
      return this;
    }
  };
}

export class Unread {
  /** The class of the answers of an HTTP server whose clients are watched. */
  readonly Response = tellingResponses((response, waited, bytes) => this.#wrote(response, waited, bytes));
  readonly #deps: UnreadDeps;
  readonly #readers = new Map<ServerResponse, Reader>();
  #total = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: UnreadDeps) {
    this.#deps = deps;
  }

  /** Bytes that wait for clients now. */
  get bytes(): number {
    this.#lookAtAll();
    return this.#total;
  }

  #wrote(response: ServerResponse, waited: number, bytes: number): void {
    const reader = this.#readers.get(response) ?? this.#begin(response);
    if (waited === 0) this.#caughtUp(reader);
    reader.written += bytes;
    this.#look(response, reader);
    const { bytes: most } = this.#deps.limits();
    if (this.#total > most) this.#makeRoom(most);
    if (this.#total > 0) this.#timer ??= setInterval(() => this.#tick(), lookEveryMs).unref();
  }

  #begin(response: ServerResponse): Reader {
    const now = performance.now();
    const reader: Reader = { unread: 0, written: 0, taken: 0, queued: 0, behindSince: now, tookAt: now };
    this.#readers.set(response, reader);
    response.once('close', () => this.#forget(response));
    return reader;
  }

  #forget(response: ServerResponse): void {
    this.#total -= this.#readers.get(response)?.unread ?? 0;
    this.#readers.delete(response);
  }

  #caughtUp(reader: Reader): void {
    this.#total -= reader.unread;
    const now = performance.now();
    Object.assign(reader, { unread: 0, queued: 0, taken: reader.written, behindSince: now, tookAt: now });
  }

  #look(response: ServerResponse, reader: Reader): void {
    const unread = response.writableLength;
    if (unread === 0) {
      this.#caughtUp(reader);
      return;
    }
    const taken = reader.written - unread;
    const queued = queuedBytes(response);
    // An answer behind another one on the same connection waits for that one, not for its client.
    if (taken > reader.taken || queued < reader.queued || response.socket === null) reader.tookAt = performance.now();
    this.#total += unread - reader.unread;
    Object.assign(reader, { unread, taken, queued });
  }

  #lookAtAll(): void {
    for (const [response, reader] of this.#readers) {
      // An answer that never had its turn on its connection says nothing when that closes.
      if (response.req.socket.destroyed) this.#forget(response);
      else this.#look(response, reader);
    }
  }

  #tick(): void {
    this.#lookAtAll();
    const { milliseconds } = this.#deps.limits();
    const now = performance.now();
    for (const [response, reader] of this.#readers)
      if (reader.unread > 0 && now - reader.tookAt >= milliseconds) this.#cut(response, reader, 'write_timeout');
    if (this.#total > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #makeRoom(most: number): void {
    this.#lookAtAll();
    if (this.#total <= most) return;
    const now = performance.now();
    const idle = ({ tookAt }: Reader) => Math.floor((now - tookAt) / lookEveryMs);
    const slowestFirst = [...this.#readers]
      .filter(([, { unread }]) => unread > 0)
      .sort(([, a], [, b]) => idle(b) - idle(a) || a.behindSince - b.behindSince || b.unread - a.unread);
    for (const [response, reader] of slowestFirst) {
      if (this.#total <= most) return;
      this.#cut(response, reader, 'unread_bytes');
    }
  }

  #cut(response: ServerResponse, { unread, tookAt }: Reader, reason: CutReason): void {
    const { socket } = response.req;
    const { bytes, milliseconds } = this.#deps.limits();
    const limit = reason === 'unread_bytes' ? { 'limits.unread_bytes': bytes } : { 'timeouts.write_ms': milliseconds };
    this.#deps.logger.warn('client cut off: it does not read its answers', {
      reason,
      unread_bytes: unread,
      took_nothing_for_ms: Math.round(performance.now() - tookAt),
      client: `${socket.remoteAddress}:${socket.remotePort}`,
      ...limit,
    });
    this.#forget(response);
    this.#deps.onCut(reason);
    socket.destroy();
  }
}
