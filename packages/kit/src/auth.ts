/** Verifies tokens (RFC 7519) and returns identities: one algorithm, one issuer, one audience, an expiry, a user and a session are required. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { ConfigurationError, type ConfigurationFault } from '@mcpgw/mcp-config';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { duplicateKey } from './duplicate-keys.js';
import { secretFault } from './secrets.js';
import type { Identity } from './session.js';

const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

/** How a token of an identity provider may be signed. */
export type TokenAlgorithm = (typeof asymmetricAlgorithms)[number];

interface CommonAuth {
  /** The token's `iss`. */
  readonly issuer: string;
  /** The token's `aud`, or one of them: this server's own address or name. */
  readonly audience: string;
  readonly clock?: () => Date;
}

/** Tokens signed with HS256 and a shared secret. */
export interface SecretAuth extends CommonAuth {
  readonly secret: string;
}

/** Tokens signed by an identity provider, whose public keys are read from `jwks`. */
export interface KeySetAuth extends CommonAuth {
  /** Address of the key set: https, or http on this machine. Or the set itself. */
  readonly jwks: string | JSONWebKeySet;
  /** Default RS256. */
  readonly algorithm?: TokenAlgorithm;
}

export type AuthOptions = SecretAuth | KeySetAuth;

/** The identity of a token, and its expiry (seconds since 1970). */
export interface Verified extends Identity {
  readonly expiresAt: number;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Why there is no identity: `missing` without a token, `invalid` for a bad one, `unavailable` while its key cannot be read. */
export type AuthProblem = 'missing' | 'invalid' | 'unavailable';

/** The message may be shown to the client. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly problem: AuthProblem;
  constructor(problem: AuthProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** Allowed clock difference, in seconds. */
export const clockToleranceSeconds = 5;
/** Maximum length of a token, in characters. */
export const maxTokenLength = 8192;
/** Maximum length of `sub` and `session_id`, in UTF-16 units. */
export const maxIdLength = 256;

const keySetTimeoutMs = 5000;
const keySetMaxAgeMs = 600_000;
/** Minimum time between two reads of the key set because of an unknown key. */
const keySetCooldownMs = 10_000;

const invalid = (message: string, cause?: unknown) => new AuthError('invalid', message, cause);

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function keySetFault(jwks: KeySetAuth['jwks']): string | undefined {
  if (typeof jwks !== 'string') return Array.isArray(jwks?.keys) && jwks.keys.length > 0 ? undefined : 'must hold at least one key';
  if (!URL.canParse(jwks)) return 'must be a URL';
  const { protocol, hostname } = new URL(jwks);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? undefined : 'must be an https URL';
}

function keyFaults(options: AuthOptions): ConfigurationFault[] {
  if ('secret' in options && 'jwks' in options) return [{ path: ['auth'], message: 'takes either a secret or jwks' }];
  if ('secret' in options) {
    const fault = typeof options.secret === 'string' ? secretFault(options.secret) : 'must be a string';
    return fault === undefined ? [] : [{ path: ['auth', 'secret'], message: fault }];
  }
  const fault = keySetFault(options.jwks);
  const { algorithm = 'RS256' } = options;
  return [
    ...(fault === undefined ? [] : [{ path: ['auth', 'jwks'], message: fault }]),
    ...(asymmetricAlgorithms.includes(algorithm)
      ? []
      : [{ path: ['auth', 'algorithm'], message: `must be one of ${asymmetricAlgorithms.join(', ')}` }]),
  ];
}

function faultsOf(options: AuthOptions): ConfigurationFault[] {
  const names = (['issuer', 'audience'] as const).filter(name => typeof options[name] !== 'string' || options[name] === '');
  return [...names.map(name => ({ path: ['auth', name], message: 'must be a string that is not empty' })), ...keyFaults(options)];
}

/** Keys of a set; a failure to read them is not a fault of the token. */
function keysOf(jwks: KeySetAuth['jwks']): JWTVerifyGetKey {
  if (typeof jwks !== 'string') return createLocalJWKSet(jwks);
  const remote = createRemoteJWKSet(new URL(jwks), {
    timeoutDuration: keySetTimeoutMs,
    cacheMaxAge: keySetMaxAgeMs,
    cooldownDuration: keySetCooldownMs,
  });
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw new AuthError('unavailable', 'The keys that tokens are checked with cannot be read now', error);
    }
  };
}

/** Refuses tokens that two parsers could read differently; jose has already decoded both parts. */
function refuseDuplicates(token: string): void {
  for (const part of token.split('.').slice(0, 2)) {
    const name = duplicateKey(Buffer.from(part, 'base64url').toString('utf8'));
    if (name !== undefined) throw invalid('The token has a name twice');
  }
}

function idOf(payload: JWTPayload, claim: 'sub' | 'session_id'): string {
  const id = payload[claim];
  if (typeof id !== 'string' || id === '') throw invalid(`The token must have a ${claim} that is a string and not empty`);
  if (id.length > maxIdLength) throw invalid(`The token's ${claim} is longer than ${maxIdLength} characters`);
  if (/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(id)) throw invalid(`The token's ${claim} has characters that are not allowed`);
  return id;
}

const claimMessages: Readonly<Record<string, string>> = {
  iss: 'The token is from another issuer',
  aud: 'The token is for another audience',
  nbf: 'The token is not valid yet',
  exp: 'The token must have an expiry',
};

function messageFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return claimMessages[error.claim] ?? 'The token has a claim that is not valid';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is signed with another algorithm';
  return "The token's signature or form is not valid";
}

function verifiedOf(payload: JWTPayload): Verified {
  const userId = idOf(payload, 'sub');
  const { exp, client_id, azp, scope } = payload;
  const clientId = [client_id, azp].find(id => typeof id === 'string' && id !== '') as string | undefined;
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(one => one !== '') : [];
  return { userId, sessionId: idOf(payload, 'session_id'), expiresAt: exp as number, clientId: clientId ?? userId, scopes };
}

export class Authenticator {
  readonly #key: KeyObject | JWTVerifyGetKey;
  readonly #algorithm: string;
  readonly #options: AuthOptions;

  /** @throws ConfigurationError for a weak secret, a missing issuer or audience, a key set without https */
  constructor(options: AuthOptions) {
    const faults = faultsOf(options);
    if (faults.length > 0) throw new ConfigurationError(faults);
    this.#options = options;
    this.#algorithm = 'secret' in options ? 'HS256' : (options.algorithm ?? 'RS256');
    this.#key = 'secret' in options ? createSecretKey(options.secret, 'utf8') : keysOf(options.jwks);
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  /** @throws AuthError */
  async verify(token: string | undefined): Promise<Verified> {
    if (token === undefined || token === '') throw new AuthError('missing', 'A bearer token is required');
    if (token.length > maxTokenLength) throw invalid('The token is too long');
    try {
      const payload = await this.#payload(token);
      refuseDuplicates(token);
      return verifiedOf(payload);
    } catch (error) {
      throw error instanceof AuthError ? error : invalid(messageFor(error), error);
    }
  }

  async #payload(token: string): Promise<JWTPayload> {
    const { issuer, audience, clock = () => new Date() } = this.#options;
    const checks = {
      issuer,
      audience,
      algorithms: [this.#algorithm],
      requiredClaims: ['exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: clock(),
    };
    const key = this.#key;
    const { payload } = typeof key === 'function' ? await jwtVerify(token, key, checks) : await jwtVerify(token, key, checks);
    return payload;
  }
}
