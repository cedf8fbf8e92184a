/**
 * Requests to addresses that servers name: https alone (http on this machine), never nearer than who named them, bounded in size and time.
 * Addresses are checked when the connection is made, so a name that resolves differently the second time (DNS rebinding) gains nothing.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { DeadlineError, meaningOf } from '@mcpgw/loader/internal';
import { Agent, fetch as undiciFetch } from 'undici';
import { isLoopbackHost, mayReach, nearestReach, type Reach, reachOf } from './addresses.js';
import { LoginError } from './login-error.js';

/** Resolves a name to all of its addresses. */
export type ResolveHost = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface SafeFetchOptions {
  /** Certificates (PEM) to trust besides the public ones. */
  readonly ca?: string;
  /** Milliseconds for one request with its redirects and its body. Default 10,000. */
  readonly timeoutMs?: number;
  /** Default: the resolver of the system. */
  readonly resolve?: ResolveHost;
  /** Whether addresses of other machines may be http, as within a cluster. Only where nothing secret is sent. Default false. */
  readonly plainHttp?: boolean | undefined;
}

const maxBytes = 1 << 20;
const maxRedirects = 3;
const defaultTimeoutMs = 10_000;

const systemResolve: ResolveHost = hostname =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/** How far the host of `url` reaches: the nearest of its addresses; public, which allows least, where it has none. */
export async function reachOfUrl(url: URL, { resolve = systemResolve }: SafeFetchOptions = {}): Promise<Reach> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return reachOf(host);
  if (isLoopbackHost(host)) return 'loopback';
  const addresses = await resolve(host).catch(() => []);
  return nearestReach(addresses.map(({ address }) => reachOf(address)));
}

/** Where a request goes, without what may be secret. */
const shown = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`;

/** @throws LoginError (forbidden-address) for an address that is neither https nor, unless `plainHttp`, of this machine */
export function checkAddress(text: string, what: string, plainHttp = false): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFine = url?.protocol === 'https:' || (url?.protocol === 'http:' && (plainHttp || isLoopbackHost(url.hostname)));
  if (url === undefined || !isFine || url.username !== '' || url.password !== '')
    throw new LoginError(
      'forbidden-address',
      `${what} must be an https address without a user: ${url === undefined ? 'it is no URL' : shown(url)}`,
    );
  return url;
}

type LookupAnswer = (error: Error | null, address?: unknown, family?: number) => void;

function guardedLookup(origin: Reach, resolve: ResolveHost) {
  return (hostname: string, options: { readonly all?: boolean }, done: LookupAnswer): void => {
    resolve(hostname).then(
      addresses => {
        const allowed = addresses.filter(({ address }) => mayReach(reachOf(address), origin));
        const [first] = allowed;
        if (first === undefined) done(forbidden(hostname, origin));
        else if (options.all) done(null, allowed);
        else done(null, first.address, first.family);
      },
      error => done(error as Error),
    );
  };
}

const forbidden = (host: string, origin: Reach): LoginError =>
  new LoginError('forbidden-address', `${host} has no address that a ${origin} server may lead to`);

async function boundedBody(response: Awaited<ReturnType<typeof undiciFetch>>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxBytes)
      throw new LoginError('discovery', `the answer of ${shown(new URL(response.url))} is larger than ${maxBytes} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

/** What a code of the network says. */
function reasonOf(code: string | undefined): string {
  return code === undefined ? 'no answer' : (meaningOf(code)?.text ?? code);
}

/** The LoginError among the causes of `error`, else one that says that the host cannot be reached. */
function failureOf(error: unknown, url: URL): LoginError {
  let link: unknown = error;
  for (let depth = 0; link instanceof Error && depth < 8; depth++) {
    if (link instanceof LoginError) return link;
    link = link instanceof AggregateError && link.errors.length > 0 ? link.errors[0] : link.cause;
  }
  const { cause } = error as { cause?: { readonly code?: string } };
  const why = error instanceof DeadlineError || (error as Error).name === 'TimeoutError' ? 'no answer in time' : reasonOf(cause?.code);
  return new LoginError('unreachable', `${shown(url)} cannot be reached: ${why}`, error);
}

/** Makes a fetch on behalf of something that reaches `origin`. It throws LoginError alone (forbidden-address, unreachable, discovery). */
export function safeFetch(
  origin: Reach,
  { ca, timeoutMs = defaultTimeoutMs, resolve = systemResolve, plainHttp }: SafeFetchOptions = {},
): typeof fetch {
  const once = async (url: URL, init: RequestInit, signal: AbortSignal, hops: number): Promise<Response> => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !mayReach(reachOf(host), origin)) throw forbidden(host, origin);
    const connect = { lookup: guardedLookup(origin, resolve), ...(ca !== undefined && { ca: [...tls.rootCertificates, ca] }) };
    const agent = new Agent({ connect: connect as Agent.Options['connect'] & object, keepAliveTimeout: 1 });
    try {
      const request = { ...init, redirect: 'manual', signal, dispatcher: agent };
      const response = await undiciFetch(url.href, request as unknown as Parameters<typeof undiciFetch>[1]);
      const location = response.headers.get('location');
      const isGet = (init.method ?? 'GET').toUpperCase() === 'GET';
      if (isGet && location !== null && [301, 302, 303, 307, 308].includes(response.status)) {
        await response.body?.cancel();
        if (hops >= maxRedirects || !URL.canParse(location, url.href))
          throw new LoginError('discovery', `${shown(url)} redirects without end`);
        return await once(
          checkAddress(new URL(location, url.href).href, `the redirect of ${shown(url)}`, plainHttp),
          init,
          signal,
          hops + 1,
        );
      }
      const body = await boundedBody(response);
      const empty = [101, 204, 205, 304].includes(response.status);
      return new Response(empty ? null : Buffer.from(body), {
        status: response.status,
        headers: [...response.headers] as [string, string][],
      });
    } finally {
      await agent.destroy();
    }
  };
  return async (input, init = {}) => {
    const url = checkAddress(String(input instanceof Request ? input.url : input), 'an address of a login', plainHttp);
    const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
    try {
      return await once(url, init, AbortSignal.any(signals), 0);
    } catch (error) {
      throw failureOf(error, url);
    }
  };
}
