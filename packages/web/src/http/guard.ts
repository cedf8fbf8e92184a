/** Controls by which names and from which pages the endpoints are reached (against DNS rebinding). */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ServeConfig } from '@mcpgw/mcp-config';

export interface GuardSettings {
  /** Host names besides those of loopback; `*` allows every name. */
  readonly hosts: readonly string[];
  /** Whether every name is allowed: the gateway is not on loopback, and no names are configured. */
  readonly anyHost: boolean;
  /** Origins of web pages that may call, besides pages of this machine; `*` allows every origin. */
  readonly origins: readonly string[];
}

/** On loopback only names of this machine are legitimate; elsewhere names are checked if some are configured. */
export function guardSettings({
  trustedHosts,
  trustedOrigins,
  listen,
}: Pick<ServeConfig, 'trustedHosts' | 'trustedOrigins' | 'listen'>): GuardSettings {
  return { hosts: trustedHosts, anyHost: !isLoopbackName(listen.host) && trustedHosts.length === 0, origins: trustedOrigins };
}

export interface GuardRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** The name in a Host header, without the port; undefined if it is malformed. */
export function hostName(header: string | undefined): string | undefined {
  return /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase();
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** An IP address in canonical form; undefined for any other text. */
function canonicalAddress(text: string): string | undefined {
  const bare = text
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(bare);
  if (version === 0) return undefined;
  return version === 4 ? bare : new URL(`http://[${bare}]`).hostname;
}

/**
 * Whether `name` is the IP address that the connection was made to. Such a request cannot come from a page under a rebound name,
 * whose Host is that name. Probes of the kubelet and scrapes of Prometheus name the pod by its address.
 */
function isOwnAddress(name: string, { socket }: IncomingMessage): boolean {
  const local = canonicalAddress(socket?.localAddress ?? '');
  return local !== undefined && canonicalAddress(name) === local;
}

/** Names for an endpoint besides those of this machine and the address of the connection. */
export interface KnownNames {
  readonly hosts: readonly string[];
  readonly anyHost?: boolean;
}

/** Whether the Host header names this machine, the address of the connection, or one of `hosts`; `*` in `hosts` stands for every name. */
export function isKnownHost(request: IncomingMessage, { hosts, anyHost = false }: KnownNames): boolean {
  const name = hostName(request.headers.host);
  return name !== undefined && (anyHost || isLoopbackName(name) || includes(hosts, name) || isOwnAddress(name, request));
}

/** Whether a page of another site made the request, as far as its browser reports. Clients that are not browsers report nothing. */
export function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/**
 * Normalizes a request to one path and one Host header. If the target is absolute, it counts and the Host header is ignored (RFC 9112
 * section 3.2.2). Refuses a target without a path, and a Host header that is missing or given twice
 * (section 3.2); HTTP/1.0 has none.
 */
export function refuseTarget(request: IncomingMessage): GuardRefusal | undefined {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1) return { status: 400, message: 'Invalid request: more than one Host header' };
  if (hosts.length === 0 && request.httpVersion !== '1.0') return { status: 400, message: 'Invalid request: the Host header is missing' };
  const url = request.url ?? '';
  if (url.startsWith('/')) return undefined;
  const absolute = /^https?:\/\/([^/?#]*)(\/[^#]*|\?[^#]*)?$/i.exec(url);
  if (absolute === null) return { status: 400, message: 'Invalid request: the target is not a path and no http URL' };
  const [, authority = '', rest = '/'] = absolute;
  request.headers.host = authority;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return undefined;
}

function originName(origin: string): string | undefined {
  const host = /^https?:\/\/([^/?#@\\]+)$/i.exec(origin)?.[1];
  return host === undefined ? undefined : hostName(host);
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes('*') || names.some(known => known.toLowerCase() === name);
}

/** Refuses pages that a browser loaded under a rebound name, and pages of other sites. */
export function refuseHost(request: IncomingMessage, { hosts, anyHost, origins }: GuardSettings): GuardRefusal | undefined {
  const { headers } = request;
  if (!isKnownHost(request, { hosts, anyHost }))
    return { status: 403, message: 'Invalid Host header: add the name to trusted_hosts if clients should use it' };
  if (headers.origin === undefined) return undefined;
  const origin = originName(headers.origin);
  const own = origin !== undefined && (isLoopbackName(origin) || includes(hosts, origin));
  const allowed = own || includes(origins, headers.origin.toLowerCase());
  return allowed
    ? undefined
    : { status: 403, message: 'Invalid Origin header: add the origin to trusted_origins if pages of it should call' };
}
