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
  /** Without a token, who makes a call of the admin API. Absent: everybody on this machine may do everything. */
  readonly identify?: (request: IncomingMessage) => PageVisitor | Promise<PageVisitor>;
}

/**
 * Who uses the page: an admin reads and decides. A reader only reads, because agents hold keys of clients, and whoever calls a tool must not
 * approve it. A stranger does neither.
 */
export type PageVisitor = 'admin' | 'reader' | 'stranger';

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
    return refusal(403, 'wrong-host', 'this hostname is not one of the page; add it to page.hosts if it should be');
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

function showsToken({ headers }: IncomingMessage, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

export const readersDecideNothing =
  'a key of auth.api_keys or a token may read here and decide nothing, since agents hold it; set page.token or auth.admin_keys, or auth.oauth.admins';

const strangers = refusal(
  401,
  'token-required',
  'a key of auth.admin_keys or the token of an admin is needed here, or of any client where there are no admins, and is missing or wrong',
);

/**
 * Who makes an accepted call; a refusal for a stranger. A connection from this machine may come from a reverse proxy: if clients show who
 * they are, the page is not open to everybody.
 */
export async function visitorOf(request: IncomingMessage, { token, identify }: Protection): Promise<PageRefusal | 'admin' | 'reader'> {
  if (token !== undefined) return showsToken(request, token) ? 'admin' : refusal(401, 'token-required', 'the token is missing or wrong');
  const visitor = (await identify?.(request)) ?? 'admin';
  return visitor === 'stranger' ? strangers : visitor;
}

/** The refusal of a decision by a visitor who may only read. */
export const refusedDecision: PageRefusal = refusal(403, 'admin-required', readersDecideNothing);

/** Checks a request for the page's own files, which contain no secrets: links from other sites may lead to them. */
export function refuseVisit(request: IncomingMessage, protection: Protection): PageRefusal | undefined {
  return refuseStranger(request, protection);
}

/** Checks where a request of the admin API comes from; `visitorOf` says who made it. */
export function refuseCall(request: IncomingMessage, protection: Protection): PageRefusal | undefined {
  return refuseStranger(request, protection) ?? refuseForeign(request);
}
