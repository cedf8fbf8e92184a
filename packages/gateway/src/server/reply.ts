/** The HTTP answer to one posted message: a JSON body, or an event stream as soon as something has to be said before the answer. */
import type { ServerResponse } from 'node:http';
import type { MessageWriter } from './session.js';

const eventStream = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** An open event stream, kept alive by comments. */
export class EventStream implements MessageWriter {
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  #ended = false;

  constructor(response: ServerResponse, keepAliveMs: number, headers: Readonly<Record<string, string>> = {}) {
    this.#response = response;
    response.writeHead(200, { ...eventStream, ...headers });
    response.flushHeaders();
    this.#timer = setInterval(() => this.#put(': keepalive\n\n'), keepAliveMs).unref();
    response.once('close', () => this.end());
  }

  get open(): boolean {
    return !this.#ended;
  }

  /** `message` is one line of JSON. */
  write(message: string): void {
    this.#put(`event: message\ndata: ${message}\n\n`);
  }

  /** The answer that the stream was opened for; the stream ends behind it. */
  finish(message: string): void {
    this.write(message);
    this.end();
  }

  #put(frame: string): void {
    if (!this.#ended) this.#response.write(frame);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#timer);
    this.#response.end();
  }
}

/**
 * Characters of an answer that goes as one JSON body. Proxies hold such a body back until they have all of it, and refuse it
 * where it is large (agentgateway: 2 MiB); an event stream they pass on as it comes.
 */
const maxJsonBody = 512 * 1024;

export interface ReplySettings {
  /** Whether the client takes an event stream, and whether it takes a JSON body. */
  readonly accepts: { readonly json: boolean; readonly stream: boolean };
  readonly keepAliveMs: number;
}

export class Reply implements MessageWriter {
  readonly #response: ServerResponse;
  readonly #settings: ReplySettings;
  readonly #upgradeTimer: NodeJS.Timeout | undefined;
  #stream: EventStream | undefined;
  #done = false;

  constructor(response: ServerResponse, settings: ReplySettings) {
    this.#response = response;
    this.#settings = settings;
    if (settings.accepts.stream) this.#upgradeTimer = setTimeout(() => this.#upgrade(), settings.keepAliveMs).unref();
  }

  get open(): boolean {
    return !this.#done && this.#settings.accepts.stream && !this.#response.destroyed;
  }

  write(message: string): void {
    if (this.open) this.#upgrade().write(message);
  }

  /** A long wait becomes a stream too, so that no party on the way takes it for dead. */
  #upgrade(): EventStream {
    this.#stream ??= new EventStream(this.#response, this.#settings.keepAliveMs);
    return this.#stream;
  }

  /** The answer; `status` counts only where no stream was begun. */
  finish(message: string, status = 200, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#begun()) return;
    const { json, stream } = this.#settings.accepts;
    const isLarge = stream && message.length > maxJsonBody;
    if (this.#stream === undefined && (!json || isLarge) && status === 200)
      this.#stream = new EventStream(this.#response, this.#settings.keepAliveMs, headers);
    if (this.#stream !== undefined) {
      this.#stream.finish(message);
      return;
    }
    this.#response.writeHead(status, {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(message),
    });
    this.#response.end(message);
  }

  /** No answer: the client took its request back, or went away. */
  abandon(): void {
    if (this.#begun()) return;
    if (this.#stream === undefined && !this.#response.destroyed && this.#settings.accepts.stream) this.#upgrade();
    if (this.#stream !== undefined) {
      this.#stream.end();
      return;
    }
    this.#response.writeHead(202).end();
  }

  #begun(): boolean {
    const before = this.#done;
    this.#done = true;
    clearTimeout(this.#upgradeTimer);
    return before;
  }
}
