import { setMaxListeners } from 'node:events';

/** The reason with which a deadline aborts. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';
  readonly seconds: number;
  /** What came meanwhile and was no answer. */
  readonly heard: string | undefined;
  constructor(seconds: number, heard?: string) {
    super(`timed out after ${seconds} s`);
    this.seconds = seconds;
    this.heard = heard;
  }
}

/** A signal that aborts after `seconds` or with `parent`, and whose timer is released by `clear`. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal | undefined;
  readonly #follow = () => this.#controller.abort(this.#parent?.reason);
  readonly #end: number;

  constructor(seconds: number, parent?: AbortSignal) {
    this.#parent = parent;
    // Not 0, which means "any number" too: Node 20's getMaxListeners, which fetch calls, throws on it.
    setMaxListeners(Number.MAX_SAFE_INTEGER, this.#controller.signal, ...(parent ? [parent] : []));
    this.#end = performance.now() + seconds * 1000;
    this.#timer = setTimeout(() => this.#controller.abort(new DeadlineError(seconds)), seconds * 1000);
    if (parent?.aborted) this.#follow();
    else parent?.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get secondsLeft(): number {
    return Math.max(0, (this.#end - performance.now()) / 1000);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener('abort', this.#follow);
  }
}

/** Settles as `work` does, or rejects with the reason of `signal` as soon as it aborts. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Waits; rejects with the reason of `signal` when it aborts. */
export function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>(resolve => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  return untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}
