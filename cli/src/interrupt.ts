/** Ctrl-C and SIGTERM for commands that release servers and sockets before they end. */
import { CliError } from './errors.js';

/** A signal that aborts with a CliError, and the end of listening to the system's signals. */
export interface Interrupt {
  readonly signal: AbortSignal;
  readonly dispose: () => void;
}

const names = ['SIGINT', 'SIGTERM'] as const;

/** Aborts at the first SIGINT or SIGTERM; the next one ends the process as the system does. */
export function abortOnSignals(): Interrupt {
  const controller = new AbortController();
  const dispose = (): void => {
    for (const name of names) process.off(name, abort);
  };
  const abort = (): void => {
    dispose();
    controller.abort(new CliError('interrupted'));
  };
  for (const name of names) process.on(name, abort);
  return { signal: controller.signal, dispose };
}
