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
