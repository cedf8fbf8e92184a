/** The configuration and the state of upstreams. */
import type { LoadStatus, ServerLoadOutcome } from '@mcpgw/loader';
import type { ServerConfig, ServerPolicy, TrustMode } from '@mcpgw/mcp-config';
import type { ServerCapabilities } from '@modelcontextprotocol/client';
import type { SourceTool, ToolSource } from '../tools/source.js';

/** Tools that are not behind MCP (declared REST endpoints). The upstreams own the source, and close it. */
export interface SourceServer extends ServerPolicy {
  readonly source: ToolSource;
}

/** A server behind the gateway. Two whose connection or source is the same are the same server. */
export type ConfiguredServer = ServerConfig | SourceServer;

/**
 * disabled: not connected by configuration. waiting: lost or not connected yet; tried again. failed: refused; tried again, after a denial
 * only when the configuration is reloaded, on request, and every 15 minutes.
 */
export type ConnectionState = 'disabled' | 'connecting' | 'ready' | 'waiting' | 'failed';

/** The connection of a server as people see it. */
export interface ConnectionInfo {
  readonly state: ConnectionState;
  /** The outcome of the last attempt; absent before the first. */
  readonly status?: LoadStatus;
  /** Whether nobody is logged in, or the login is over: a person has to log in. */
  readonly needsLogin?: boolean;
  /** One line that may be shown to people; null if there is no error. */
  readonly error: string | null;
  /** Where and how the last attempt failed, as a load reports it; absent where there is no error. */
  readonly failure?: Pick<ServerLoadOutcome, 'layer' | 'code' | 'httpStatus'>;
  /** One line that says what to do about the error; absent where nothing is known, or there is no error. */
  readonly remedy?: string;
  /** Attempts since the last time it was ready, or since the start. */
  readonly attempts: number;
  /** When the next attempt is made, in milliseconds since 1970. */
  readonly nextAttemptAt?: number;
  /** The same on the monotonic clock (`performance.now()`), from which the time that is left is counted. */
  readonly nextAttemptDue?: number;
  /**
   * Start of the state in milliseconds since 1970: when it became ready, was switched off, or first began to connect; of a server that is
   * not connected, when the connection was lost or first failed. Further attempts do not change it.
   */
  readonly since: number;
}

/** A listed tool that cannot be used; both texts are safe to show. */
export interface OmittedTool {
  readonly tool: string;
  readonly reason: string;
}

/** The state of one server: its configuration, its connection and what it listed last. */
export interface UpstreamState {
  readonly name: string;
  readonly protocol: 'stdio' | 'sse' | 'streamable-http' | 'http' | 'rest' | 'malformed';
  readonly enabled: boolean;
  readonly quarantined: boolean;
  readonly trustMode: TrustMode;
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
  readonly connection: ConnectionInfo;
  /** The tools that were listed last; they stay while the server is not connected. */
  readonly tools: readonly SourceTool[];
  /** Listed tools that cannot be used, at most 100 of them. */
  readonly omittedTools: readonly OmittedTool[];
  /** The name and version that the server reports, safe to show. */
  readonly serverInfo?: string;
  readonly protocolVersion?: string;
  readonly capabilities?: ServerCapabilities;
  readonly instructions?: string;
}

/** What changed: a list of one server, or its state. */
export type UpstreamChange = { readonly server: string; readonly kind: 'state' | 'tools' | 'prompts' | 'resources' };
