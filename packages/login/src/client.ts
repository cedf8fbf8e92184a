/** The client towards an authorization server: a registered one, one by its metadata document, or one that registers itself (RFC 7591). */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { systemReason } from '@mcpgw/loader/internal';
import type { ServerLogin } from '@mcpgw/mcp-config';
import * as oauth from 'oauth4webapi';
import { isLoopbackHost } from './addresses.js';
import { LoginError } from './login-error.js';
import { grantFailure, requestOptions } from './protocol.js';
import type { Vault } from './vault.js';
import { digestOf } from './vault.js';

/** A client that registered itself, as it is stored. */
export interface RegisteredClient {
  readonly id: string;
  readonly secret?: string;
  /** How it identifies itself at the token endpoint. */
  readonly method?: string;
  /** End of the secret, in seconds since 1970; 0 is never. */
  readonly secretEndsAt?: number;
  readonly redirectUri: string;
}

/** A client with the way in which it identifies itself. */
export interface UsableClient {
  readonly client: oauth.Client;
  readonly auth: oauth.ClientAuth;
  /** Set where the client registered itself: a refresh uses the same client. */
  readonly registered?: RegisteredClient;
}

const pemTypes: Readonly<Record<string, readonly [jwa: string, params: Parameters<typeof crypto.subtle.importKey>[2]]>> = {
  rsa: ['RS256', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  prime256v1: ['ES256', { name: 'ECDSA', namedCurve: 'P-256' }],
  secp384r1: ['ES384', { name: 'ECDSA', namedCurve: 'P-384' }],
  ed25519: ['Ed25519', { name: 'Ed25519' }],
};

/** The key of private_key_jwt. @throws LoginError (configuration), which does not quote it */
async function privateKeyOf(pem: string, kid: string | undefined): Promise<oauth.PrivateKey> {
  try {
    const key = createPrivateKey(pem.includes('\n') ? pem : pem.replaceAll('\\n', '\n'));
    const { asymmetricKeyType = '', asymmetricKeyDetails } = key;
    const [, params] = pemTypes[asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType] ?? [];
    if (params === undefined) throw new Error('an RSA, P-256, P-384 or Ed25519 key is needed');
    const imported = await crypto.subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), params, false, ['sign']);
    return { key: imported, ...(kid !== undefined && { kid }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LoginError(
      'configuration',
      `oauth.private_key cannot be used: ${code ?? 'an RSA, P-256, P-384 or Ed25519 key as PEM is needed'}`,
    );
  }
}

/** How a client with a secret identifies itself: as it registered, else as the server supports, else by HTTP Basic (RFC 6749 section 2.3.1). */
function secretAuth(as: oauth.AuthorizationServer, secret: string, method?: string): oauth.ClientAuth {
  const supported = as.token_endpoint_auth_methods_supported;
  const usesPost =
    method === 'client_secret_post' ||
    (method === undefined && supported?.includes('client_secret_basic') === false && supported.includes('client_secret_post'));
  return usesPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

async function configured(as: oauth.AuthorizationServer, login: ServerLogin, clientId: string): Promise<UsableClient> {
  const client = { client_id: clientId };
  if (login.privateKey !== undefined && login.privateKey !== '')
    return { client, auth: oauth.PrivateKeyJwt(await privateKeyOf(login.privateKey, login.privateKeyId)) };
  const { clientSecret } = login;
  return { client, auth: clientSecret === undefined || clientSecret === '' ? oauth.None() : secretAuth(as, clientSecret) };
}

/** The client that a stored registration stands for. */
export function registeredClient(as: oauth.AuthorizationServer, registered: RegisteredClient): UsableClient {
  const { id, secret, method } = registered;
  return { client: { client_id: id }, auth: secret === undefined ? oauth.None() : secretAuth(as, secret, method), registered };
}

/** The client that the configuration names; undefined where it names none. @throws LoginError (configuration) */
export async function configuredClient(as: oauth.AuthorizationServer, login: ServerLogin): Promise<UsableClient | undefined> {
  const id = login.clientId ?? '';
  return id === '' ? undefined : configured(as, login, id);
}

const isUsable = ({ secretEndsAt = 0 }: RegisteredClient): boolean => secretEndsAt === 0 || secretEndsAt * 1000 > Date.now();

const clientKey = (issuer: string, redirectUri: string) => ['clients', digestOf(JSON.stringify([issuer, redirectUri]))];

export interface ClientNeeds {
  readonly login: ServerLogin;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly vault: Vault;
  readonly fetch: typeof fetch;
  /** The https address of the metadata document that this gateway serves; absent where it has no public address. */
  readonly ownMetadataUrl?: string | undefined;
}

async function register(as: oauth.AuthorizationServer, { redirectUri, scopes, fetch }: ClientNeeds): Promise<RegisteredClient> {
  const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const method = ['none', 'client_secret_basic', 'client_secret_post'].find(name => methods.includes(name)) ?? 'none';
  const metadata = {
    client_name: 'mcpgw',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    application_type: isLoopbackHost(new URL(redirectUri).hostname) ? 'native' : 'web',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  };
  try {
    const answer = await oauth.dynamicClientRegistrationRequest(as, metadata, requestOptions(fetch));
    const {
      client_id: id,
      client_secret: secret,
      client_secret_expires_at: ends,
      token_endpoint_auth_method: given,
    } = await oauth.processDynamicClientRegistrationResponse(answer);
    return {
      id,
      redirectUri,
      ...(typeof secret === 'string' && secret !== '' && { secret, method: typeof given === 'string' ? given : method }),
      ...(typeof ends === 'number' && { secretEndsAt: ends }),
    };
  } catch (error) {
    throw grantFailure(error, as.issuer, 'no-client', 'the registration of a client');
  }
}

/**
 * The client for a login: the configured one, else one by its metadata document where the server supports that, else one that registers
 * itself, once for each issuer and redirect address.
 *
 * @throws LoginError (no-client) where none of these is possible
 */
export async function clientFor(as: oauth.AuthorizationServer, needs: ClientNeeds): Promise<UsableClient> {
  const { login, redirectUri, vault, ownMetadataUrl } = needs;
  const own = await configuredClient(as, login);
  if (own !== undefined) return own;
  const document = login.clientMetadataUrl ?? ownMetadataUrl;
  if (document !== undefined && as.client_id_metadata_document_supported === true)
    return { client: { client_id: document }, auth: oauth.None() };
  const key = clientKey(as.issuer, redirectUri);
  const stored = await vault.read<RegisteredClient>(key);
  if (stored !== undefined && isUsable(stored)) return registeredClient(as, stored);
  if (as.registration_endpoint === undefined)
    throw new LoginError('no-client', `${as.issuer} registers no clients by itself: register one there, and set oauth.client_id`);
  const made = await register(as, needs);
  // Another replica may have registered meanwhile: the first one counts.
  const kept = await vault.change<RegisteredClient>(key, old => (old !== undefined && isUsable(old) ? old : made));
  return registeredClient(as, kept ?? made);
}

/** Forgets a client that the authorization server no longer knows. */
export async function forgetClient(vault: Vault, issuer: string, redirectUri: string): Promise<void> {
  await vault.remove(clientKey(issuer, redirectUri));
}

/** The text of a file with a token, without blanks around it. @throws LoginError (configuration) */
export async function tokenFile(file: string): Promise<string> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (text !== '' && text.length <= 65_536) return text;
  } catch (error) {
    throw new LoginError(
      'configuration',
      `oauth.subject_token_file ${file} cannot be read: ${systemReason((error as NodeJS.ErrnoException).code ?? 'unknown error')}`,
    );
  }
  throw new LoginError('configuration', `oauth.subject_token_file ${file} contains no token`);
}
