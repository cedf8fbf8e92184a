import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The reason with which a deadline aborts. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';
  readonly milliseconds: number;
  /** What arrived meanwhile and was not an answer. */
  readonly heard: string | undefined;
  constructor(milliseconds: number, heard?: string) {
    super(`timed out after ${milliseconds / 1000} s`);
    this.milliseconds = milliseconds;
    this.heard = heard;
  }

  /** The duration in seconds, for messages. */
  get seconds(): number {
    return this.milliseconds / 1000;
  }
}

/** A signal that aborts after `milliseconds` or with `parent`, and whose timer is released by `clear`. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal | undefined;
  readonly #follow = () => this.#controller.abort(this.#parent?.reason);
  readonly #end: number;

  /**
   * Where it is `patient`, a process that was busy for longer than the deadline first reads what has come meanwhile.
   */
  constructor(milliseconds: number, parent?: AbortSignal, { patient = false }: { readonly patient?: boolean } = {}) {
    this.#parent = parent;
    // Not 0, which means "any number" too: Node 20's getMaxListeners, which fetch calls, throws on it.
    setMaxListeners(Number.MAX_SAFE_INTEGER, this.#controller.signal, ...(parent ? [parent] : []));
    this.#end = performance.now() + milliseconds;
    const end = () => this.#controller.abort(new DeadlineError(milliseconds));
    this.#timer = setTimeout(
      patient
        ? () =>
            void nextTurn()
              .then(() => nextTurn())
              .then(end)
        : end,
      milliseconds,
    );
    if (parent?.aborted) this.#follow();
    else parent?.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds until it aborts; 0 once they have passed. */
  get millisecondsLeft(): number {
    return Math.max(0, this.#end - performance.now());
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

/** Waits so many milliseconds; rejects with the reason of `signal` when it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}
