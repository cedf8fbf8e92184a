/**
 * A configured MCP server. The readers of all formats return this record; the loader, the gateway and the command use it.
 * Durations are in milliseconds, and their names end in `Ms`. Placeholders are expanded.
 */
import type { Path, Span } from '@mcpgw/diagnostics';
import type { Isolation } from './isolation.js';

/** A server that is started as a command and communicates over its standard input and output. */
export interface StdioConnection {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args?: readonly string[];
  /** Environment variables, added to the few that every server inherits (PATH, HOME, ...). */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** How the command is kept from this machine. Absent: it runs with the rights of the program that starts it. */
  readonly isolation?: Isolation;
  /** Longest time for the handshake and the first list of tools; absent or 0 where the configuration leaves it to the program. */
  readonly connectTimeoutMs?: number;
}

/** A server that is reached over HTTP. */
export interface HttpConnection {
  /** `http` tries streamable HTTP, then SSE if the endpoint responds with 400, 404 or 405, as the MCP specification requires. */
  readonly transport: 'streamable-http' | 'sse' | 'http';
  readonly url: string;
  /** The URL of the same server on the isolated network, for sessions with private data. */
  readonly urlIsolated?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How the gateway logs in to the server (OAuth); absent where the configuration does not say. */
  readonly login?: ServerLogin;
  /** Longest time for the handshake and the first list of tools; absent or 0 where the configuration leaves it to the program. */
  readonly connectTimeoutMs?: number;
}

/**
 * Whose tokens a server gets. `shared`: those of one login, for all callers. `user`: those of each caller's own login.
 * `client_credentials`: those of the gateway itself (RFC 6749 section 4.4). `token_exchange`: those given for another token (RFC 8693).
 */
export type LoginMode = 'shared' | 'user' | 'client_credentials' | 'token_exchange';

/** The `oauth` of a server, with placeholders expanded. */
export interface ServerLogin {
  readonly mode: LoginMode;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** A private key (PEM, PKCS #8) with which the client identifies itself (private_key_jwt, RFC 7523). */
  readonly privateKey?: string;
  /** The `kid` of the private key. */
  readonly privateKeyId?: string;
  /** The https address of the client's metadata, which is then its id. */
  readonly clientMetadataUrl?: string;
  readonly redirectUri?: string;
  readonly scopes?: readonly string[];
  /** The resource that tokens are asked for (RFC 8707); by default what the server names, else its address. */
  readonly resource?: string;
  /** The one authorization server that may be used; by default the first that the server names. */
  readonly issuer?: string;
  /** The `audience` of a token exchange. */
  readonly audience?: string;
  /** Whose token is exchanged: that of a file (default), or the one that each caller showed to the gateway. */
  readonly subject?: 'file' | 'caller';
  /** The file with the token that is exchanged, read anew each time. For the subject `caller`, with it the gateway itself lists tools. */
  readonly subjectTokenFile?: string;
  /** Further parameters of the authorization request. */
  readonly extraParams?: Readonly<Record<string, string>>;
}

const hasFixedToken = ({ headers = {} }: HttpConnection): boolean =>
  Object.keys(headers).some(name => name.toLowerCase() === 'authorization');

/** The connection of a server that can be logged in to: over HTTP, and without a fixed `Authorization` header of its own; else undefined. */
export function loginConnection(connection: Connection): HttpConnection | undefined {
  if (connection.transport === 'stdio' || connection.transport === 'malformed') return undefined;
  return connection.login === undefined && hasFixedToken(connection) ? undefined : connection;
}

/** Whether a server gets tokens for each caller, which go over a connection of that caller alone. */
export function isPerCaller(connection: Connection): connection is HttpConnection & { readonly login: ServerLogin } {
  if (connection.transport === 'stdio' || connection.transport === 'malformed' || connection.login === undefined) return false;
  const { mode, subject } = connection.login;
  return mode === 'user' || (mode === 'token_exchange' && subject === 'caller');
}

/** A server with an unusable configuration. It is reported as a permanent failure, without a connection attempt. */
export interface MalformedConnection {
  readonly transport: 'malformed';
  readonly reason: string;
}

/** How one MCP server is reached. */
export type Connection = StdioConnection | HttpConnection | MalformedConnection;

/** How new and changed tools are approved. */
export type TrustMode = 'auto' | 'scan' | 'manual';

/** The configuration of a server that does not depend on its connection. */
export interface ServerPolicy {
  readonly name: string;
  /** A server that is not enabled is not connected. */
  readonly enabled: boolean;
  /** A server in quarantine is not connected; its tools are not read. */
  readonly quarantined: boolean;
  readonly trustMode: TrustMode;
  /** Bare names of the only tools that may be called; absent if all tools may be called. */
  readonly enabledTools?: readonly string[];
  /** Bare names of tools that must not be called. */
  readonly disabledTools?: readonly string[];
  /** The timeout of one call; absent if not configured. */
  readonly callTimeoutMs?: number;
  /** Maximum number of requests in flight; absent or 0 means no limit. */
  readonly maxConcurrentRequests?: number;
  /** The interval of health checks of an idle server; 0 means never, absent if not configured. */
  readonly healthCheckIntervalMs?: number;
  /** The interval at which its tools are listed; 0 means never, absent if not configured. */
  readonly toolDiscoveryIntervalMs?: number;
}

/** A configured MCP server. */
export interface ServerConfig extends ServerPolicy {
  readonly connection: Connection;
}

/** A server with the position of its entry in the file. */
export interface ServerEntry extends ServerConfig {
  readonly path: Path;
  readonly span: Span;
}
