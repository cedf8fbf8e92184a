import { HelmError } from '@mcpgw/helm';
import { type CommandError, exitCodeOf } from './errors.js';
import { exitCodes } from './exit-codes.js';

/** A file that the command line names cannot be read, or arguments contradict each other: the command could not run. */
export class InputError extends HelmError implements CommandError {
  override name = 'InputError';
  readonly exitCode = exitCodes.cannotRun;
}

/** Whether an error is an InputError or has one as its cause. */
export const isInputError = (error: unknown): boolean => error instanceof HelmError && exitCodeOf(error) === exitCodes.cannotRun;
