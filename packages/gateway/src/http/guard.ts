/** Who may talk to the endpoints: names that the gateway is reached by (against DNS rebinding), and keys. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ServeConfig } from '@mcpgw/mcp-config';

export interface GuardSettings {
  /** Host names besides those of loopback; `*` stands for every name. */
  readonly hosts: readonly string[];
  /** Every name is taken: the gateway is not on loopback, and nobody said its names. */
  readonly anyHost: boolean;
  /** Origins of web pages that may call, besides pages of this machine; `*` stands for every origin. */
  readonly origins: readonly string[];
  /** With none, nobody has to show a key. */
  readonly keys: readonly string[];
  /** Keys whose holders may also act on servers; each of them is one of `keys`. */
  readonly adminKeys: readonly string[];
  /** Without keys: whether every client may act on servers, since all of them are on this machine. */
  readonly isLocal: boolean;
}

/** On loopback every name but that of this machine is a trick; elsewhere names are checked where some are said. */
export function guardSettings({ trustedHosts, trustedOrigins, auth, listen }: ServeConfig): GuardSettings {
  const isLocal = isLoopbackName(listen.host);
  const keys = [...auth.keys, ...auth.adminKeys];
  return {
    hosts: trustedHosts,
    anyHost: !isLocal && trustedHosts.length === 0,
    origins: trustedOrigins,
    keys,
    adminKeys: auth.adminKeys,
    isLocal,
  };
}

export interface Refusal {
  readonly status: 400 | 401 | 403;
  readonly message: string;
}

/** The name in a Host header, without the port; undefined where it is malformed. */
export function hostName(header: string | undefined): string | undefined {
  return /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase();
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** An IP address in one spelling; undefined for what is none. */
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
 * Whether `name` is the IP address that the connection was made to. Such a request comes from no page under a rebound name: the
 * Host of a rebound page is that name. Probes of the kubelet and scrapes of Prometheus name the pod by its address.
 */
function isOwnAddress(name: string, { socket }: IncomingMessage): boolean {
  const local = canonicalAddress(socket?.localAddress ?? '');
  return local !== undefined && canonicalAddress(name) === local;
}

/** Names that an endpoint is reached by, besides those of this machine and the address of the connection. */
export interface KnownNames {
  readonly hosts: readonly string[];
  readonly anyHost?: boolean;
}

/** Whether the Host header names this machine, the address of the connection, or one of `hosts`; `*` in `hosts` stands for every name. */
export function isKnownHost(request: IncomingMessage, { hosts, anyHost = false }: KnownNames): boolean {
  const name = hostName(request.headers.host);
  return name !== undefined && (anyHost || isLoopbackName(name) || includes(hosts, name) || isOwnAddress(name, request));
}

/** Whether a page of another site made the request, as far as its browser says. Clients that are no browser say nothing. */
export function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/**
 * Gives a request one path and one Host header, whatever form its target has: that of an absolute target counts, and the Host header
 * is ignored then (RFC 9112 section 3.2.2). Refuses a target without a path, and a Host header that is missing or given twice
 * (section 3.2); HTTP/1.0 has none.
 */
export function refuseTarget(request: IncomingMessage): Refusal | undefined {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1) return { status: 400, message: 'Invalid request: more than one Host header' };
  if (hosts.length === 0 && request.httpVersion !== '1.0') return { status: 400, message: 'Invalid request: the Host header is missing' };
  const url = request.url ?? '';
  if (url.startsWith('/')) return undefined;
  const absolute = /^https?:\/\/([^/?#]*)(\/[^#]*|\?[^#]*)?$/i.exec(url);
  if (absolute === null) return { status: 400, message: 'Invalid request: the target is no path and no http URL' };
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

/** A page that a browser loaded under a name which leads here may not speak to the gateway, and neither may pages of other sites. */
export function refuseHost(request: IncomingMessage, { hosts, anyHost, origins }: GuardSettings): Refusal | undefined {
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

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function shownKey({ headers }: IncomingMessage): string {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-api-key'];
  return typeof given === 'string' ? given : '';
}

/** Whom a request comes from, as far as keys tell: the same text for the same key, which does not tell the key. */
export function ownerOf(request: IncomingMessage, { keys }: GuardSettings): string {
  return keys.length === 0 ? '' : digest(shownKey(request)).toString('base64url');
}

/** Whether a request shows one of `keys`. Each is compared, in constant time. */
function showsKey(request: IncomingMessage, keys: readonly string[]): boolean {
  const given = shownKey(request);
  const shown = digest(given);
  return keys.filter(key => timingSafeEqual(digest(key), shown)).length > 0 && given !== '';
}

/** `Authorization: Bearer KEY` or `X-API-Key: KEY`. */
export function refuseKey(request: IncomingMessage, { keys }: GuardSettings): Refusal | undefined {
  if (keys.length === 0 || showsKey(request, keys)) return undefined;
  return { status: 401, message: 'The key is missing or wrong' };
}

/** Whether the client may act on servers, not only read: with an admin key, or on loopback where no keys are set. */
export function mayManage(request: IncomingMessage, { keys, adminKeys, isLocal }: GuardSettings): boolean {
  return keys.length === 0 ? isLocal : showsKey(request, adminKeys);
}

/** Whether there is any client that may act on servers. */
export function someoneManages({ keys, adminKeys, isLocal }: GuardSettings): boolean {
  return keys.length === 0 ? isLocal : adminKeys.length > 0;
}
