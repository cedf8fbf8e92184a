import type { ServerConfig } from './server-config.js';

/** The configuration of `mcpgw serve`, with all defaults and with placeholders expanded. Durations are in milliseconds. */
export interface ServeConfig {
  readonly listen: { readonly host: string; readonly port: number };
  readonly servers: readonly ServerConfig[];
  /** REST APIs whose endpoints are tools, as written but with placeholders expanded. The gateway's REST source checks them. */
  readonly apis: readonly Readonly<Record<string, unknown>>[];
  /** `direct` lists the tools of all servers; `retrieve_tools` lists only the built-in tools that find and call them. */
  readonly routingMode: 'direct' | 'retrieve_tools';
  /** Without a prefix, tools have their bare names; this requires a single server. */
  readonly naming: { readonly prefix: boolean; readonly separator: string };
  readonly profiles: readonly ServeProfile[];
  readonly validationErrors: 'protocol' | 'tool_result';
  /** The number of tools that a search returns at most by default. */
  readonly toolsLimit: number;
  readonly store: ServeStore;
  readonly page: ServePage;
  /** Keys of clients, and keys that also allow actions on servers. */
  readonly auth: { readonly keys: readonly string[]; readonly adminKeys: readonly string[] };
  /** Host names that clients may use besides those of loopback, and origins of web pages that may call the gateway. */
  readonly trustedHosts: readonly string[];
  readonly trustedOrigins: readonly string[];
  readonly limits: ServeLimits;
  readonly timeouts: ServeTimeouts;
  readonly logging: { readonly level: LogLevel; readonly format: 'text' | 'json' };
  readonly metrics: boolean;
  /** The text that clients receive when they connect. */
  readonly instructions?: string;
  /** Prompts, resources and log messages of a server are withheld until one of its tools is approved. */
  readonly holdUnreviewed: boolean;
  /** Nothing may be approved, enabled or disabled through the gateway. */
  readonly readOnly: boolean;
}

/** The least severe log messages that are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A selection of servers, served at `/mcp/p/NAME`. */
export interface ServeProfile {
  readonly name: string;
  readonly servers: readonly string[];
}

/** Where the state of the gateway is stored. */
export type ServeStore =
  | { readonly type: 'memory' }
  | { readonly type: 'file'; readonly folder: string }
  | { readonly type: 'redis'; readonly url: string };

/** The web page of the gateway: the host names under which it is served, and the token that users need. Without a token, it serves only this machine. */
export interface ServePage {
  readonly enabled: boolean;
  readonly hosts: readonly string[];
  readonly token?: string;
}

export interface ServeLimits {
  readonly bodyBytes: number;
  readonly sessions: number;
  /** Maximum number of requests in flight for one client. */
  readonly callsPerSession: number;
  /** Maximum number of queued requests for one client. */
  readonly queuedCallsPerSession: number;
  /** Bytes that all clients together may leave unread before the slowest one is disconnected. */
  readonly unreadBytes: number;
  /** Maximum number of log messages, of updates, and of requests to clients that one server may send per second. Each kind has its own limit. */
  readonly serverMessages: number;
}

export interface ServeTimeouts {
  readonly call: number;
  /** How long a request may wait in the queue of its session. */
  readonly queue: number;
  readonly sessionIdle: number;
  /** How long the headers, and the whole of a request, may take to arrive. */
  readonly headers: number;
  readonly request: number;
  /** How long a client may read none of the data that waits for it. */
  readonly write: number;
  /** How long calls in flight may continue after SIGTERM. */
  readonly drain: number;
  /** How long the gateway waits for servers at startup before it reports ready without them. */
  readonly start: number;
}

/** The defaults of every setting. */
export const defaultServeConfig: ServeConfig = {
  listen: { host: '127.0.0.1', port: 8080 },
  servers: [],
  apis: [],
  routingMode: 'direct',
  naming: { prefix: true, separator: ':' },
  profiles: [],
  validationErrors: 'protocol',
  toolsLimit: 15,
  store: { type: 'file', folder: '~/.mcpgw' },
  page: { enabled: true, hosts: [] },
  auth: { keys: [], adminKeys: [] },
  trustedHosts: [],
  trustedOrigins: [],
  limits: {
    bodyBytes: 4 * 1024 * 1024,
    sessions: 1000,
    callsPerSession: 100,
    queuedCallsPerSession: 1000,
    unreadBytes: 256 * 1024 * 1024,
    serverMessages: 100,
  },
  timeouts: {
    call: 120_000,
    queue: 60_000,
    sessionIdle: 30 * 60_000,
    headers: 10_000,
    request: 60_000,
    write: 60_000,
    drain: 20_000,
    start: 30_000,
  },
  logging: { level: 'info', format: 'text' },
  metrics: true,
  holdUnreviewed: true,
  readOnly: false,
};
