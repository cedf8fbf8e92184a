/** Tokens to identities: one algorithm, one issuer, one audience, an expiry, a user and a session are required. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { clientClaim, idClaim, keyAddressFault, RemoteKeySet, readKeySet, scopeClaim, verifyToken } from '@mcpgw/access';
import { ConfigurationError, type ConfigurationFault, tokenAlgorithms } from '@mcpgw/mcp-config';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { secretFault } from './secrets.js';
import type { Identity } from './session.js';

/** How a token of an identity provider may be signed. */
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

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

function keySetFault(jwks: KeySetAuth['jwks']): string | undefined {
  if (typeof jwks === 'string') return keyAddressFault(jwks);
  return Array.isArray(jwks?.keys) && jwks.keys.length > 0 ? undefined : 'must hold at least one key';
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
    ...(tokenAlgorithms.includes(algorithm)
      ? []
      : [{ path: ['auth', 'algorithm'], message: `must be one of ${tokenAlgorithms.join(', ')}` }]),
  ];
}

function faultsOf(options: AuthOptions): ConfigurationFault[] {
  const names = (['issuer', 'audience'] as const).filter(name => typeof options[name] !== 'string' || options[name] === '');
  return [...names.map(name => ({ path: ['auth', name], message: 'must be a string that is not empty' })), ...keyFaults(options)];
}

const keysOf = (jwks: KeySetAuth['jwks']): JWTVerifyGetKey =>
  typeof jwks === 'string' ? new RemoteKeySet(() => readKeySet(jwks)).find : createLocalJWKSet(jwks);

function verifiedOf(payload: JWTPayload): Verified {
  const userId = idClaim(payload, 'sub');
  return {
    userId,
    sessionId: idClaim(payload, 'session_id'),
    expiresAt: payload.exp as number,
    clientId: clientClaim(payload) ?? userId,
    scopes: scopeClaim(payload),
  };
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
    const { issuer, audience, clock } = this.#options;
    return verifiedOf(await verifyToken(token, { issuer, audiences: [audience], algorithms: [this.#algorithm], key: this.#key, clock }));
  }
}
