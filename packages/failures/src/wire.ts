import type { CallToolResult } from '@modelcontextprotocol/client';
import { failureFields } from './failure-mode.js';
import { type ContractPart, ContractViolation, type GatewayFailure, TransportFailure, UpstreamFailure } from './gateway-failure.js';

/** The one place that turns failures into what a client sees. Codes and shapes: the tables of seed 002. */

/** How failures are written. */
export interface WireSettings {
  /** Argument errors: JSON-RPC -32602 (the model's form), or an `isError` result that a model can act on (MCP 2025-11-25, SEP-1303). */
  readonly validationErrors: 'protocol' | 'tool_result';
}

/** The `error` of a JSON-RPC response. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A failed tools/call on the wire: an error of the protocol, or a result with `isError`. */
export type WireFailure = { readonly error: WireError } | { readonly result: CallToolResult };

const contractCodes: Readonly<Record<ContractPart, number>> = { parse: -32700, request: -32600, method: -32601, params: -32602 };
const internalError = -32603;

/** Codes that clients act on; they are passed on unchanged: a page to open first (MCP 2025-11-25), a capability to declare (2026-07-28). */
const actedOn: ReadonlySet<number> = new Set([-32042, -32021]);

/** The key of a result's `_meta` that holds the same members as the `data` of an error. */
export const failureMetaKey = 'mcpgw/failure';

function failureData(failure: GatewayFailure, tool: string | undefined): Record<string, unknown> {
  return {
    ...(tool !== undefined && { tool }),
    ...failure.dataFor(tool),
    ...failureFields(failure.category, failure.mode),
  };
}

function errorForm(code: number, failure: GatewayFailure, tool: string | undefined): { error: WireError } {
  return { error: { code, message: failure.messageFor(tool), data: failureData(failure, tool) } };
}

function resultForm(failure: GatewayFailure, tool: string | undefined, text: string): { result: CallToolResult } {
  return { result: { content: [{ type: 'text', text }], isError: true, _meta: { [failureMetaKey]: failureData(failure, tool) } } };
}

function upstreamForm(failure: UpstreamFailure, tool: string | undefined): WireFailure {
  if (failure.rpcError && actedOn.has(failure.rpcError.code)) return { error: failure.rpcError };
  return resultForm(failure, tool, failure.text ?? failure.messageFor(tool));
}

/** The answer to a tools/call that failed; `tool` is the name that the client used. */
export function toWire(failure: GatewayFailure, settings: WireSettings, tool: string | undefined = failure.tool): WireFailure {
  if (failure instanceof ContractViolation) {
    const asResult = failure.mode === 'invalid_arguments' && settings.validationErrors === 'tool_result';
    return asResult ? resultForm(failure, tool, failure.messageFor(tool)) : errorForm(contractCodes[failure.kind], failure, tool);
  }
  if (failure instanceof UpstreamFailure) return upstreamForm(failure, tool);
  if (failure instanceof TransportFailure && failure.mode !== 'timeout') return resultForm(failure, tool, failure.messageFor(tool));
  return errorForm(internalError, failure, tool);
}

/** The answer to any other failed request, which has no `isError` form. An error of an MCP upstream is passed on unchanged. */
export function toWireError(failure: GatewayFailure): WireError {
  if (failure instanceof UpstreamFailure && failure.rpcError) return failure.rpcError;
  const code = failure instanceof ContractViolation ? contractCodes[failure.kind] : internalError;
  return errorForm(code, failure, failure.tool).error;
}
