/** The HTTP answer to one posted message: a JSON body, or an event stream as soon as another message comes before the answer. */
import type { ServerResponse } from 'node:http';
import type { MessageWriter } from './session.js';

const eventStream = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** An open event stream. Comments keep its connection alive. */
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

  /** Writes the answer that the stream was opened for, and ends the stream. */
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
 * Characters of the longest answer that is sent as a JSON body. Proxies buffer such a body and refuse it where it is large (agentgateway:
 * 2 MiB), but they pass on an event stream as it comes.
 */
const maxJsonBody = 512 * 1024;

export interface ReplySettings {
  /** Whether the client accepts an event stream, and whether it accepts a JSON body. */
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

  /** Turns the answer into an event stream, also after a long wait, so that no proxy on the way closes the connection. */
  #upgrade(): EventStream {
    this.#stream ??= new EventStream(this.#response, this.#settings.keepAliveMs);
    return this.#stream;
  }

  /** Sends the answer. `status` and `headers` have no effect where an event stream has begun. */
  finish(message: string, status = 200, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#isSettled()) return;
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

  /** Ends the response without an answer, because the client cancelled its request or disconnected. */
  abandon(): void {
    if (this.#isSettled()) return;
    if (this.#stream === undefined && !this.#response.destroyed && this.#settings.accepts.stream) this.#upgrade();
    if (this.#stream !== undefined) {
      this.#stream.end();
      return;
    }
    this.#response.writeHead(202).end();
  }

  #isSettled(): boolean {
    const before = this.#done;
    this.#done = true;
    clearTimeout(this.#upgradeTimer);
    return before;
  }
}
