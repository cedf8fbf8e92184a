/** Who may talk to the endpoints: names that the gateway is reached by (against DNS rebinding), and keys. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
}

/** On loopback every name but that of this machine is a trick; elsewhere names are checked where some are said. */
export function guardSettings({ trustedHosts, trustedOrigins, auth, listen }: ServeConfig): GuardSettings {
  const anyHost = !isLoopbackName(listen.host) && trustedHosts.length === 0;
  return { hosts: trustedHosts, anyHost, origins: trustedOrigins, keys: auth.keys };
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** The name in a Host header, without the port; undefined where it is malformed. */
export function hostName(header: string | undefined): string | undefined {
  return /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase();
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

function originName(origin: string): string | undefined {
  const host = /^https?:\/\/([^/?#@\\]+)$/i.exec(origin)?.[1];
  return host === undefined ? undefined : hostName(host);
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes('*') || names.some(known => known.toLowerCase() === name);
}

/** A page that a browser loaded under a name which leads here may not speak to the gateway, and neither may pages of other sites. */
export function refuseHost({ headers }: IncomingMessage, { hosts, anyHost, origins }: GuardSettings): Refusal | undefined {
  const host = hostName(headers.host);
  if (host === undefined || !(anyHost || isLoopbackName(host) || includes(hosts, host)))
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

/** `Authorization: Bearer KEY` or `X-API-Key: KEY`. Every known key is compared, in constant time. */
export function refuseKey(request: IncomingMessage, { keys }: GuardSettings): Refusal | undefined {
  if (keys.length === 0) return undefined;
  const given = shownKey(request);
  const shown = digest(given);
  const fits = keys.filter(key => timingSafeEqual(digest(key), shown)).length > 0;
  return fits && given !== '' ? undefined : { status: 401, message: 'The key is missing or wrong' };
}
