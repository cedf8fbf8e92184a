import { ContractViolation, TransportFailure } from './gateway-failure.js';

/** Failures that occur in more than one part of the gateway; each message is written once. */

/** The failure of a call of a tool that does not exist, or that the caller may not see. */
export function unknownTool(tool: string): ContractViolation {
  return new ContractViolation('params', { mode: 'unknown_tool', tool, message: name => `Unknown tool: ${name}` });
}

/** A message; a function if it names the tool. */
export type ArgumentError = string | ((tool: string) => string);

/** The failure of a call whose arguments do not match the tool's input schema; `errors` has at least one message. */
export function invalidArguments(tool: string, errors: readonly ArgumentError[]): ContractViolation {
  const errorsFor = (name: string) => errors.map(error => (typeof error === 'string' ? error : error(name)));
  return new ContractViolation('params', {
    mode: 'invalid_arguments',
    tool,
    message: name => `Tool '${name}' validation failed: ${errorsFor(name).join('; ')}`,
    data: name => ({ errors: errorsFor(name) }),
  });
}

/** The failure of a call without an answer within `seconds`; `heard` is what arrived meanwhile and was not an answer. */
export function toolTimeout(tool: string, seconds: number, heard?: string): TransportFailure {
  const more = heard === undefined ? '' : ` What it sent meanwhile is not an answer: ${heard}`;
  return new TransportFailure({
    mode: 'timeout',
    tool,
    message: name => `Tool '${name}' timed out after ${seconds}s. The external service did not respond in time.${more}`,
    data: { timeout_seconds: seconds },
  });
}
