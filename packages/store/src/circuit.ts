/**
 * A circuit breaker for those who go on without the store: the first who meets a store that does not answer waits a short time, those
 * after that do not wait at all until it answers again.
 */
import { Deadline, untilAborted } from '@mcpgw/loader/internal';
import { type StateStore, StoreError } from './store.js';

export interface CircuitOptions {
  /** Milliseconds that the store has for one operation. Default 800 for a store with a connection, 5000 for a disk. */
  readonly answerMs?: number;
  /** Milliseconds between looks whether the store answers. Default 500. */
  readonly lookEveryMs?: number;
  /** Told when the store stops to answer (with the reason), and when it answers again (undefined). */
  readonly onChange?: (fault: StoreError | undefined) => void;
}

export class StoreCircuit {
  readonly #store: StateStore;
  readonly #answerMs: number;
  readonly #lookEveryMs: number;
  readonly #listeners: ((fault: StoreError | undefined) => void)[];
  #fault: StoreError | undefined;
  #outages = 0;
  /** Aborted when the circuit opens, for those who wait at that time. */
  #open = new AbortController();
  /** Told when the store answers again, or the circuit is closed. */
  readonly #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(store: StateStore, { answerMs = store.ping ? 800 : 5_000, lookEveryMs = 500, onChange }: CircuitOptions = {}) {
    this.#store = store;
    this.#answerMs = answerMs;
    this.#lookEveryMs = lookEveryMs;
    this.#listeners = onChange ? [onChange] : [];
    this.#lookLater();
  }

  /** Why the store is not asked now; undefined where it is. */
  get fault(): StoreError | undefined {
    return this.#fault;
  }

  /** How often the store stopped to answer. */
  get outages(): number {
    return this.#outages;
  }

  /** Whether the store answers, now or within so many milliseconds. */
  answers(withinMs: number): Promise<boolean> {
    if (this.#fault === undefined || this.#closed) return Promise.resolve(this.#fault === undefined);
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve(this.#fault === undefined);
      };
      const timer = setTimeout(done, withinMs);
      this.#waiting.add(done);
    });
  }

  /** Does `work` where the store answers. @throws StoreError at once if it does not, else what `work` throws */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#fault) throw this.#fault;
    return this.#within(work, this.#open.signal);
  }

  async #within<T>(work: (signal: AbortSignal) => Promise<T>, parent?: AbortSignal): Promise<T> {
    const deadline = new Deadline(this.#answerMs, parent, { patient: true });
    const { signal } = deadline;
    try {
      return await untilAborted(work(signal), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      const { reason } = signal;
      const fault = reason instanceof StoreError ? reason : new StoreError([], `is not answered: ${this.#answerMs} ms passed`, reason);
      this.#opens(fault);
      throw fault;
    } finally {
      deadline.clear();
    }
  }

  /** Tells `listener` too when the store stops to answer (with the reason), and when it answers again (undefined). */
  onChange(listener: (fault: StoreError | undefined) => void): void {
    this.#listeners.push(listener);
  }

  #tell(fault: StoreError | undefined): void {
    for (const listener of this.#listeners) listener(fault);
  }

  #opens(fault: StoreError): void {
    if (this.#fault || this.#closed) return;
    this.#fault = fault;
    this.#outages++;
    this.#open.abort(fault);
    this.#tell(fault);
    this.#lookLater();
  }

  #closes(): void {
    if (!this.#fault || this.#closed) return;
    this.#fault = undefined;
    this.#open = new AbortController();
    this.#tell(undefined);
    this.#wake();
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }

  /** A store with a connection is looked at from time to time; any other one only while it does not answer. */
  #lookLater(): void {
    clearTimeout(this.#timer);
    if (this.#closed || (this.#store.ping === undefined && this.#fault === undefined)) return;
    this.#timer = setTimeout(() => void this.#look(), this.#lookEveryMs).unref();
  }

  async #look(): Promise<void> {
    try {
      await this.#within(async signal => {
        if (this.#store.ping) await this.#store.ping({ signal });
        else await this.#store.read(['circuit'], { signal });
      });
      this.#closes();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#opens(error);
    }
    this.#lookLater();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#wake();
  }
}
