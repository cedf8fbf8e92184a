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
  /** Keys of admins, or of clients: without a token, a call of the admin API needs one of these, where there are any. */
  readonly keys?: () => readonly string[];
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly code: 'wrong-host' | 'not-local' | 'cross-site' | 'token-required';
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

/** A connection from this machine may be that of a reverse proxy: where clients need a key, the page is not open to all of them. */
function refuseTokenless({ headers }: IncomingMessage, { token, keys }: Protection): Refusal | undefined {
  const accepted = token === undefined ? (keys?.() ?? []) : [token];
  if (accepted.length === 0) return undefined;
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (accepted.some(each => timingSafeEqual(digest(given), digest(each)))) return undefined;
  const what =
    token === undefined
      ? 'a key of auth.admin_keys, or of auth.api_keys where there are no such keys, is needed here, and is missing or wrong'
      : 'the token is missing or wrong';
  return refusal(401, 'token-required', what);
}

/** Judges a request for the page's own files, which hold nothing secret: a link from elsewhere may lead to them. */
export function refuseVisit(request: IncomingMessage, protection: Protection): Refusal | undefined {
  return refuseStranger(request, protection);
}

/** Judges a request of the admin API. */
export function refuseCall(request: IncomingMessage, protection: Protection): Refusal | undefined {
  return refuseStranger(request, protection) ?? refuseForeign(request) ?? refuseTokenless(request, protection);
}
