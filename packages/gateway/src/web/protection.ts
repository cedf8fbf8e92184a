/**
 * Who may talk to the page (docs/adr/0019): names that the browser may have asked for, no request that another site made, and the
 * token where one is set.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isFromOtherSite, isKnownHost } from '../http/guard.js';

export interface Protection {
  /** Host names that the page is reached by, without port. Loopback names always count. */
  readonly hosts?: readonly string[];
  /** With none, only clients on this machine are answered. */
  readonly token?: string;
  /** Without a token, a call of the admin API needs one of these, where there are any. */
  readonly keys?: () => PageKeys;
}

export interface PageKeys {
  /** Whose holders read and decide. */
  readonly admins: readonly string[];
  /** Whose holders read alone: agents hold keys of clients, and whoever calls a tool does not approve it. */
  readonly readers: readonly string[];
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly code: 'wrong-host' | 'not-local' | 'cross-site' | 'token-required' | 'admin-required';
  readonly message: string;
}

const refusal = (status: Refusal['status'], code: Refusal['code'], message: string): Refusal => ({ status, code, message });

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || /^(?:::ffff:)?127\./.test(address));
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

function refuseStranger(request: IncomingMessage, protection: Protection): Refusal | undefined {
  if (!isKnownHost(request, { hosts: protection.hosts ?? [] })) {
    return refusal(403, 'wrong-host', 'this host name is not one of the page; add it to page.hosts if it should be');
  }
  if (protection.token !== undefined) return undefined;
  const local = isLoopbackAddress(request.socket.remoteAddress) && !forwardingHeaders.some(name => name in request.headers);
  return local ? undefined : refusal(403, 'not-local', 'without a token the page answers clients on the same machine only; set page.token');
}

/** A request that a script or form of another site made. Clients that are no browser send neither header. */
function refuseForeign(request: IncomingMessage): Refusal | undefined {
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

/** A connection from this machine may be that of a reverse proxy: where clients need a key, the page is not open to all of them. */
function refuseTokenless(request: IncomingMessage, { token, keys }: Protection): Refusal | undefined {
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

/** Why who made a call that was not refused may read and not decide; undefined where they may. */
export function refuseDecision(request: IncomingMessage, { token, keys }: Protection): Refusal | undefined {
  const { admins, readers } = keys?.() ?? noKeys;
  if (token !== undefined || admins.length + readers.length === 0 || shows(request, admins)) return undefined;
  return refusal(403, 'admin-required', readersDecideNothing);
}

/** Judges a request for the page's own files, which hold nothing secret: a link from elsewhere may lead to them. */
export function refuseVisit(request: IncomingMessage, protection: Protection): Refusal | undefined {
  return refuseStranger(request, protection);
}

/** Judges a request of the admin API. */
export function refuseCall(request: IncomingMessage, protection: Protection): Refusal | undefined {
  return refuseStranger(request, protection) ?? refuseForeign(request) ?? refuseTokenless(request, protection);
}
