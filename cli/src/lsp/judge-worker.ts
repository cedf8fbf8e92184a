/** Entry of the thread that checks documents for `mcpgw lsp`: answers one question after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { Judge, type Question } from './judge.js';

/** A question with its number; a number in `newest` that is larger makes it stale. */
export interface NumberedQuestion {
  readonly number: number;
  readonly question: Question;
}

const judge = new Judge();
const newest = (workerData as { readonly newest: Int32Array }).newest;

parentPort!.on('message', async ({ number, question }: NumberedQuestion) => {
  parentPort!.postMessage(await judge.answer(question, () => Atomics.load(newest, 0) > number));
});
