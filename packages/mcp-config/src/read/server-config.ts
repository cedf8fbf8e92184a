/**
 * A configured MCP server: the one record that the readers of every format make and that the loader, the gateway and the command take.
 * Durations are milliseconds, and their names say so. Every placeholder is expanded.
 */
import type { Path, Span } from '@mcpgw/diagnostics';

/** A server that is started as a command and spoken to over its standard input and output. */
export interface StdioConnection {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that every server inherits (PATH, HOME, ...). */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Longest time for the handshake and the first list of tools; absent or 0 where the configuration leaves it to the program. */
  readonly connectTimeoutMs?: number;
}

/** A server that is reached over HTTP. */
export interface HttpConnection {
  /** `http` tries streamable HTTP, then SSE where the endpoint answers 400, 404 or 405, as the MCP specification says. */
  readonly transport: 'streamable-http' | 'sse' | 'http';
  readonly url: string;
  /** The same server on the isolated network, for sessions that hold private data. */
  readonly urlIsolated?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest time for the handshake and the first list of tools; absent or 0 where the configuration leaves it to the program. */
  readonly connectTimeoutMs?: number;
}

/** A server whose configuration cannot be used; it is reported as permanent, without a connect attempt. */
export interface MalformedConnection {
  readonly transport: 'malformed';
  readonly reason: string;
}

/** How one MCP server is reached. */
export type Connection = StdioConnection | HttpConnection | MalformedConnection;

/** How new and changed tools are approved. */
export type TrustMode = 'auto' | 'scan' | 'manual';

/** What is configured for a server however its tools are reached. */
export interface ServerPolicy {
  readonly name: string;
  /** A server that is off is not connected. */
  readonly enabled: boolean;
  /** A server in quarantine is not connected: its tools are not even read. */
  readonly quarantined: boolean;
  readonly trustMode: TrustMode;
  /** Only these tools may be called; absent where all may. Bare names. */
  readonly enabledTools?: readonly string[];
  /** These tools may not be called. Bare names. */
  readonly disabledTools?: readonly string[];
  /** Longest wait for one answer; absent where the configuration says nothing. */
  readonly callTimeoutMs?: number;
  /** Requests in flight at once; absent or 0 is no limit. */
  readonly maxConcurrentRequests?: number;
  /** Between checks whether an idle server lives; 0 is never, absent where the configuration says nothing. */
  readonly healthCheckIntervalMs?: number;
  /** Between listings of its tools; 0 is never, absent where the configuration says nothing. */
  readonly toolDiscoveryIntervalMs?: number;
}

/** An MCP server as it is configured. */
export interface ServerConfig extends ServerPolicy {
  readonly connection: Connection;
}

/** A server with the place of its entry in the file. */
export interface ServerEntry extends ServerConfig {
  readonly path: Path;
  readonly span: Span;
}
