/** Errors of tools. The agent gets every error as a result with `isError`; a fatal one begins with `fatalPrefix`. */

/** Prefix of the text of an error that no other arguments can fix. A strict client ends the agent's run. */
export const fatalPrefix = '[FATAL] ';

/** An error whose message is meant for the agent. */
export abstract class ToolError extends Error {}

/** The agent may try again with other arguments: invalid input, a missing file, a query with an error. */
export class ToolRetryError extends ToolError {
  override name = 'ToolRetryError';
}

/** The agent cannot fix the cause: a database that cannot be reached, a missing credential. The message gets `fatalPrefix`. */
export class ToolFatalError extends ToolError {
  override name = 'ToolFatalError';
  constructor(message: string, options?: ErrorOptions) {
    super(`${fatalPrefix}${message}`, options);
  }
}

/** The call is not allowed in this session or on this server. */
export class ToolPermissionError extends ToolError {
  override name = 'ToolPermissionError';
}
