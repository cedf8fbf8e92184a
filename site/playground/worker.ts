/** The thread of the page that renders and checks. What a first render does not need is loaded when it is asked for. */
import './node/globals.js';
import type { AnswerTo, Question } from './protocol.js';
import { render } from './render.js';

/** A question with its number. */
export interface NumberedQuestion {
  readonly number: number;
  readonly question: Question;
}

async function answerTo(question: Question): Promise<AnswerTo<Question>> {
  switch (question.type) {
    case 'render':
      return render(question.target);
    case 'check':
      return (await import('./check.js')).check(question.target, question.proxy);
    case 'compare':
      return (await import('./compare.js')).compare(question.from, question.to);
    default:
      return (await import('./complete.js')).complete(question.target, question.text, question.offset);
  }
}

// One question after the other: they share the files in memory.
let queue = Promise.resolve();

self.onmessage = ({ data: { number, question } }: MessageEvent<NumberedQuestion>) => {
  queue = queue.then(async () => {
    try {
      self.postMessage({ number, answer: await answerTo(question) });
    } catch (error) {
      self.postMessage({ number, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
};
