import type { Path, Span } from '@mcpgw/diagnostics';

/** How a server is spoken to. */
export type Transport = 'stdio' | 'sse' | 'streamable-http';

/** Limits of a connection, in milliseconds; absent where the configuration says nothing. */
export interface Timeouts {
  /** The first handshake. */
  readonly connect?: number;
  /** One call. */
  readonly request?: number;
}

/** An MCP server to connect to, as plain data with every placeholder expanded. */
export interface Connection {
  readonly name: string;
  readonly transport: Transport;
  /** The transport was not named: a streamable HTTP server that refuses may be tried as SSE. */
  readonly detected: boolean;
  readonly url?: string;
  /** The same server on the isolated network, for sessions that hold private data. */
  readonly urlIsolated?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly timeouts: Timeouts;
  /** Left out by its own configuration: `enabled: false` or absent (array form), `disabled: true` (object forms). */
  readonly disabled: boolean;
  readonly quarantined: boolean;
  /** How new and changed tools are approved. */
  readonly trustMode: 'auto' | 'scan' | 'manual';
  /** Only these tools exist; absent when all do. Bare names. */
  readonly enabledTools?: readonly string[];
  /** These tools do not exist. Bare names. */
  readonly disabledTools?: readonly string[];
  /** Calls under way at once; absent or 0 is no limit. */
  readonly maxConcurrentRequests?: number;
  /** Milliseconds between checks whether the server lives; absent where nothing is said. */
  readonly healthCheckInterval?: number;
  /** Milliseconds between listings of its tools; absent where nothing is said. */
  readonly toolDiscoveryInterval?: number;
  /** Where the entry stands. */
  readonly path: Path;
  readonly span: Span;
}
