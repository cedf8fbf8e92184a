import type { CallToolResult, Progress, Tool } from '@modelcontextprotocol/client';
import type { FollowRequest } from './follow.js';

/** A tool by the bare name that its source gives it. */
export type SourceTool = Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'icons' | '_meta'>;

/** The client of a call, as far as an upstream may ask it. */
export interface DownstreamSession {
  readonly id: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Whose client it is: what one owner may read, another may not. Absent where that is not known. */
  readonly owner?: string;
  /** Sampling, elicitation, roots. `onProgress` is given where the asker wants to hear of progress. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<unknown>;
  /** `server` sent the message: a session that may not see it drops the message. */
  notify(method: string, params: Readonly<Record<string, unknown>> | undefined, server?: string): Promise<void>;
}

/** The options of a call. */
export interface CallOptions {
  /** Aborts the call; the source then releases what it holds for it. */
  readonly signal: AbortSignal;
  /** The request's `_meta`, passed on (trace context, for one). */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (progress: Progress) => void;
  readonly session?: DownstreamSession;
  /** The identity of the caller, whose own login is used where the server has one for each caller; empty or absent for the gateway's. */
  readonly caller?: string;
  /** Milliseconds that the call may take where the source sets no limit of its own for the tool. */
  readonly timeoutMs?: number;
  /** Follows the request to the server, for whoever traces it. */
  readonly follow?: FollowRequest;
}

/** Where tools come from: an MCP server or declared REST endpoints. */
export interface ToolSource {
  readonly id: string;
  tools(): readonly SourceTool[];
  /** @throws GatewayFailure, and nothing else, if there is no result */
  call(tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult>;
  close(): Promise<void>;
}
