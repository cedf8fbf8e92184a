import type { ServerConfig } from './server-config.js';

/** Everything that `mcpgw serve` is told, with every default filled in and every placeholder expanded. Times are milliseconds. */
export interface ServeConfig {
  readonly listen: { readonly host: string; readonly port: number };
  readonly servers: readonly ServerConfig[];
  /** REST APIs whose endpoints are tools, as written, with placeholders expanded; checked by the gateway's REST source. */
  readonly apis: readonly Readonly<Record<string, unknown>>[];
  /** `direct` lists the tools of all servers; `retrieve_tools` only the built-in ones that find and call them. */
  readonly routingMode: 'direct' | 'retrieve_tools';
  /** Without a prefix tools have their bare names; there is one server then. */
  readonly naming: { readonly prefix: boolean; readonly separator: string };
  readonly profiles: readonly ServeProfile[];
  readonly validationErrors: 'protocol' | 'tool_result';
  /** Most tools that a search gives where the client names no number. */
  readonly toolsLimit: number;
  readonly store: ServeStore;
  readonly page: ServePage;
  /** Keys of clients, and keys whose holders may also act on servers. */
  readonly auth: { readonly keys: readonly string[]; readonly adminKeys: readonly string[] };
  /** Host names besides those of loopback that clients may use, and origins of pages that may call. */
  readonly trustedHosts: readonly string[];
  readonly trustedOrigins: readonly string[];
  readonly limits: ServeLimits;
  readonly timeouts: ServeTimeouts;
  readonly logging: { readonly level: LogLevel; readonly format: 'text' | 'json' };
  readonly metrics: boolean;
  /** Text that clients are shown when they connect. */
  readonly instructions?: string;
  /** Prompts, resources and log messages of a server are held until a tool of it was approved. */
  readonly holdUnreviewed: boolean;
  /** Nothing may be approved, enabled or disabled through the gateway. */
  readonly readOnly: boolean;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface ServeProfile {
  readonly name: string;
  readonly servers: readonly string[];
}

export type ServeStore =
  | { readonly type: 'memory' }
  | { readonly type: 'file'; readonly folder: string }
  | { readonly type: 'redis'; readonly url: string };

export interface ServePage {
  readonly enabled: boolean;
  readonly hosts: readonly string[];
  readonly token?: string;
}

export interface ServeLimits {
  readonly bodyBytes: number;
  readonly sessions: number;
  /** Requests of one client that go on at once. */
  readonly callsPerSession: number;
  /** Requests of one client that wait for one of those to end. */
  readonly queuedCallsPerSession: number;
  /** Bytes that all clients together may leave unread before the slowest one is cut off. */
  readonly unreadBytes: number;
  /** Log messages, updates and requests for clients that one server may send a second, each kind by itself. */
  readonly serverMessages: number;
}

export interface ServeTimeouts {
  readonly call: number;
  /** How long a request waits for its turn among those of its session. */
  readonly queue: number;
  readonly sessionIdle: number;
  /** How long the headers, and the whole of a request may take to arrive. */
  readonly headers: number;
  readonly request: number;
  /** How long a client may take nothing of what waits for it. */
  readonly write: number;
  /** How long calls in flight may go on after SIGTERM. */
  readonly drain: number;
  /** How long the start waits for servers before `ready` is said without them. */
  readonly start: number;
}

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
