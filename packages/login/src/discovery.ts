/** Who gives tokens for a server: protected resource metadata (RFC 9728), then metadata of the authorization server (RFC 8414, OpenID Connect Discovery). */
import { isPlainObject, JsonFault, readJson } from '@mcpgw/loader/internal';
import type * as oauth from 'oauth4webapi';
import { LoginError } from './login-error.js';
import { checkAddress } from './safe-fetch.js';

/** What a 401 or 403 of a server says about logins (RFC 9728 section 5.1, RFC 6750 section 3). */
export interface LoginChallenge {
  /** The address of the metadata of the protected resource. */
  readonly metadataUrl?: string;
  readonly scope?: string;
  readonly error?: string;
}

/** The parameters of the Bearer challenge in `WWW-Authenticate`; undefined where there is none. */
export function challengeOf(header: string | null | undefined): LoginChallenge | undefined {
  const text = (header ?? '').slice(0, 8192);
  const start = /(?:^|,\s*)bearer(?:\s+|$)/i.exec(text);
  if (start === null) return undefined;
  const rest = text.slice(start.index + start[0].length);
  const params = new Map<string, string>();
  for (const [, name, quoted, plain] of rest.matchAll(/([a-z_][a-z0-9_-]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi))
    if (!params.has(name!.toLowerCase())) params.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  const [metadataUrl, scope, error] = ['resource_metadata', 'scope', 'error'].map(name => params.get(name));
  return { ...(metadataUrl && { metadataUrl }), ...(scope && { scope }), ...(error && { error }) };
}

/** Who gives tokens for a server, and for what they are asked. */
export interface Discovered {
  /** The identifier of the server (RFC 8707). */
  readonly resource: string;
  readonly as: oauth.AuthorizationServer;
  /** Scopes that the server names, in its challenge or its metadata. */
  readonly scopes?: readonly string[];
}

export interface DiscoveryOptions {
  readonly fetch: typeof fetch;
  readonly challenge?: LoginChallenge | undefined;
  /** The issuer that the configuration names; another one is then refused. */
  readonly issuer?: string | undefined;
  /** The resource that the configuration names. */
  readonly resource?: string | undefined;
  /** As for `safeFetch`. */
  readonly plainHttp?: boolean | undefined;
}

/** The address of a server as the identifier of a resource: without fragment, query and userinfo. */
export function resourceOf(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.hash = '';
  url.search = '';
  url.username = '';
  url.password = '';
  return url.pathname === '/' ? url.href.replace(/\/$/, '') : url.href;
}

/** The JSON object in an answer; undefined where there is none. */
export async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value = readJson(await response.text(), { maxDepth: 32 });
    return isPlainObject(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

/** Whether metadata of `resource` hold for the server: the same origin, and its path or one above it. */
function covers(resource: string, server: string): boolean {
  if (!URL.canParse(resource)) return false;
  const [named, asked] = [new URL(resource), new URL(server)];
  const above = (path: string) => (path.endsWith('/') ? path : `${path}/`);
  return named.origin === asked.origin && above(asked.pathname).startsWith(above(named.pathname));
}

interface ResourceMetadata {
  readonly resource: string;
  readonly issuers: readonly string[];
  readonly scopes?: readonly string[];
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string').slice(0, 100) : [];

function resourceMetadata(body: Readonly<Record<string, unknown>>, server: string, address: string): ResourceMetadata {
  const { resource, authorization_servers, scopes_supported } = body;
  if (typeof resource !== 'string' || !covers(resource, server))
    throw new LoginError('wrong-resource', `the metadata at ${address} are not those of ${server}`);
  const scopes = textsOf(scopes_supported);
  return { resource, issuers: textsOf(authorization_servers), ...(scopes.length > 0 && { scopes }) };
}

/** The addresses of the metadata of a server, most specific first (RFC 9728 section 3.1). */
function metadataAddresses(server: string, { metadataUrl }: LoginChallenge): string[] {
  const { origin, pathname } = new URL(server);
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const guesses = pathname === '/' ? [wellKnown] : [`${wellKnown}${pathname}`, wellKnown];
  return metadataUrl === undefined ? guesses : [metadataUrl];
}

/** The metadata of the protected resource; undefined for a server that has none. */
export async function findResource(
  server: string,
  { fetch, challenge = {}, plainHttp }: DiscoveryOptions,
): Promise<ResourceMetadata | undefined> {
  for (const address of metadataAddresses(server, challenge)) {
    checkAddress(address, 'the address of the metadata', plainHttp);
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    const body = response.status === 200 ? await jsonOf(response) : undefined;
    if (body !== undefined) return resourceMetadata(body, server, address);
    if (challenge.metadataUrl !== undefined)
      throw new LoginError('discovery', `${address} contains no metadata of the server: HTTP ${response.status}`);
  }
  return undefined;
}

/** The addresses of the metadata of an issuer: RFC 8414 section 3.1, then OpenID Connect Discovery with both places of the path. */
function issuerAddresses(issuer: URL): string[] {
  const { origin, pathname } = issuer;
  const path = pathname.replace(/\/$/, '');
  const names = ['oauth-authorization-server', 'openid-configuration'].map(name => `${origin}/.well-known/${name}${path}`);
  return path === '' ? names : [...names, `${origin}${path}/.well-known/openid-configuration`];
}

/** The metadata of `issuer`, which must name it. @throws LoginError (discovery, mix-up, forbidden-address, unreachable) */
export async function discoverIssuer(
  issuer: string,
  { fetch, plainHttp }: Pick<DiscoveryOptions, 'fetch' | 'plainHttp'>,
): Promise<oauth.AuthorizationServer> {
  const url = checkAddress(issuer, 'an issuer', plainHttp);
  let broken: number | undefined;
  for (const address of issuerAddresses(url)) {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    if (response.status >= 500) broken ??= response.status;
    const body = response.status === 200 ? await jsonOf(response) : undefined;
    if (body === undefined) continue;
    if (body.issuer !== issuer && body.issuer !== url.href)
      throw new LoginError('mix-up', `the metadata at ${address} name another issuer`);
    return checkEndpoints(body as unknown as oauth.AuthorizationServer, plainHttp);
  }
  if (broken !== undefined)
    throw new LoginError('unreachable', `${issuer} does not answer for its metadata: HTTP ${broken}`, undefined, broken);
  throw new LoginError('discovery', `${issuer} has no metadata of an authorization server`);
}

function checkEndpoints(as: oauth.AuthorizationServer, plainHttp?: boolean): oauth.AuthorizationServer {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'] as const) {
    const value: unknown = as[name];
    if (value !== undefined && value !== null) checkAddress(String(value), `the ${name} of ${as.issuer}`, plainHttp);
  }
  if (typeof as.token_endpoint !== 'string') throw new LoginError('discovery', `${as.issuer} has no token_endpoint`);
  return as;
}

/** The issuer to ask: the configured one, else the first that the server names, else, as before RFC 9728, the server itself. */
function issuerOf(server: string, found: ResourceMetadata | undefined, configured: string | undefined): string {
  const named = found?.issuers ?? [];
  if (configured === undefined) return named[0] ?? new URL(server).origin;
  if (named.length > 0 && !named.some(each => each === configured || each === `${configured}/` || `${each}/` === configured))
    throw new LoginError(
      'mix-up',
      `the server does not take tokens of the issuer that is configured; it names ${named.slice(0, 3).join(', ')}`,
    );
  return configured;
}

/** Finds who gives tokens for the server at `serverUrl`. @throws LoginError */
export async function discover(serverUrl: string, options: DiscoveryOptions): Promise<Discovered> {
  const server = resourceOf(serverUrl);
  const found = await findResource(server, options);
  const as = await discoverIssuer(issuerOf(server, found, options.issuer), options);
  const asked = options.challenge?.scope?.split(' ').filter(scope => scope !== '');
  const scopes = asked?.length ? asked : found?.scopes;
  return { resource: options.resource ?? found?.resource ?? server, as, ...(scopes && { scopes }) };
}
