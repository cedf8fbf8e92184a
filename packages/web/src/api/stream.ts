/**
 * Server-Sent Events: every stream gets the state when it opens and after each change, at most once in `quiet` milliseconds. Every
 * `heartbeat` it gets changes that had no event, or else a comment, so that the page knows that the gateway is alive.
 */
import type { ServerResponse } from 'node:http';

const quiet = 150;
const heartbeat = 5_000;

export class EventStreams {
  readonly #open = new Set<ServerResponse>();
  readonly #state: () => object;
  /** The state that was last sent to all. */
  #told = '';
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #beat: NodeJS.Timeout;

  constructor(state: () => object, limit: number) {
    this.#state = state;
    this.#limit = limit;
    this.#beat = setInterval(() => this.#heartbeat(), heartbeat);
    this.#beat.unref();
  }

  /** Whether new streams are refused. */
  get full(): boolean {
    return this.#closed || this.#open.size >= this.#limit;
  }

  add(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
    response.write(this.#event(this.#state()));
  }

  /** Announces a change. */
  changed(): void {
    if (this.#open.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, quiet);
    this.#timer.unref();
  }

  #event(state: object): string {
    return `event: state\ndata: ${JSON.stringify({ ...state, now: Date.now() })}\n\n`;
  }

  #tell(): void {
    if (this.#open.size === 0) return;
    const state = this.#state();
    this.#told = JSON.stringify(state);
    this.#send(this.#event(state));
  }

  #heartbeat(): void {
    if (this.#open.size === 0) return;
    if (JSON.stringify(this.#state()) === this.#told) this.#send(': still here\n\n');
    else this.#tell();
  }

  #send(text: string): void {
    for (const response of this.#open) response.write(text);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    for (const response of this.#open) response.end();
    this.#open.clear();
  }
}
