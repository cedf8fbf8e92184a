/** The failures that the loader names itself: what each means, and what a person can do about it. */
import type { Layer, LoadFailureStatus } from './load-error.js';

/** What a code means: where it failed, whether another attempt helps, what a person can do. */
export interface FailureCode {
  readonly class: LoadFailureStatus;
  /** Where the failure is. Default: the layer that the attempt had reached. */
  readonly layer?: Layer;
  /** One line. Default: the advice of the HTTP status or of the layer. */
  readonly advice?: string;
}

const retryLater = 'it is starting, overloaded or broken: see its log and that of the gateway';

const codes = {
  // This side, or the server itself.
  config: { class: 'permanent', layer: 'config', advice: 'correct the entry: mcpgw validate shows where' },
  'blocked-port': {
    class: 'permanent',
    layer: 'config',
    advice: 'HTTP clients that follow the fetch standard refuse this port: let the server listen on another one',
  },
  cwd: { class: 'permanent', layer: 'process', advice: 'create the working directory, or correct its path' },
  isolation: {
    class: 'permanent',
    layer: 'process',
    advice: 'install Docker or Podman, or bubblewrap for mode: sandbox, and check its folders; without its isolation the server is not started',
  },
  exit: { class: 'permanent', advice: 'run the command by hand: its stderr says why it ends' },
  'stdin-full': { class: 'transient', layer: 'process', advice: 'the command hangs or is too slow: look at what it does' },
  'stdin-closed': { class: 'transient', layer: 'process', advice: 'run the command by hand: its stderr says why it ends' },
  timeout: { class: 'transient' },
  'stream-ended': { class: 'transient' },
  'session-lost': {
    class: 'transient',
    advice: 'the server lost the session: with several replicas, route a session to one of them',
  },
  'not-http': { class: 'permanent', layer: 'http', advice: 'this port does not speak HTTP: check the port, and http against https' },
  'not-mcp': {
    class: 'permanent',
    advice: 'this URL is not an MCP endpoint: check its path (often /mcp or /sse) and the transport',
  },
  'not-mcp-output': {
    class: 'permanent',
    layer: 'handshake',
    advice: 'the command prints what is not an MCP message on stdout: check that it is an MCP server and logs to stderr',
  },
  'login-needed': { class: 'denied', layer: 'http', advice: 'the server needs a login: run mcpgw login with its name' },
  'login-failed': { class: 'denied', layer: 'http', advice: 'the login did not give a token that can be used: see the message, and oauth of the server' },

  // The authorization server of the server: its metadata, its keys, its tokens.
  'auth-server-unreachable': { class: 'transient', layer: 'auth-server', advice: 'the authorization server does not answer: check that it runs, its address, and network policies' },
  'auth-server-error': { class: 'transient', layer: 'auth-server', advice: 'the authorization server runs and fails: see its log' },
  'auth-server-metadata': {
    class: 'denied',
    layer: 'auth-server',
    advice: 'correct the metadata of the server (authorization_servers) or of its authorization server (issuer, endpoints)',
  },
  'auth-server-keys': {
    class: 'transient',
    layer: 'auth-server',
    advice: 'tokens cannot be checked: compare jwks_uri of the authorization server with the keys that it signs with',
  },
  'token-issuer': { class: 'denied', layer: 'auth-server', advice: 'use a token of the authorization server that this server names' },
  'token-audience': { class: 'denied', layer: 'auth-server', advice: 'ask for a token whose audience (RFC 8707, resource) is this server' },
  'token-times': { class: 'denied', layer: 'auth-server', advice: 'get a new token; if it is new, compare the clocks of both machines' },
  'token-signature': { class: 'denied', layer: 'auth-server', advice: 'the token is signed with another key or algorithm: get a new one, or correct the keys at jwks_uri' },

  // The form of an answer.
  'too-large': { class: 'permanent', advice: 'the answer is larger than is read: let the server list or answer in smaller parts' },
  'too-deep': { class: 'permanent', advice: 'the answer is nested too deeply to be read: report it to the author of the server' },
  'broken-body': { class: 'transient', advice: 'the answer is cut off or its compressed data are broken: see the server, and proxies before it' },
  'endless-list': { class: 'permanent', layer: 'tools/list', advice: 'the paging of tools/list is broken: report it to the author of the server' },

  // The gateway in front of the server (`proxy-answers.ts`).
  'ext-authz-unavailable': {
    class: 'transient',
    layer: 'ext-authz',
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  'ext-authz-timeout': {
    class: 'transient',
    layer: 'ext-authz',
    advice: "the gateway's ext-authz got no decision in time: check the authorization service (the authorizer), or raise its timeout",
  },
  'ext-authz-misconfigured': {
    class: 'denied',
    layer: 'ext-authz',
    advice: "the gateway's ext-authz cannot use its authorization service (the authorizer): check the backend that its policy names",
  },
  'ext-authz-denied': {
    class: 'denied',
    layer: 'ext-authz',
    advice: "the gateway's ext-authz refused: ask for access; if its authorizer is slow or down, raise the timeout or let it answer 503",
  },
  'gateway-token': {
    class: 'denied',
    layer: 'http',
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  'gateway-rules': { class: 'denied', layer: 'http', advice: "the gateway's authorization rules refused this identity: ask for access" },
  'gateway-csrf': { class: 'denied', layer: 'http', advice: "the gateway's CSRF policy refused the Origin header: allow it there" },
  'gateway-route': { class: 'permanent', layer: 'http', advice: 'the gateway has no route for this host and path: check the URL and its routes' },
  'gateway-backend': { class: 'transient', layer: 'http', advice: 'the route of the gateway has no usable backend: check the reference and the target' },
  'gateway-rate-limit': { class: 'transient', layer: 'http', advice: 'the gateway limits requests: ask less often, or raise its limit' },
  'gateway-rate-limit-service': {
    class: 'transient',
    layer: 'http',
    advice: 'the gateway cannot ask its rate limit service: check that service',
  },
  'gateway-ext-proc': { class: 'transient', layer: 'http', advice: 'the gateway cannot use its external processor: check that service' },
  'gateway-upstream': {
    class: 'transient',
    layer: 'http',
    advice: 'the gateway cannot reach the server behind it (or its authorization service): see the log of the gateway',
  },
  'gateway-timeout': {
    class: 'transient',
    layer: 'http',
    advice: 'the server behind the gateway does not answer in time: see its log, or raise the timeout of the route',
  },
  'gateway-body-limit': {
    class: 'permanent',
    layer: 'http',
    advice: 'the body is larger than the gateway buffers: raise frontendPolicies.http.maxBufferSize, or let the server answer as an event stream',
  },

  // What the gateway met on its way to the server.
  'upstream-dns': { class: 'permanent', layer: 'dns', advice: 'the gateway cannot resolve the host of the server: check its target, the Service and its namespace' },
  'upstream-refused': { class: 'permanent', layer: 'tcp', advice: 'nothing listens where the gateway looks for the server: check that the server runs, and its port' },
  'upstream-unreachable': { class: 'permanent', layer: 'tcp', advice: 'the gateway has no route to the server: check the address, network policies and firewalls' },
  'upstream-no-tls': { class: 'permanent', layer: 'tls', advice: 'the port of the server does not speak TLS: remove backendTLS from the target of the gateway, or correct the port' },
  'upstream-tls': { class: 'permanent', layer: 'tls', advice: 'the gateway does not trust the certificate of the server: check it, and the root of backendTLS' },
  'upstream-not-mcp': { class: 'permanent', layer: 'handshake', advice: 'the target of the gateway is not an MCP endpoint: check its path (often /mcp or /sse)' },
  'upstream-timeout': { class: 'transient', layer: 'http', advice: 'the server behind the gateway does not answer in time: see its log' },
  'upstream-unanswered': { class: 'transient', layer: 'tcp', advice: 'the gateway gets no answer where it looks for the server: check that the server runs, and network policies' },
  'upstream-broken': { class: 'transient', layer: 'http', advice: retryLater },
  'upstream-process': { class: 'permanent', layer: 'process', advice: 'the gateway cannot run the command of the server: see the log of the gateway' },
} as const satisfies Record<string, FailureCode>; // biome-ignore format: one table

/** Codes of the loader; those of the system are in `system-codes.ts`. */
export type OwnCode = keyof typeof codes;

/** What a code of this table means; undefined for every other text. */
export function failureCode(code: string | undefined | null): FailureCode | undefined {
  return code !== undefined && code !== null && Object.hasOwn(codes, code) ? codes[code as OwnCode] : undefined;
}
