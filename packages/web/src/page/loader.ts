/** Reads from the API for a view, one request at a time: what changes meanwhile is read afterwards, and what failed is tried again. */
import { problemOf, willPass } from './api.js';
import { link } from './state.js';
import { Store } from './store.js';

/** What was read from the API, and why it could not be. After a failure the earlier data stay. */
export interface ReadState<T> {
  readonly data: T | undefined;
  readonly problem: string | undefined;
  /** The code of the API for the problem. */
  readonly code: string | undefined;
}

/** Milliseconds after which a request is given up. */
const deadlineMs = 30_000;
const firstRetryMs = 1_000;
const lastRetryMs = 15_000;

/**
 * Reads one thing. A request is never dropped because another is wanted: its answer is shown, and the next request follows it. So answers
 * come in their order, and one that takes longer than the time between two changes is shown all the same.
 */
export class Loader<T> {
  readonly #read: (signal: AbortSignal) => Promise<T>;
  readonly #outdated: () => void;
  readonly #closed = new AbortController();
  readonly #found = new Store<ReadState<T>>({ data: undefined, problem: undefined, code: undefined });
  #isReading = false;
  /** Whether something was asked for since the request that is in flight began. */
  #isWanted = false;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #forget: (() => void) | undefined;

  readonly subscribe = this.#found.subscribe;
  readonly snapshot = this.#found.snapshot;

  /** `outdated` is called whenever what was read before may have changed. */
  constructor(read: (signal: AbortSignal) => Promise<T>, outdated: () => void = () => {}) {
    this.#read = read;
    this.#outdated = outdated;
  }

  /** Reads again, because what was read may have changed. */
  readonly ask = (): void => {
    this.#outdated();
    this.proceed();
  };

  /** Reads, after the request that is in flight if there is one. */
  proceed(): void {
    if (this.#closed.signal.aborted) return;
    this.#forget ??= link.onRecovery(this.ask);
    this.#isWanted = true;
    if (!this.#isReading) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isReading = true;
    while (this.#isWanted && !this.#closed.signal.aborted) {
      this.#isWanted = false;
      await this.#once();
    }
    this.#isReading = false;
  }

  async #once(): Promise<void> {
    const { signal } = this.#closed;
    clearTimeout(this.#retry);
    try {
      const data = await this.#read(AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
      if (signal.aborted) return;
      this.#failures = 0;
      this.#found.set({ data, problem: undefined, code: undefined });
    } catch (error) {
      if (signal.aborted) return;
      const { data } = this.snapshot();
      this.#found.set({ data, problem: problemOf(error), code: (error as { code?: string }).code ?? '' });
      if (willPass(error)) this.#tryAgain();
    }
  }

  #tryAgain(): void {
    const wait = Math.min(firstRetryMs * 2 ** Math.min(this.#failures++, 10), lastRetryMs);
    this.#retry = setTimeout(() => this.proceed(), wait);
  }

  /** Ends reading, for good. */
  close(): void {
    this.#closed.abort();
    this.#forget?.();
    clearTimeout(this.#retry);
  }
}
