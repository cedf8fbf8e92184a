/** Asks a judge: in a thread of its own, or in this one where there are no threads, such as in the standalone executable. */
import type { Worker } from 'node:worker_threads';
import { haveThreads, startWorker } from '../render/output-files.js';
import { Judge, type JudgeAnswer, type Question } from './judge.js';

/** Answers questions one at a time: a question is asked when the one before is answered. */
export interface Asking {
  ask(question: Question): Promise<JudgeAnswer>;
  /** Makes the question in work stale: it ends before its next input. */
  cancel(): void;
  close(): Promise<void>;
}

/** The judge in this thread. It lets the thread receive messages before each input. */
export function judgeHere(): Asking {
  const judge = new Judge();
  let isCancelled = false;
  return {
    ask(question) {
      isCancelled = false;
      process.chdir(question.root);
      return judge.answer(question, () => new Promise(done => setImmediate(() => done(isCancelled))));
    },
    cancel() {
      isCancelled = true;
    },
    close: async () => {},
  };
}

/** The thread ended while it answered. */
export class JudgeError extends Error {
  override name = 'JudgeError';
}

/** The end of the question in work. */
interface Waiting {
  readonly done: (answer: JudgeAnswer) => void;
  readonly fail: (error: Error) => void;
}

/** The judge in a thread of its own, started at the first question. After a failure the next question starts another one. */
class ThreadJudge implements Asking {
  readonly #newest = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #number = 0;

  ask(question: Question): Promise<JudgeAnswer> {
    process.chdir(question.root);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((done, fail) => {
      this.#waiting = { done, fail };
      worker.postMessage({ number: ++this.#number, question });
    });
  }

  cancel(): void {
    Atomics.store(this.#newest, 0, this.#number + 1);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startWorker('judge.cjs', { newest: this.#newest }, { stdout: true, stderr: true });
    // Notes for people at a terminal, which nobody reads here.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('message', (answer: JudgeAnswer) => this.#take()?.done(answer));
    const stop = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#take()?.fail(new JudgeError(reason));
    };
    worker.on('error', error => stop(error instanceof Error ? error.message : String(error)));
    worker.on('exit', code => stop(`the thread ended with exit code ${code}`));
    return worker;
  }

  #take(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

/** The judge of this installation. */
export const startJudge = (): Asking => (haveThreads() ? new ThreadJudge() : judgeHere());
