/**
 * Bytes that clients have not read: one total for all answers and event streams, and a deadline for clients that read nothing.
 * What a client does not read waits in memory, so without these limits a few clients could fill it.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { CutReason, Metrics } from '@mcpgw/telemetry';
import type { Live, UnreadLimits } from './live-config.js';
import type { Logger } from './logger.js';

export interface UnreadDeps {
  readonly config: Live<{ readonly unreadLimits: UnreadLimits }>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'cut'>;
}

/** What is known about a client that was written to. */
interface Reader {
  /** Bytes that wait for it, as counted in the total. */
  unread: number;
  /** Bytes written to its answer so far. */
  written: number;
  /** At the last check: how many of the written bytes no longer wait, and how many of the write in flight the kernel has not taken. */
  taken: number;
  queued: number;
  /** Monotonic milliseconds: since when something has been waiting without a break, and when the client was last seen to read. */
  behindSince: number;
  tookAt: number;
  /** Disconnects the client. */
  readonly end: () => void;
}

/**
 * Longer texts wait as the bytes to be sent, since a JavaScript string may take twice as much memory. Up to 16 KiB, Node writes a text
 * together with its headers in one system call and without a buffer of its own.
 */
const shortText = 16_384;
const lookEveryMs = 1000;

/** What is written to: an answer on a connection, or standard output. */
type Output = ServerResponse | Writable;

/** Bytes of the write in flight that the kernel has not taken. Node has no public name for them, but uses them for its own timeouts. */
function queuedBytes(output: Output): number {
  const socket = output instanceof ServerResponse ? output.socket : output;
  const { _handle: handle } = (socket ?? {}) as { _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/** An answer behind another one on the same connection waits for that answer, not for the client. */
function waitsForTurn(output: Output): boolean {
  return output instanceof ServerResponse && output.socket === null;
}

/** Whether nothing that is written can arrive. An answer that never had its turn on a connection gets no event when that closes. */
function isGone(output: Output): boolean {
  return output instanceof ServerResponse ? output.req.socket.destroyed : output.destroyed;
}

function clientOf(output: Output): string {
  if (!(output instanceof ServerResponse)) return 'standard input and output';
  const { remoteAddress, remotePort } = output.req.socket;
  return `${remoteAddress}:${remotePort}`;
}

function compact(chunk: unknown): unknown {
  return typeof chunk === 'string' && chunk.length > shortText ? Buffer.from(chunk) : chunk;
}

function sizeOf(chunk: unknown): number {
  return typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk.length : 0;
}

type OnWrite = (response: ServerResponse, waited: number, bytes: number) => void;

/** A class of answers that report what is written to them, and how much was waiting before. */
function observedResponses(onWrite: OnWrite): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override write(chunk: unknown, ...rest: never[]): boolean {
      const waited = this.writableLength;
      const compacted = compact(chunk);
      const goesOn = super.write(compacted, ...rest);
      onWrite(this, waited, sizeOf(compacted));
      return goesOn;
    }

    override end(...given: unknown[]): this {
      const waited = this.writableLength;
      const [chunk, ...rest] = given;
      const compacted = compact(chunk);
      super.end(...([compacted, ...rest] as never[] as []));
      if (sizeOf(compacted) > 0) onWrite(this, waited, sizeOf(compacted));
      return this;
    }
  };
}

export class Unread {
  /** The class of answers for the HTTP server. */
  readonly Response = observedResponses((response, waited, bytes) =>
    this.#wrote(response, waited, bytes, () => response.req.socket.destroy()),
  );
  readonly #deps: UnreadDeps;
  readonly #readers = new Map<Output, Reader>();
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

  /** Returns the function that writes to a client with a stream of its own. `end` disconnects that client. */
  writer(output: Writable, end: () => void): (text: string) => void {
    return text => {
      const waited = output.writableLength;
      const chunk = compact(text) as string | Buffer;
      output.write(chunk);
      this.#wrote(output, waited, sizeOf(chunk), end);
    };
  }

  #wrote(output: Output, waited: number, bytes: number, end: () => void): void {
    const reader = this.#readers.get(output) ?? this.#begin(output, end);
    if (waited === 0) this.#caughtUp(reader);
    reader.written += bytes;
    this.#look(output, reader);
    const { bytes: most } = this.#deps.config.current.unreadLimits;
    if (this.#total > most) this.#makeRoom(most);
    if (this.#total > 0) this.#timer ??= setInterval(() => this.#tick(), lookEveryMs).unref();
  }

  #begin(output: Output, end: () => void): Reader {
    const now = performance.now();
    const reader: Reader = { unread: 0, written: 0, taken: 0, queued: 0, behindSince: now, tookAt: now, end };
    this.#readers.set(output, reader);
    output.once('close', () => this.#forget(output));
    return reader;
  }

  #forget(output: Output): void {
    this.#total -= this.#readers.get(output)?.unread ?? 0;
    this.#readers.delete(output);
  }

  #caughtUp(reader: Reader): void {
    this.#total -= reader.unread;
    const now = performance.now();
    Object.assign(reader, { unread: 0, queued: 0, taken: reader.written, behindSince: now, tookAt: now });
  }

  #look(output: Output, reader: Reader): void {
    const unread = output.writableLength;
    if (unread === 0) {
      this.#caughtUp(reader);
      return;
    }
    const taken = reader.written - unread;
    const queued = queuedBytes(output);
    if (taken > reader.taken || queued < reader.queued || waitsForTurn(output)) reader.tookAt = performance.now();
    this.#total += unread - reader.unread;
    Object.assign(reader, { unread, taken, queued });
  }

  #lookAtAll(): void {
    for (const [output, reader] of this.#readers) {
      if (isGone(output)) this.#forget(output);
      else this.#look(output, reader);
    }
  }

  #tick(): void {
    this.#lookAtAll();
    const { milliseconds } = this.#deps.config.current.unreadLimits;
    const now = performance.now();
    for (const [output, reader] of this.#readers)
      if (reader.unread > 0 && now - reader.tookAt >= milliseconds) this.#cut(output, reader, 'write_timeout');
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
    for (const [output, reader] of slowestFirst) {
      if (this.#total <= most) return;
      this.#cut(output, reader, 'unread_bytes');
    }
  }

  #cut(output: Output, { unread, tookAt, end }: Reader, reason: CutReason): void {
    const { bytes, milliseconds } = this.#deps.config.current.unreadLimits;
    const limit = reason === 'unread_bytes' ? { 'limits.unread_bytes': bytes } : { 'timeouts.write_ms': milliseconds };
    this.#deps.logger.warn('client cut off: it does not read its answers', {
      reason,
      unread_bytes: unread,
      took_nothing_for_ms: Math.round(performance.now() - tookAt),
      client: clientOf(output),
      ...limit,
    });
    this.#forget(output);
    this.#deps.metrics.cut(reason);
    end();
  }
}
