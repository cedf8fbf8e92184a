/** The HTTP answer to one posted message: a JSON body, or an event stream as soon as another message comes before the answer. */
import type { ServerResponse } from 'node:http';
import type { OpenedRequest } from '@mcpgw/replicas';
import type { MessageWriter } from './session.js';

const eventStream = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  // A stream often ends because the gateway leaves. A client that reused its connection would send the next request into the end of it.
  connection: 'close',
};

/** Milliseconds after which a client resumes a stream. */
const retryMs = 1000;

/** An open event stream. Comments keep its connection alive. */
export class EventStream implements MessageWriter {
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  #ended = false;

  constructor(response: ServerResponse, keepAliveMs: number, headers: Readonly<Record<string, string>> = {}) {
    this.#response = response;
    response.removeHeader('keep-alive');
    response.writeHead(200, { ...eventStream, ...headers });
    response.flushHeaders();
    this.#timer = setInterval(() => this.#put(': keepalive\n\n'), keepAliveMs).unref();
    response.once('close', () => this.end());
  }

  get open(): boolean {
    return !this.#ended;
  }

  /** `message` is one line of JSON. From `id` the client may resume. */
  write(message: string, id?: string): void {
    this.#put(`event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${message}\n\n`);
  }

  /** Tells the client from where and after how many milliseconds it may resume. */
  prime(id: string): void {
    this.#put(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
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
  /** Makes the stream that the client can resume; absent where it cannot. `undefined` where nothing can be kept now. */
  readonly resumable?: ((stream: EventStream) => Promise<OpenedRequest | undefined>) | undefined;
}

/** An open event stream, and what is kept of it for the client to resume. */
interface Upgraded {
  readonly stream: EventStream;
  /** Absent where the client cannot resume the stream. */
  readonly opening?: Promise<OpenedRequest | undefined> | undefined;
}

export class Reply implements MessageWriter {
  readonly #response: ServerResponse;
  readonly #settings: ReplySettings;
  readonly #upgradeTimer: NodeJS.Timeout | undefined;
  #upgraded: Upgraded | undefined;
  #done = false;
  #written: Promise<unknown> = Promise.resolve();

  constructor(response: ServerResponse, settings: ReplySettings) {
    this.#response = response;
    this.#settings = settings;
    if (settings.accepts.stream) this.#upgradeTimer = setTimeout(() => void this.#upgrade(), settings.keepAliveMs).unref();
  }

  get open(): boolean {
    return !this.#done && this.#settings.accepts.stream && (!this.#response.destroyed || this.#upgraded?.opening !== undefined);
  }

  /** Settles when what was written is kept, or with the client. */
  get written(): Promise<unknown> {
    return this.#written;
  }

  write(message: string): void {
    if (this.open) this.#put(this.#upgrade(), message, false);
  }

  #put({ stream, opening }: Upgraded, message: string, isFinal: boolean): void {
    if (opening === undefined) {
      if (isFinal) stream.finish(message);
      else stream.write(message);
      return;
    }
    this.#written = this.#written.then(async () => {
      const opened = await opening;
      const to = opened?.stream ?? stream;
      if (isFinal) to.finish(message);
      else to.write(message);
      if (isFinal) await opened?.stream.settled();
    });
  }

  /** The client is disconnected. Gives the stream that it may resume; `undefined` where it cannot. */
  async left(): Promise<OpenedRequest | undefined> {
    const opened = await this.#upgraded?.opening;
    opened?.detach();
    return opened;
  }

  /** Turns the answer into an event stream, also after a long wait, so that no proxy on the way closes the connection. */
  #upgrade(): Upgraded {
    if (this.#upgraded === undefined) {
      const stream = new EventStream(this.#response, this.#settings.keepAliveMs);
      this.#upgraded = { stream, opening: this.#settings.resumable?.(stream) };
    }
    return this.#upgraded;
  }

  /** Sends the answer. `status` and `headers` have no effect where an event stream has begun. */
  finish(message: string, status = 200, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#isSettled()) return;
    const { json, stream } = this.#settings.accepts;
    const isLarge = stream && message.length > maxJsonBody;
    // Nothing is kept of an answer without a message before it.
    if (this.#upgraded === undefined && (!json || isLarge) && status === 200)
      this.#upgraded = { stream: new EventStream(this.#response, this.#settings.keepAliveMs, headers) };
    if (this.#upgraded !== undefined) {
      this.#put(this.#upgraded, message, true);
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
    if (this.#upgraded === undefined && !this.#response.destroyed && this.#settings.accepts.stream)
      this.#upgraded = { stream: new EventStream(this.#response, this.#settings.keepAliveMs) };
    if (this.#upgraded !== undefined) {
      const { stream, opening } = this.#upgraded;
      if (opening === undefined) stream.end();
      else this.#written = this.#written.then(() => opening).then(opened => (opened ? opened.stream.abandon() : stream.end()));
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
