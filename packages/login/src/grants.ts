/** The grants of RFC 6749 and RFC 8693: each gives tokens for one server, asked for its resource (RFC 8707). */
import type { ServerLogin } from '@mcpgw/mcp-config';
import * as oauth from 'oauth4webapi';
import { configuredClient, type RegisteredClient, tokenFile, type UsableClient } from './client.js';
import type { Discovered } from './discovery.js';
import { LoginError } from './login-error.js';
import { errorCode, grantFailure, requestOptions } from './protocol.js';

/** What a grant gave. Times are in milliseconds since 1970. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly scopes?: readonly string[];
  readonly obtainedAt: number;
  /** Absent where the server says nothing: then the token is used until it is refused. */
  readonly expiresAt?: number;
}

const headerSafe = /^[\x21-\x7e]{1,65536}$/;

function tokensOf(answer: oauth.TokenEndpointResponse, asked: readonly string[] | undefined): GrantedTokens {
  const { access_token: accessToken, refresh_token: refreshToken, scope, expires_in: expiresIn } = answer;
  if (!headerSafe.test(accessToken)) throw new LoginError('refused', 'the authorization server gave a token that no header can carry');
  const scopes = scope?.split(' ').filter(each => each !== '') ?? asked;
  const obtainedAt = Date.now();
  return {
    accessToken,
    obtainedAt,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(scopes !== undefined && { scopes }),
    ...(expiresIn !== undefined && { expiresAt: obtainedAt + Math.min(expiresIn, 10 * 365 * 86_400) * 1000 }),
  };
}

/** The resource and the scopes of a request, with the further parameters that are set. */
function parameters(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''));
}

const scopeText = (scopes: readonly string[] | undefined): string | undefined => (scopes?.length ? scopes.join(' ') : undefined);

/** An answer to the redirect of a login, and what was kept of its start. */
export interface CodeExchange {
  readonly as: oauth.AuthorizationServer;
  readonly usable: UsableClient;
  readonly answer: URLSearchParams;
  readonly state: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly resource: string;
  readonly scopes?: readonly string[] | undefined;
}

/** Checks the answer (state; `iss`, RFC 9207), and redeems its code. @throws LoginError (mix-up, refused, unreachable) */
export async function redeemCode(given: CodeExchange, fetch: typeof globalThis.fetch): Promise<GrantedTokens> {
  const { as, usable, answer, state, redirectUri, verifier, resource, scopes } = given;
  const { client, auth } = usable;
  const checked = validated(as, client, answer, state);
  try {
    const options = { ...requestOptions(fetch), additionalParameters: { resource } };
    const response = await oauth.authorizationCodeGrantRequest(as, client, auth, checked, redirectUri, verifier, options);
    return tokensOf(await oauth.processAuthorizationCodeResponse(as, client, response), scopes);
  } catch (error) {
    throw grantFailure(error, as.issuer, 'refused', 'the code of the login');
  }
}

function validated(as: oauth.AuthorizationServer, client: oauth.Client, answer: URLSearchParams, state: string): URLSearchParams {
  try {
    return oauth.validateAuthResponse(as, client, answer, state);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const code = errorCode(error);
      throw new LoginError(
        'refused',
        code === 'access_denied' ? 'the login was refused: access_denied' : `${as.issuer} refuses the login: ${code ?? 'an error'}`,
        error,
      );
    }
    const isIssuer = error instanceof Error && /\biss\b/.test(error.message);
    throw new LoginError(
      isIssuer ? 'mix-up' : 'refused',
      isIssuer ? 'the answer to the login comes from another issuer, or does not say from which' : 'the answer to the login is not valid',
      error,
    );
  }
}

