import type { CallToolResult } from '@modelcontextprotocol/client';
import { GatewayFailure, InternalFailure } from '../failures/gateway-failure.js';
import { type ContextRequest, ExecutionContext } from './execution-context.js';

export interface CallRequest extends ContextRequest {
  /** The tool by the name that the client used. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface RunCallDeps {
  readonly now?: () => Date;
  /** Told of what no one expected: a bug, to be logged with its stack. */
  readonly onInternalFailure?: (failure: InternalFailure) => void;
}

/**
 * Runs one tools/call: the outermost boundary. Whatever happens, the context comes back sealed, with the result or with the
 * failure inside. What is thrown besides a GatewayFailure is a bug, and becomes an InternalFailure here. Rejects with
 * ContractViolation only where `request` has no id or method, which `precheck` does not let through.
 */
export async function runCall(
  request: CallRequest,
  call: (context: ExecutionContext) => Promise<CallToolResult>,
  { now = () => new Date(), onInternalFailure }: RunCallDeps = {},
): Promise<ExecutionContext> {
  let context = ExecutionContext.fromRequest(request, now());
  try {
    context = context.withToolCall(request.tool, request.arguments);
    context = context.withResult(await call(context));
  } catch (thrown) {
    const failure = thrown instanceof GatewayFailure ? thrown : new InternalFailure(thrown, request.tool);
    if (failure instanceof InternalFailure) onInternalFailure?.(failure);
    context = context.withFailure(failure);
  }
  return context.seal();
}
