/**
 * Bytes that clients have not read: one total for all answers and event streams, and a deadline for clients that take nothing.
 * What a client does not read waits in memory, so without these a few clients could fill it.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
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
  /** Ends its connection. */
  readonly end: () => void;
}

/**
 * Longer texts are kept as the bytes that are sent: a JavaScript text may take twice of them. Up to 16 KiB Node writes a text together
 * with its headers in one call of the system and without a buffer of its own.
 */
const shortText = 16_384;
const lookEveryMs = 1000;

/** What is written to: an answer on a connection, or standard output. */
type Way = ServerResponse | Writable;

/** Bytes of the write in flight that the kernel has not taken: Node gives them no public name, and uses them for its own timeouts. */
function queuedBytes(way: Way): number {
  const socket = way instanceof ServerResponse ? way.socket : way;
  const { _handle: handle } = (socket ?? {}) as { _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/** An answer behind another one on the same connection waits for that one, not for its client. */
function waitsForTurn(way: Way): boolean {
  return way instanceof ServerResponse && way.socket === null;
}

/** Whether nothing written arrives any more. An answer that never had its turn on its connection says nothing when that closes. */
function isGone(way: Way): boolean {
  return way instanceof ServerResponse ? way.req.socket.destroyed : way.destroyed;
}

function clientOf(way: Way): string {
  if (!(way instanceof ServerResponse)) return 'standard input and output';
  const { remoteAddress, remotePort } = way.req.socket;
  return `${remoteAddress}:${remotePort}`;
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
  readonly Response = tellingResponses((response, waited, bytes) =>
    this.#wrote(response, waited, bytes, () => response.req.socket.destroy()),
  );
  readonly #deps: UnreadDeps;
  readonly #readers = new Map<Way, Reader>();
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

  /** Gives the way to write to a client that has a stream of its own; `end` ends that client when it is cut. */
  writer(output: Writable, end: () => void): (text: string) => void {
    return text => {
      const waited = output.writableLength;
      const chunk = compact(text) as string | Buffer;
      output.write(chunk);
      this.#wrote(output, waited, sizeOf(chunk), end);
    };
  }

  #wrote(way: Way, waited: number, bytes: number, end: () => void): void {
    const reader = this.#readers.get(way) ?? this.#begin(way, end);
    if (waited === 0) this.#caughtUp(reader);
    reader.written += bytes;
    this.#look(way, reader);
    const { bytes: most } = this.#deps.limits();
    if (this.#total > most) this.#makeRoom(most);
    if (this.#total > 0) this.#timer ??= setInterval(() => this.#tick(), lookEveryMs).unref();
  }

  #begin(way: Way, end: () => void): Reader {
    const now = performance.now();
    const reader: Reader = { unread: 0, written: 0, taken: 0, queued: 0, behindSince: now, tookAt: now, end };
    this.#readers.set(way, reader);
    way.once('close', () => this.#forget(way));
    return reader;
  }

  #forget(way: Way): void {
    this.#total -= this.#readers.get(way)?.unread ?? 0;
    this.#readers.delete(way);
  }

  #caughtUp(reader: Reader): void {
    this.#total -= reader.unread;
    const now = performance.now();
    Object.assign(reader, { unread: 0, queued: 0, taken: reader.written, behindSince: now, tookAt: now });
  }

  #look(way: Way, reader: Reader): void {
    const unread = way.writableLength;
    if (unread === 0) {
      this.#caughtUp(reader);
      return;
    }
    const taken = reader.written - unread;
    const queued = queuedBytes(way);
    if (taken > reader.taken || queued < reader.queued || waitsForTurn(way)) reader.tookAt = performance.now();
    this.#total += unread - reader.unread;
    Object.assign(reader, { unread, taken, queued });
  }

  #lookAtAll(): void {
    for (const [way, reader] of this.#readers) {
      if (isGone(way)) this.#forget(way);
      else this.#look(way, reader);
    }
  }

  #tick(): void {
    this.#lookAtAll();
    const { milliseconds } = this.#deps.limits();
    const now = performance.now();
    for (const [way, reader] of this.#readers)
      if (reader.unread > 0 && now - reader.tookAt >= milliseconds) this.#cut(way, reader, 'write_timeout');
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
    for (const [way, reader] of slowestFirst) {
      if (this.#total <= most) return;
      this.#cut(way, reader, 'unread_bytes');
    }
  }

  #cut(way: Way, { unread, tookAt, end }: Reader, reason: CutReason): void {
    const { bytes, milliseconds } = this.#deps.limits();
    const limit = reason === 'unread_bytes' ? { 'limits.unread_bytes': bytes } : { 'timeouts.write_ms': milliseconds };
    this.#deps.logger.warn('client cut off: it does not read its answers', {
      reason,
      unread_bytes: unread,
      took_nothing_for_ms: Math.round(performance.now() - tookAt),
      client: clientOf(way),
      ...limit,
    });
    this.#forget(way);
    this.#deps.onCut(reason);
    end();
  }
}
