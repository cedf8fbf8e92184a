import { longestPortableName, type Naming } from '@mcpgw/names';
import type { ServerConfig } from './server-config.js';

/** The configuration of `mcpgw serve`, with all defaults and with placeholders expanded. Durations are in milliseconds. */
export interface ServeConfig {
  readonly listen: { readonly host: string; readonly port: number };
  readonly servers: readonly ServerConfig[];
  /** REST APIs whose endpoints are tools, as written but with placeholders expanded. The gateway's REST source checks them. */
  readonly apis: readonly Readonly<Record<string, unknown>>[];
  /** `direct` lists the tools of all servers; `retrieve_tools` lists only the built-in tools that find and call them. */
  readonly routingMode: 'direct' | 'retrieve_tools';
  /** How tools and prompts are named. Without a prefix they have their bare names; this requires a single server. */
  readonly naming: Naming;
  readonly profiles: readonly ServeProfile[];
  readonly validationErrors: 'protocol' | 'tool_result';
  /** The number of tools that a search returns at most by default. */
  readonly toolsLimit: number;
  readonly store: ServeStore;
  readonly page: ServePage;
  readonly auth: ServeAuth;
  readonly login: ServeLogin;
  /** Host names that clients may use besides those of loopback, and origins of web pages that may call the gateway. */
  readonly trustedHosts: readonly string[];
  readonly trustedOrigins: readonly string[];
  readonly limits: ServeLimits;
  readonly timeouts: ServeTimeouts;
  readonly logging: { readonly level: LogLevel; readonly format: 'text' | 'json' };
  readonly activity: ServeActivity;
  readonly telemetry: ServeTelemetry;
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

/** Who may call. Without keys and `oauth`, everybody who reaches the gateway may. */
export interface ServeAuth {
  /** Keys of clients. */
  readonly keys: readonly ServeKey[];
  /** Keys that also allow actions on servers. */
  readonly adminKeys: readonly ServeKey[];
  /** Tokens of OAuth issuers. */
  readonly oauth?: ServeOauth;
}

/** A key and who holds it. */
export interface ServeKey {
  /** Shown in logs; the place of a key that has no name: `api_keys[0]`. */
  readonly name: string;
  readonly key: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
}

/** The gateway as a protected resource of OAuth. */
export interface ServeOauth {
  /** The address of `/mcp` as clients know it. Those of profiles are below it. */
  readonly resource: string;
  readonly issuers: readonly ServeIssuer[];
  /** Scopes that every token must have. */
  readonly requiredScopes: readonly string[];
  /** Who may act on servers. */
  readonly admins: readonly ServeBinding[];
  /** Allowed difference of clocks, in milliseconds. */
  readonly clockSkew: number;
}

/** An issuer of tokens. */
export interface ServeIssuer {
  readonly issuer: string;
  /** Audiences that are accepted besides the resource. */
  readonly audiences: readonly string[];
  /** Where the keys are; discovered from the issuer where absent. */
  readonly jwksUri?: string;
  /** Accepted signatures; all asymmetric ones where empty. */
  readonly algorithms: readonly string[];
  /** The claim with the groups of the user: a name, or names of nested objects separated by dots. */
  readonly groupsClaim: string;
}

/** Conditions on a caller. All that are given must hold; a list of `scopes` needs all of its entries, any other list one of them. */
export interface ServeBinding {
  readonly subjects?: readonly string[];
  readonly groups?: readonly string[];
  readonly scopes?: readonly string[];
  readonly issuers?: readonly string[];
  readonly keys?: readonly string[];
}

/** The record of calls and events. */
export interface ServeActivity {
  readonly enabled: boolean;
  /** Whether arguments, and results, of calls are recorded. */
  readonly arguments: boolean;
  readonly results: boolean;
  /** What is hidden in them: values under names, matches of patterns (RE2), and all but the first bytes. */
  readonly redact: { readonly keys: readonly string[]; readonly patterns: readonly string[]; readonly maxBytes: number };
  /** Milliseconds and bytes of records that are kept. */
  readonly keep: { readonly age: number; readonly size: number };
}

/** Traces, metrics and logs over OTLP. What is absent, variables of OpenTelemetry or their defaults decide. Durations are in milliseconds. */
export interface ServeTelemetry {
  readonly enabled?: boolean;
  readonly endpoint?: string;
  readonly protocol?: 'http/protobuf' | 'http/json';
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout?: number;
  readonly serviceName?: string;
  /** Attributes of the resource. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly traces?: boolean;
  readonly metrics?: boolean;
  readonly logs?: boolean;
  /** The share of requests that is traced, 0 to 1. */
  readonly sample?: number;
  readonly interval?: number;
  /** Whether spans have arguments and results of calls, redacted; whether spans and log records name the caller. */
  readonly arguments: boolean;
  readonly results: boolean;
  readonly callers: boolean;
}

/** A selection of servers, served at `/mcp/p/NAME`. */
export interface ServeProfile {
  readonly name: string;
  readonly servers: readonly string[];
  /** By server: names of tools, with `*` for any text. A server without an entry shows all. */
  readonly tools?: Readonly<Record<string, readonly string[]>>;
  /** Who may use the profile: callers for which one of these holds. Absent: not bound to anybody. */
  readonly allow?: readonly ServeBinding[];
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

/** Logins to servers: the keys that encrypt them, and the public address of the gateway. */
export interface ServeLogin {
  /** The first key encrypts; each of them decrypts. Empty where the store has a key of its own. */
  readonly keys: readonly string[];
  readonly url?: string;
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
  /** Maximum number of events kept of one event stream, for a client that was disconnected. */
  readonly streamEvents: number;
  /** Maximum number of bytes of these events together. */
  readonly streamBytes: number;
  /** Maximum number of tools of one server that metrics name. */
  readonly metricTools: number;
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
  /** How long a client that was disconnected may take to resume a stream. */
  readonly resume: number;
  /** How long new requests are still served after SIGTERM, while the gateway reports that it is not ready. */
  readonly handover: number;
  /** How long calls in flight may continue after SIGTERM and `handover`. */
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
  naming: { prefix: true, separator: '__', portable: true, maxLength: longestPortableName },
  profiles: [],
  validationErrors: 'protocol',
  toolsLimit: 15,
  store: { type: 'file', folder: '~/.mcpgw' },
  page: { enabled: true, hosts: [] },
  auth: { keys: [], adminKeys: [] },
  login: { keys: [] },
  trustedHosts: [],
  trustedOrigins: [],
  limits: {
    bodyBytes: 4 * 1024 * 1024,
    sessions: 1000,
    callsPerSession: 100,
    queuedCallsPerSession: 1000,
    unreadBytes: 256 * 1024 * 1024,
    streamEvents: 1000,
    streamBytes: 4 * 1024 * 1024,
    metricTools: 100,
    serverMessages: 100,
  },
  timeouts: {
    call: 120_000,
    queue: 60_000,
    sessionIdle: 30 * 60_000,
    headers: 10_000,
    request: 60_000,
    write: 60_000,
    resume: 60_000,
    handover: 0,
    drain: 20_000,
    start: 30_000,
  },
  logging: { level: 'info', format: 'text' },
  activity: {
    enabled: true,
    arguments: false,
    results: false,
    redact: { keys: [], patterns: [], maxBytes: 4096 },
    keep: { age: 30 * 24 * 3_600_000, size: 100 * 1024 * 1024 },
  },
  telemetry: { headers: {}, attributes: {}, arguments: false, results: false, callers: false },
  metrics: true,
  holdUnreviewed: true,
  readOnly: false,
};
