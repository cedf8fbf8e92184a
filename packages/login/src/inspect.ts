/** Looks at who gives tokens for a server as a client finds it, for programs that say why a request was refused. It asks for no token. */
import type * as oauth from 'oauth4webapi';
import { challengeOf, type DiscoveryOptions, discoverIssuer, findResource, jsonOf, resourceOf } from './discovery.js';
import { LoginError } from './login-error.js';
import { checkAddress, reachOfUrl, type SafeFetchOptions, safeFetch } from './safe-fetch.js';

export interface InspectOptions extends Omit<SafeFetchOptions, 'plainHttp'> {
  /** The header `WWW-Authenticate` of the answer that refused. */
  readonly challenge?: string | null;
  /** The issuer that the configuration names; default: the first that the server names. */
  readonly issuer?: string | undefined;
}

/** Who gives tokens for a server. */
export interface Inspected {
  /** The identifier of the server, for which tokens are issued (RFC 8707). */
  readonly resource: string;
  readonly issuer: string;
  /** The keys that tokens are signed with (RFC 7517); undefined for an authorization server that publishes none. */
  readonly keys: { readonly keys: readonly object[] } | undefined;
}

/** The metadata of the server; undefined for one that names no authorization server, or names no address of metadata and does not answer for itself. */
async function resourceAt(server: string, options: DiscoveryOptions) {
  try {
    return await findResource(server, options);
  } catch (error) {
    if (!(error instanceof LoginError) || error.problem !== 'unreachable') throw error;
    if (options.challenge?.metadataUrl === undefined) return undefined;
    throw new LoginError('discovery', `the metadata that the server names cannot be read: ${error.message}`, error);
  }
}

async function keysOf(
  { issuer, jwks_uri }: oauth.AuthorizationServer,
  options: Pick<DiscoveryOptions, 'fetch' | 'plainHttp'>,
): Promise<Inspected['keys']> {
  if (jwks_uri === undefined) return undefined;
  const answer = await keyAnswer(String(jwks_uri), options);
  const { keys } = (answer.status === 200 ? await jsonOf(answer) : undefined) ?? {};
  const isList = Array.isArray(keys) && keys.every(key => typeof key === 'object' && key !== null);
  if (isList && keys.length > 0) return { keys };
  const why = answer.status === 200 ? (isList ? 'is empty' : 'is no set of keys') : `answers HTTP ${answer.status}`;
  throw new LoginError('keys', `the jwks_uri of ${issuer} ${why}`, undefined, answer.status);
}

async function keyAnswer(address: string, { fetch, plainHttp }: Pick<DiscoveryOptions, 'fetch' | 'plainHttp'>): Promise<Response> {
  try {
    return await fetch(checkAddress(address, 'a jwks_uri', plainHttp).href, { headers: { accept: 'application/json' } });
  } catch (error) {
    throw error instanceof LoginError ? new LoginError('keys', `the keys cannot be read: ${error.message}`, error) : error;
  }
}

/**
 * Who gives tokens for the server at `serverUrl`: its metadata, those of its authorization server, and that one's keys.
 *
 * @returns undefined for a server that says nothing of an authorization server
 * @throws LoginError (unreachable, discovery, mix-up, wrong-resource, forbidden-address, keys) for what of them cannot be used
 */
export async function inspect(serverUrl: string, { challenge, issuer, ...options }: InspectOptions = {}): Promise<Inspected | undefined> {
  const server = resourceOf(serverUrl);
  // What was reached over http names its own metadata by http, and often its issuer, as in a cluster. Nothing secret is sent.
  const plainHttp = new URL(server).protocol === 'http:';
  const fetch = safeFetch(await reachOfUrl(new URL(server), options), { ...options, plainHttp });
  const found = await resourceAt(server, { fetch, challenge: challengeOf(challenge), plainHttp });
  const named = issuer ?? found?.issuers[0];
  if (found === undefined && named === undefined) return undefined;
  if (named === undefined) throw new LoginError('discovery', `the metadata of ${server} name no authorization server`);
  const as = await discoverIssuer(named, { fetch, plainHttp });
  return { resource: found?.resource ?? server, issuer: as.issuer, keys: await keysOf(as, { fetch, plainHttp }) };
}
