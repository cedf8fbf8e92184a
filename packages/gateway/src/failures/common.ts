import { ContractViolation, TransportFailure } from './gateway-failure.js';

/** Failures that more than one part of the gateway meets, each worded once. */

/** A call of a tool that does not exist, or that its caller may not know of. */
export function unknownTool(tool: string): ContractViolation {
  return new ContractViolation('params', { mode: 'unknown_tool', tool, message: name => `Unknown tool: ${name}` });
}

/** A message that may name the tool. */
export type ArgumentError = string | ((tool: string) => string);

/** Arguments that a tool's declaration does not accept; `errors` holds at least one message. */
export function invalidArguments(tool: string, errors: readonly ArgumentError[]): ContractViolation {
  const errorsFor = (name: string) => errors.map(error => (typeof error === 'string' ? error : error(name)));
  return new ContractViolation('params', {
    mode: 'invalid_arguments',
    tool,
    message: name => `Tool '${name}' validation failed: ${errorsFor(name).join('; ')}`,
    data: name => ({ errors: errorsFor(name) }),
  });
}

/** No answer within `seconds`; `heard` is what came meanwhile and was none. */
export function toolTimeout(tool: string, seconds: number, heard?: string): TransportFailure {
  const more = heard === undefined ? '' : ` What it sent meanwhile is no answer: ${heard}`;
  return new TransportFailure({
    mode: 'timeout',
    tool,
    message: name => `Tool '${name}' timed out after ${seconds}s. The external service did not respond in time.${more}`,
    data: { timeout_seconds: seconds },
  });
}