/** Redeems a refresh token. The answer may hold a new one; else the old one stays. @throws LoginError (ended, unreachable) */
export async function refresh(
  as: oauth.AuthorizationServer,
  usable: UsableClient,
  given: { readonly refreshToken: string; readonly resource: string; readonly scopes?: readonly string[] | undefined },
  fetch: typeof globalThis.fetch,
): Promise<GrantedTokens> {
  const { client, auth } = usable;
  try {
    const options = { ...requestOptions(fetch), additionalParameters: { resource: given.resource } };
    const response = await oauth.refreshTokenGrantRequest(as, client, auth, given.refreshToken, options);
    const tokens = tokensOf(await oauth.processRefreshTokenResponse(as, client, response), given.scopes);
    return { refreshToken: given.refreshToken, ...tokens };
  } catch (error) {
    throw grantFailure(error, as.issuer, 'ended', 'to refresh the login');
  }
}

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** GrantedTokens without a person: client credentials, or the exchange of a token. @throws LoginError (configuration, refused, unreachable) */
export async function machineTokens(
  login: ServerLogin,
  { as, resource, scopes: named }: Discovered,
  { fetch, subjectToken }: { readonly fetch: typeof globalThis.fetch; readonly subjectToken?: string | undefined },
): Promise<GrantedTokens> {
  const usable = await configuredClient(as, login);
  if (usable === undefined) throw new LoginError('configuration', `oauth.mode ${login.mode} needs oauth.client_id`);
  const { client, auth } = usable;
  const scopes = login.scopes?.length ? login.scopes : named;
  const asked = { resource, scope: scopeText(scopes) };
  const options = requestOptions(fetch);
  try {
    // With callers' tokens, the gateway itself has one of its own to list tools with.
    const isOwn = login.subject === 'caller' && subjectToken === undefined && login.subjectTokenFile === undefined;
    if (login.mode === 'client_credentials' || isOwn) {
      const response = await oauth.clientCredentialsGrantRequest(as, client, auth, parameters(asked), options);
      return tokensOf(await oauth.processClientCredentialsResponse(as, client, response), scopes);
    }
    const subject = subjectToken ?? (login.subjectTokenFile === undefined ? undefined : await tokenFile(login.subjectTokenFile));
    if (subject === undefined) throw new LoginError('configuration', 'there is no token to exchange: oauth.subject_token_file is not set');
    if (subjectToken !== undefined && login.issuer === undefined)
      throw new LoginError('configuration', 'the token of a caller goes only to the authorization server that oauth.issuer names');
    const exchange = {
      ...asked,
      audience: login.audience,
      subject_token: subject,
      subject_token_type: accessTokenType,
      requested_token_type: accessTokenType,
    };
    const grant = 'urn:ietf:params:oauth:grant-type:token-exchange';
    const response = await oauth.genericTokenEndpointRequest(as, client, auth, grant, parameters(exchange), options);
    const tokens = tokensOf(await oauth.processGenericTokenEndpointResponse(as, client, response), scopes);
    if (tokens.accessToken === subject)
      throw new LoginError('refused', `${as.issuer} gave the token back that was to be exchanged, which the server must not get`);
    return tokens;
  } catch (error) {
    throw grantFailure(error, as.issuer, 'refused', `a token (${login.mode})`);
  }
}

/** Tells the authorization server that a token is no longer used (RFC 7009). Resolves to whether it was told. */
export async function revoke(
  as: oauth.AuthorizationServer,
  usable: UsableClient,
  token: string,
  fetch: typeof globalThis.fetch,
): Promise<boolean> {
  if (as.revocation_endpoint === undefined) return false;
  try {
    const response = await oauth.revocationRequest(as, usable.client, usable.auth, token, requestOptions(fetch));
    await oauth.processRevocationResponse(response);
    return true;
  } catch {
    return false;
  }
}

/** A login as it is stored. */
export interface TokenRecord extends GrantedTokens {
  /** Grows with each change: what was read before a change is not written over it. */
  readonly generation: number;
  /** The name of the server, and whose login it is. */
  readonly server: string;
  readonly subject: string;
  /** The address of the server: tokens go nowhere else. */
  readonly url: string;
  readonly resource: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly registered?: RegisteredClient;
  /** Why the login is over; then somebody has to log in again. */
  readonly ended?: string;
}
