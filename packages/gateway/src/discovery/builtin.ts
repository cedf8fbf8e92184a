import type { CallToolResult } from '@modelcontextprotocol/client';
import type { SourceTool } from '../sources/source.js';
import type { Scope } from './catalogue.js';

type Arguments = Readonly<Record<string, unknown>>;

/** The context of each call of a built-in tool. */
export interface BuiltinContext {
  /** The servers that are visible to the caller. */
  readonly scope: Scope;
  /** Whether the caller may act on servers, and not only read. */
  readonly manages: boolean;
  /** Calls a tool of a server, for the caller. @throws GatewayFailure */
  call(server: string, tool: string, args: Arguments): Promise<CallToolResult>;
}

/** A built-in tool of the gateway. `handle` throws ContractViolation for arguments that `definition` does not accept. */
export interface BuiltinTool {
  readonly definition: SourceTool;
  handle(args: Arguments, context: BuiltinContext): Promise<CallToolResult>;
}

/** A result of one text: `value` as JSON. */
export function jsonResult(value: unknown): CallToolResult & { content: [{ type: 'text'; text: string }] } {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}
