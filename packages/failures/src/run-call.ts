import type { CallToolResult } from '@modelcontextprotocol/client';
import { type ContextRequest, ExecutionContext } from './execution-context.js';
import { GatewayFailure, InternalFailure } from './gateway-failure.js';

/** A `tools/call` request, as far as its context needs it. */
export interface CallRequest extends ContextRequest {
  /** The tool by the name that the client used. */
  readonly tool: string;
}

/** The clock and the log of a call. */
export interface RunCallDeps {
  readonly now?: () => Date;
  /** Called for a bug, to log it with its stack. */
  readonly onInternalFailure?: (failure: InternalFailure) => void;
}

/**
 * Runs one tools/call: the outermost boundary. The context that it returns is always sealed, and has the result or the failure.
 * An error that is not a GatewayFailure is a bug, and becomes an InternalFailure here.
 * @throws ContractViolation only if `request` has no id or method, which `precheck` refuses earlier
 */
export async function runCall(
  request: CallRequest,
  call: (context: ExecutionContext) => Promise<CallToolResult>,
  { now = () => new Date(), onInternalFailure }: RunCallDeps = {},
): Promise<ExecutionContext> {
  let context = ExecutionContext.fromRequest(request, now());
  try {
    context = context.withToolCall(request.tool);
    context = context.withResult(await call(context));
  } catch (thrown) {
    const failure = thrown instanceof GatewayFailure ? thrown : new InternalFailure(thrown, request.tool);
    if (failure instanceof InternalFailure) onInternalFailure?.(failure);
    context = context.withFailure(failure);
  }
  return context.seal();
}
