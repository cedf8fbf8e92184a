import type { CallToolResult } from '@modelcontextprotocol/client';
import type { SourceTool } from '../sources/source.js';
import type { Scope } from './catalogue.js';

type Arguments = Readonly<Record<string, unknown>>;

/** What a built-in tool is given with each call. */
export interface BuiltinContext {
  /** The servers that the caller may know of. */
  readonly scope: Scope;
  /** Whether the caller may act on servers, and not only read. */
  readonly manages: boolean;
  /** Calls a tool of a server, for the caller. @throws GatewayFailure */
  call(server: string, tool: string, args: Arguments): Promise<CallToolResult>;
}

/** A tool of the gateway itself. `handle` throws ContractViolation for arguments that `definition` does not accept. */
export interface BuiltinTool {
  readonly definition: SourceTool;
  handle(args: Arguments, context: BuiltinContext): Promise<CallToolResult>;
}

/** A result of one text: `value` as JSON. */
export function jsonResult(value: unknown): CallToolResult & { content: [{ type: 'text'; text: string }] } {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}
