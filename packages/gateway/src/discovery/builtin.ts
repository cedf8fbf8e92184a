import type { ToolAddress } from '@mcpgw/names';
import type { SourceTool } from '@mcpgw/upstreams';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Scope } from './catalogue.js';

type Arguments = Readonly<Record<string, unknown>>;

/** The context of each call of a built-in tool. */
export interface BuiltinContext {
  /** The servers that are visible to the caller. */
  readonly scope: Scope;
  /** Whether the caller may also change the state of servers. */
  readonly manages: boolean;
  /** Who the caller is, for people. */
  readonly caller: string;
}

/** A call of a tool of a server. */
export interface ServerCall {
  readonly target: ToolAddress;
  readonly args: Arguments;
}

/** The outcome of an admitted call: a result of the gateway itself, or a call of a server whose result is the answer. */
export type CallOutcome = { readonly result: CallToolResult } | { readonly call: ServerCall };

/** A built-in tool of the gateway. */
export interface BuiltinTool {
  readonly definition: SourceTool;
  /** @throws ContractViolation if `definition` does not accept the arguments; other GatewayFailures as the tool documents them */
  handle(args: Arguments, context: BuiltinContext): Promise<CallOutcome>;
}

/** A result with one text: `value` as JSON. */
export function jsonResult(value: unknown): CallToolResult & { content: [{ type: 'text'; text: string }] } {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}
