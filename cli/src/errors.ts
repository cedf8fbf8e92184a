import { type ExitCode, exitCodes } from './exit-codes.js';

/** An error that ends a command with its message on stderr: a CliError, or an InputError (input-error.ts). */
export interface CommandError extends Error {
  readonly exitCode: ExitCode;
}

/** How far causes are followed. */
const maxCauses = 8;

/** The exit code of an error that its user can fix, or of one that was thrown because of such an error; undefined for a bug. */
export function exitCodeOf(error: unknown): ExitCode | undefined {
  let link = error;
  for (let depth = 0; link instanceof Error && depth < maxCauses; depth++) {
    if ('exitCode' in link) return (link as CommandError).exitCode;
    link = link.cause;
  }
  return undefined;
}

/** Ends a command with a message on stderr and an exit code; the error class of the command line. */
export class CliError extends Error implements CommandError {
  override name = 'CliError';
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.cannotRun) {
    super(message);
    this.exitCode = exitCode;
  }
}
