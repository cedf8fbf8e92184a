/** What a tool throws, and how the agent hears of it: every error is a result with `isError`, a fatal one begins with `fatalPrefix`. */

/** Prefix of the text of an error that no other arguments can fix. A strict client ends the agent's run. */
export const fatalPrefix = '[FATAL] ';

/** An error whose message is meant for the agent. */
export abstract class ToolError extends Error {}

/** The agent may try again with other arguments: wrong input, a file that is not there, a query with a mistake. */
export class ToolRetryError extends ToolError {
  override name = 'ToolRetryError';
}

/** Nothing that the agent does will help: a database that cannot be reached, a missing credential. The message gets `fatalPrefix`. */
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
