/** Questions to the person at the terminal. */
import { createInterface } from 'node:readline/promises';
import { logText } from '@mcpgw/diagnostics';

/** Whether there is somebody to ask. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks one question on standard error; undefined where the person ends the input, or `signal` ends the question. */
export async function askPerson(question: string, signal?: AbortSignal): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  try {
    return await terminal.question(logText(question), { signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal });
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}

/** Asks a question whose answer is yes or no; everything else than yes is no. */
export async function confirmed(question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(((await askPerson(`${question} [y/N] `)) ?? '').trim());
}
