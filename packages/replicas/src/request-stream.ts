import { sleep } from '@mcpgw/loader/internal';
import { StoreError } from '@mcpgw/store';
import type { StreamLog } from './stream-log.js';
import type { StreamReader } from './stream-reader.js';

export interface RequestStreamDeps {
  readonly log: StreamLog;
  readonly name: string;
  readonly writer: string;
  /** Who reads the stream at this replica. */
  readonly reader: () => StreamReader | undefined;
  /** Milliseconds that a message waits for a log that does not answer, where its client is at another replica. */
  readonly keepMs: () => number;
  /** Another replica ended the stream, or nothing is known of it any more. */
  readonly onFenced: () => void;
}

const batchSize = 50;
const retryMs = 250;
const never = new AbortController().signal;

/** Writes the messages that come before the answer to one request, and the answer. */
export class RequestStream {
  readonly #deps: RequestStreamDeps;
  #queue: { readonly message: string; readonly isFinal: boolean }[] = [];
  #number = 0;
  #hasGap = false;
  #writing: Promise<void> | undefined;
  #isDone = false;

  constructor(deps: RequestStreamDeps) {
    this.#deps = deps;
  }

  write(message: string): void {
    this.#push(message, false);
  }

  /** Writes the answer. */
  finish(message: string): void {
    this.#push(message, true);
  }

  /** Ends without an answer, because the client cancelled the request. */
  abandon(): void {
    this.#isDone = true;
    this.#deps.reader()?.end();
  }

  /** Settles when all that was written so far is in the log, or with the client. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #push(message: string, isFinal: boolean): void {
    if (this.#isDone) return;
    this.#isDone = isFinal;
    this.#queue.push({ message, isFinal });
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchSize);
      await this.#add(
        batch.map(({ message }) => message),
        batch.at(-1)!.isFinal,
      );
    }
  }

  async #add(messages: readonly string[], isFinal: boolean): Promise<void> {
    const { log, name, writer, reader, keepMs, onFenced } = this.#deps;
    const number = ++this.#number;
    const until = performance.now() + keepMs();
    for (let attempt = 1; ; attempt++) {
      try {
        const added = await log.append(name, { messages, writer, number, isFinal, hasGap: this.#hasGap });
        if (added.kind === 'appended') {
          this.#hasGap = false;
          reader()?.offer(added.before, added.places, messages, isFinal);
        } else if (!this.#writeOnly(messages, isFinal)) onFenced();
        return;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
      if (attempt > 1 && this.#writeOnly(messages, isFinal)) return;
      if (performance.now() > until) {
        this.#hasGap = true;
        return;
      }
      await sleep(retryMs, never);
    }
  }

  /** Writes to the client that is connected here what the log does not take. */
  #writeOnly(messages: readonly string[], isFinal: boolean): boolean {
    const reader = this.#deps.reader();
    if (!reader?.isCaughtUp) return false;
    for (const [at, message] of messages.entries()) reader.writeOnly(message, isFinal && at === messages.length - 1);
    this.#hasGap = true;
    return true;
  }
}
