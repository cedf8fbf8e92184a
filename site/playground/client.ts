/** The page's side of the worker: questions with answers, and an end for a question that takes too long. */
import type { AnswerTo, Question } from './protocol.js';

/** Milliseconds after which a question is given up and the worker is replaced. */
const timeout = 60_000;

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: number;
}

export class Engine {
  #worker: Worker | undefined;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor() {
    this.#start();
  }

  /** Asks the worker. @throws Error for a bug of the worker, and if there is no answer in time */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => this.#replace(`no answer in ${timeout / 1000} seconds; the worker was replaced`), timeout);
      this.#waiting.set(number, { resolve, reject, timer });
      this.#worker!.postMessage({ number, question });
    });
  }

  #start(): void {
    const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ number: number; answer?: never; bug?: string }>) => {
      const waiting = this.#waiting.get(data.number);
      if (waiting === undefined) return;
      this.#waiting.delete(data.number);
      window.clearTimeout(waiting.timer);
      if (data.bug === undefined) waiting.resolve(data.answer as never);
      else waiting.reject(new Error(data.bug));
    };
    worker.onerror = event => this.#replace(event.message || 'the worker cannot be loaded');
    this.#worker = worker;
  }

  #replace(reason: string): void {
    this.#worker?.terminate();
    for (const { reject, timer } of this.#waiting.values()) {
      window.clearTimeout(timer);
      reject(new Error(reason));
    }
    this.#waiting.clear();
    this.#start();
  }
}
