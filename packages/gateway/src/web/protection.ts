/**
 * Controls access to the page (docs/adr/0019): allowed host names, no requests from other sites, and the token if one is set.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isFromOtherSite, isKnownHost } from '../http/guard.js';

export interface Protection {
  /** Allowed host names, without port. Loopback names are always allowed. */
  readonly hosts?: readonly string[];
  /** Without a token, only clients on this machine are answered. */
  readonly token?: string;
  /** Without a token, a call of the admin API needs one of these keys, if there are any. */
  readonly keys?: () => PageKeys;
}

export interface PageKeys {
  /** Keys whose holders may read and decide. */
  readonly admins: readonly string[];
  /** Keys whose holders may only read: agents hold keys of clients, and whoever calls a tool must not approve it. */
  readonly readers: readonly string[];
}

export interface PageRefusal {
  readonly status: 401 | 403;
  readonly code: 'wrong-host' | 'not-local' | 'cross-site' | 'token-required' | 'admin-required';
  readonly message: string;
}

const refusal = (status: PageRefusal['status'], code: PageRefusal['code'], message: string): PageRefusal => ({ status, code, message });

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || /^(?:::ffff:)?127\./.test(address));
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

function refuseStranger(request: IncomingMessage, protection: Protection): PageRefusal | undefined {
  if (!isKnownHost(request, { hosts: protection.hosts ?? [] })) {
    return refusal(403, 'wrong-host', 'this host name is not one of the page; add it to page.hosts if it should be');
  }
  if (protection.token !== undefined) return undefined;
  const local = isLoopbackAddress(request.socket.remoteAddress) && !forwardingHeaders.some(name => name in request.headers);
  return local ? undefined : refusal(403, 'not-local', 'without a token the page answers clients on the same machine only; set page.token');
}

/** A request that a script or form of another site made. Clients that are not browsers send neither header. */
function refuseForeign(request: IncomingMessage): PageRefusal | undefined {
  const { headers } = request;
  const foreignOrigin = headers.origin !== undefined && originHost(headers.origin) !== headers.host?.toLowerCase();
  return isFromOtherSite(request) || foreignOrigin ? refusal(403, 'cross-site', 'the request comes from another site') : undefined;
}

function originHost(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@\\]+)$/i.exec(origin)?.[1]?.toLowerCase();
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const noKeys: PageKeys = { admins: [], readers: [] };

function shows({ headers }: IncomingMessage, accepted: readonly string[]): boolean {
  const given = digest(/^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '');
  return accepted.filter(each => timingSafeEqual(given, digest(each))).length > 0;
}

/** A connection from this machine may come from a reverse proxy: if clients need a key, the page is not open to everybody. */
function refuseTokenless(request: IncomingMessage, { token, keys }: Protection): PageRefusal | undefined {
  const { admins, readers } = keys?.() ?? noKeys;
  const accepted = token === undefined ? [...admins, ...readers] : [token];
  if (accepted.length === 0 || shows(request, accepted)) return undefined;
  const what =
    token === undefined
      ? 'a key of auth.admin_keys, or of auth.api_keys where there are no such keys, is needed here, and is missing or wrong'
      : 'the token is missing or wrong';
  return refusal(401, 'token-required', what);
}

export const readersDecideNothing =
  'a key of auth.api_keys may read here and decide nothing, since agents hold it; set page.token or auth.admin_keys';

/** Why the author of an accepted call may read but not decide; undefined if they may decide. */
export function refuseDecision(request: IncomingMessage, { token, keys }: Protection): PageRefusal | undefined {
  const { admins, readers } = keys?.() ?? noKeys;
  if (token !== undefined || admins.length + readers.length === 0 || shows(request, admins)) return undefined;
  return refusal(403, 'admin-required', readersDecideNothing);
}

/** Checks a request for the page's own files, which contain no secrets: links from other sites may lead to them. */
export function refuseVisit(request: IncomingMessage, protection: Protection): PageRefusal | undefined {
  return refuseStranger(request, protection);
}

/** Checks a request of the admin API. */
export function refuseCall(request: IncomingMessage, protection: Protection): PageRefusal | undefined {
  return refuseStranger(request, protection) ?? refuseForeign(request) ?? refuseTokenless(request, protection);
}
