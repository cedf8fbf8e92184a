/** What a person can do about a failed load: by the code of the failure, the HTTP status, or the layer that answered. */
import { failureCode } from '../failures/failure-codes.js';
import type { Layer } from '../failures/load-error.js';
import type { ServerLoadOutcome } from './outcome.js';

type Failed = Pick<ServerLoadOutcome, 'status' | 'layer' | 'code' | 'httpStatus'> & Partial<Pick<ServerLoadOutcome, 'transport'>>;

/** Flags of the command that shows the advice. */
export interface AdviceOptions {
  /** Whether the command's --header reaches this server. Default false. */
  readonly header?: boolean;
  /** Whether the command has --ca. Default true. */
  readonly ca?: boolean;
}

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: check that the server runs, and its port',
  EHOSTUNREACH: 'no route: check the address, network policies and firewalls',
  ENETUNREACH: 'no route: check the address, network policies and firewalls',
  EAI_AGAIN: 'the name server does not answer: check the cluster DNS',
  CERT_HAS_EXPIRED: 'renew the certificate of the server',
  CERT_NOT_YET_VALID: 'check the clock here and the certificate of the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'use a hostname that the certificate is for, or issue one for this name',
  EPROTO: 'this port does not speak TLS: try http:// instead of https://',
  ERR_SSL_WRONG_VERSION_NUMBER: 'this port does not speak TLS: try http:// instead of https://',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'this port does not speak TLS: try http:// instead of https://',
  ENOENT: 'install the command, or correct its name or PATH',
  EACCES: 'make the command executable',
  'rpc-error': 'the server runs and refuses the request: see its log',
};

const byStatus: Readonly<Record<number, string>> = {
  400: 'the server refused the request: check the transport and the headers it wants',
  403: 'the server is up and refused this identity: ask its owner for access',
  404: 'no such path: check the URL (often /mcp or /sse) and the route',
  405: 'this path takes no MCP request: check the URL and the transport',
  429: 'it limits requests: ask less often, or raise its limit',
};

const byLayer: Record<Layer, string> = {
  config: 'correct the entry: mcpgw validate shows where',
  process: 'run the command by hand: its stderr says more',
  dns: 'check the hostname; in a cluster, the Service and its namespace',
  tcp: 'no answer to TCP: check the Service, network policies and firewalls',
  tls: 'check the certificate',
  http: 'it accepts connections and does not answer well: see its log',
  'auth-server': 'the authorization server of the server is at fault: see its log and its metadata',
  'ext-authz': "the gateway's ext-authz answered: check the authorization service (the authorizer) and its timeout",
  handshake: 'it answers HTTP but fails the MCP handshake: see its log',
  'tools/list': 'the handshake works and tools/list does not: see its log',
};

/** Advice for commands: they have neither HTTP nor a server's log, only what they print on stderr. */
const ofCommand: Partial<Record<Layer, string>> = {
  handshake: 'the command runs and does not complete the MCP handshake: run it by hand and see its stderr',
  'tools/list': 'the handshake works and tools/list does not: run the command by hand and see its stderr',
};

function statusAdvice(status: number, { header = false }: AdviceOptions): string | undefined {
  if (status === 401) {
    const orFlag = header ? ' (or use --header)' : '';
    return `the server is up and asks for credentials: add a token to its headers${orFlag}`;
  }
  if (status >= 300 && status < 400) return 'use the URL that it redirects to';
  if (status >= 500) return 'it is starting, overloaded or broken: see its log and that of the gateway';
  return byStatus[status];
}

function layerAdvice({ layer, transport }: Failed, { ca = true }: AdviceOptions): string {
  if (layer === 'tls' && ca) return 'check the certificate; trust a private authority with --ca';
  return (transport === 'stdio' ? ofCommand[layer!] : undefined) ?? byLayer[layer!];
}

/** One line that says what to do; undefined for an available server. */
export function adviceFor(failed: Failed, options: AdviceOptions = {}): string | undefined {
  const { status, layer, code, httpStatus } = failed;
  if (status === 'available' || layer === null) return undefined;
  const ownCode = code ?? (layer === 'ext-authz' && status === 'denied' ? 'ext-authz-denied' : null);
  const known = failureCode(ownCode)?.advice ?? (code !== null && Object.hasOwn(byCode, code) ? byCode[code] : undefined);
  if (layer === 'ext-authz') return known ?? byLayer[layer];
  return known ?? (httpStatus === null ? undefined : statusAdvice(httpStatus, options)) ?? layerAdvice(failed, options);
}
