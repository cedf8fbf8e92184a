/** What a person can do about a failed load, by the layer that answered and what it said. */
import type { Layer } from './load-error.js';
import type { ServerLoadOutcome } from './outcome.js';

type Failed = Pick<ServerLoadOutcome, 'status' | 'layer' | 'code' | 'httpStatus'>;

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: check that the server runs, and its port',
  EHOSTUNREACH: 'no route: check the address, network policies and firewalls',
  ENETUNREACH: 'no route: check the address, network policies and firewalls',
  EAI_AGAIN: 'the name server does not answer: check the cluster DNS',
  CERT_HAS_EXPIRED: 'renew the certificate of the server',
  CERT_NOT_YET_VALID: 'check the clock here and the certificate of the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'use a host name that the certificate is for, or issue one for this name',
  EPROTO: 'this port does not speak TLS: try http:// instead of https://',
  ERR_SSL_WRONG_VERSION_NUMBER: 'this port does not speak TLS: try http:// instead of https://',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'this port does not speak TLS: try http:// instead of https://',
  ENOENT: 'install the command, or correct its name or PATH',
  EACCES: 'make the command executable',
  cwd: 'create the working directory, or correct its path',
  exit: 'run the command by hand: its stderr says why it ends',
  'not-http': 'this port does not speak HTTP: check the port, and http against https',
  'not-mcp': 'this URL is not an MCP endpoint: check its path (often /mcp or /sse) and the transport',
  'rpc-error': 'the server runs and refuses the request: see its log',
  'session-lost': 'the server lost the session: with several replicas, route a session to one of them',
};

const byStatus: Readonly<Record<number, string>> = {
  400: 'the server refused the request: check the transport and the headers it wants',
  401: 'the server is up and asks for credentials: add a token to its headers (or use --header)',
  403: 'the server is up and refused this identity: ask its owner for access',
  404: 'no such path: check the URL (often /mcp or /sse) and the route',
  405: 'this path takes no MCP request: check the URL and the transport',
  429: 'it limits requests: ask less often, or raise its limit',
};

const byLayer: Record<Layer, string> = {
  config: 'correct the entry: mcpgw validate shows where',
  process: 'run the command by hand: its stderr says more',
  dns: 'check the host name; in a cluster, the Service and its namespace',
  tcp: 'no answer to TCP: check the Service, network policies and firewalls',
  tls: 'check the certificate; trust a private authority with --ca',
  http: 'it accepts connections and does not answer well: see its log',
  'ext-authz': "the gateway's ext-authz answered: check the authorizer and its timeout",
  handshake: 'it answers HTTP but fails the MCP handshake: see its log',
  'tools/list': 'the handshake works and tools/list does not: see its log',
};

const extAuthzDenied =
  "the gateway's ext-authz refused: ask for access; if its authorizer is slow or down, raise the timeout or let it answer 503";

function statusAdvice(status: number): string | undefined {
  if (status >= 300 && status < 400) return 'use the URL that it redirects to';
  if (status >= 500) return 'it is starting, overloaded or broken: see its log and that of the gateway';
  return byStatus[status];
}

/** One line that says what to do; undefined for a server that is available. */
export function adviceFor({ status, layer, code, httpStatus }: Failed): string | undefined {
  if (status === 'available' || layer === null) return undefined;
  if (layer === 'ext-authz') return status === 'denied' ? extAuthzDenied : byLayer['ext-authz'];
  const known =
    (httpStatus === null ? undefined : statusAdvice(httpStatus)) ??
    (code !== null && Object.hasOwn(byCode, code) ? byCode[code] : undefined);
  return known ?? byLayer[layer];
}
