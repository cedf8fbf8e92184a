/** One HTTP request and its answer on undici's dispatcher: without the objects of `fetch`, which cost more than the call of a tool. */
import type { Dispatcher } from 'undici';

/** Bytes of an answer that may wait to be read; above it, the socket is paused. */
const maxUnread = 64 * 1024;

type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** What is sent. */
export interface PostedRequest {
  readonly origin: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The reason with which an exchange ends that nobody waits for. */
export class AbandonedError extends Error {
  override name = 'AbandonedError';
}

/** The start of an answer. */
export interface AnswerStart {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderValues;
}

/** The exchange of one POST. Its body is read as it arrives. */
export class HttpExchange implements Dispatcher.DispatchHandler, AsyncIterable<Uint8Array> {
  /** Resolves with the start of the answer; rejects if none arrives. */
  readonly answered: Promise<AnswerStart>;
  #resolve!: (start: AnswerStart) => void;
  #reject!: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #abandoned: AbandonedError | undefined;
  readonly #chunks: Uint8Array[] = [];
  #unread = 0;
  #isEnded = false;
  #error: unknown;
  #wake: (() => void) | undefined;

  constructor() {
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Posts `request` with a dispatcher. */
  static post(dispatcher: Dispatcher, request: PostedRequest): HttpExchange {
    const exchange = new HttpExchange();
    dispatcher.dispatch({ ...request, method: 'POST' }, exchange);
    return exchange;
  }

  get isAbandoned(): boolean {
    return this.#abandoned !== undefined;
  }

  /** Ends the exchange, at whatever point it is. */
  abandon(): void {
    if (this.#isEnded || this.#abandoned) return;
    this.#abandoned = new AbandonedError('the exchange was abandoned');
    this.#controller?.abort(this.#abandoned);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abandoned) controller.abort(this.#abandoned);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HeaderValues, statusText = ''): void {
    if (status >= 200) this.#resolve({ status, statusText, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#unread += chunk.length;
    if (this.#unread > maxUnread) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    this.#isEnded = true;
    this.#error = this.#abandoned ?? error;
    this.#reject(this.#error);
    this.#wake?.();
  }

  /** The chunks of the body. A reader that stops early ends the exchange. @throws what broke the body */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return {
      next: () => this.#next(),
      return: async () => {
        this.abandon();
        return { done: true, value: undefined };
      },
    };
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#unread -= chunk.length;
        if (this.#unread <= maxUnread && this.#controller?.paused) this.#controller.resume();
        return { done: false, value: chunk };
      }
      if (this.#error !== undefined) throw this.#error;
      if (this.#isEnded) return { done: true, value: undefined };
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }
}
