/** What upstreams are made from and what is told of them. */
import type { Connection, LoadStatus } from '@mcpgw/loader';
import type { ServerCapabilities } from '@modelcontextprotocol/client';
import type { SourceTool, ToolSource } from '../sources/source.js';

/** One entry of the gateway's configuration. Two that are equal in every value are the same server. */
export interface ConfiguredServer {
  readonly name: string;
  /** How an MCP server is reached; absent where `source` stands. */
  readonly connection?: Connection;
  /** Tools that are not behind MCP (declared REST endpoints). The source belongs to the upstreams from then on: they close it. */
  readonly source?: ToolSource;
  /** A server that is off is not connected. */
  readonly enabled: boolean;
  /** A server in quarantine is not connected: its tools are not even read. */
  readonly quarantined: boolean;
  /** How new and changed tools are approved. */
  readonly trustMode: 'auto' | 'scan' | 'manual';
  /** Only these tools may be called; absent where all may. Bare names. */
  readonly enabledTools?: readonly string[];
  /** These tools may not be called. Bare names. */
  readonly disabledTools?: readonly string[];
  /** Longest wait for one answer. Default 120. */
  readonly callTimeoutSeconds?: number;
  /** Requests under way at once; absent or 0 is no limit. */
  readonly maxConcurrentRequests?: number;
  /** Requests that may wait for one under way to end. Default 1000. */
  readonly queueSize?: number;
  /** Between checks whether an idle server lives; 0 is never. Default 30. */
  readonly healthCheckSeconds?: number;
  /** Between listings of its tools; 0 is never. Default 300. */
  readonly discoverySeconds?: number;
}

/**
 * disabled: not connected by configuration. waiting: lost or not there yet, tried again. failed: refused; tried again, after a denial
 * only when the configuration is loaded anew, on request, and every 15 minutes.
 */
export type ConnectionState = 'disabled' | 'connecting' | 'ready' | 'waiting' | 'failed';

export interface ConnectionInfo {
  readonly state: ConnectionState;
  /** What the last attempt found; absent before the first. */
  readonly status?: LoadStatus;
  /** One line that may be shown to people; null where nothing is wrong. */
  readonly error: string | null;
  /** Attempts since the last time it was ready, or since the start. */
  readonly attempts: number;
  /** When the next attempt is made, in milliseconds since 1970. */
  readonly nextAttemptAt?: number;
  /** The same on the monotonic clock (`performance.now()`), from which the time that is left is counted. */
  readonly nextAttemptDue?: number;
  /**
   * In milliseconds since 1970: since when it is ready, off, or being connected for the first time; of a server that is away, when it
   * was lost or could first not be reached. Further attempts do not change that.
   */
  readonly since: number;
}

/** A tool that the server lists and that cannot be used; both texts are fit to show. */
export interface OmittedTool {
  readonly tool: string;
  readonly reason: string;
}

export interface UpstreamState {
  readonly name: string;
  readonly protocol: 'stdio' | 'sse' | 'streamable-http' | 'http' | 'rest' | 'malformed';
  readonly enabled: boolean;
  readonly quarantined: boolean;
  readonly trustMode: 'auto' | 'scan' | 'manual';
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
  readonly connection: ConnectionInfo;
  /** As last listed; they stay while the server is away. */
  readonly tools: readonly SourceTool[];
  /** Listed tools that cannot be used, at most 100 of them. */
  readonly omittedTools: readonly OmittedTool[];
  /** Name and version that the server gives itself, fit to show. */
  readonly serverInfo?: string;
  readonly protocolVersion?: string;
  readonly capabilities?: ServerCapabilities;
  readonly instructions?: string;
}

/** What changed, so that clients are told the right thing: a list of one server, or its state. */
export type UpstreamChange = { readonly server: string; readonly kind: 'state' | 'tools' | 'prompts' | 'resources' };
