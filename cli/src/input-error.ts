import { HelmError } from '@mcpgw/helm';

/** A file that the command line names cannot be read, or arguments contradict each other: the command could not run. */
export class InputError extends HelmError {
  override name = 'InputError';
}

/** Whether an error is an InputError or has one as its cause. */
export const isInputError = (error: unknown): boolean =>
  error instanceof InputError || (error instanceof HelmError && isInputError(error.cause));
