import { HelmError } from '@mcpgw/helm';
import { type ExitCode, exitCodes } from './exit-codes.js';

/** Ends a command with a message on stderr and an exit code; the one error class of the command line. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.cannotRun) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What a command line names cannot be read, or its arguments contradict each other: the command could not run. */
export class InputError extends HelmError {
  override name = 'InputError';
}

/** Whether an error is an InputError or has one as its cause. */
export const isInputError = (error: unknown): boolean =>
  error instanceof InputError || (error instanceof HelmError && isInputError(error.cause));
