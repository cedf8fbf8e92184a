/** Verifies tokens (RFC 7519): the signature by one of the accepted algorithms, issuer, audience, times. */
import type { KeyObject } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { AuthError, type TokenFault } from './auth-error.js';
import { duplicateKey } from './duplicate-keys.js';

/** Allowed clock difference, in seconds. */
export const clockToleranceSeconds = 5;
/** Maximum length of a token, in characters. */
export const maxTokenLength = 8192;
/** Maximum length of `sub` and `session_id`, in UTF-16 units. */
export const maxIdLength = 256;

/** What a token has to be. Nothing of it comes from the token. */
export interface TokenChecks {
  readonly issuer: string;
  /** The token must name one of these. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly key: KeyObject | JWTVerifyGetKey;
  readonly clock?: (() => Date) | undefined;
  /** Allowed clock difference in seconds; `clockToleranceSeconds` by default. */
  readonly toleranceSeconds?: number;
  /** Whether the token must be an access token: not of another declared type (RFC 8725, 3.11), and not bound to a key of its client. */
  readonly accessOnly?: boolean;
}

export const invalidToken = (message: string, cause?: unknown, fault?: TokenFault) => new AuthError('invalid', message, cause, fault);

/** The claims of a token that is not verified: they only choose how it is checked, or tell people about it. Undefined for what is no JSON Web Token. */
export function unverifiedClaims(token: string): JWTPayload | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || token.length > maxTokenLength) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as JWTPayload) : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses tokens that two parsers could read differently; jose has already decoded both parts. */
function refuseDuplicates(token: string): void {
  for (const part of token.split('.').slice(0, 2)) {
    const name = duplicateKey(Buffer.from(part, 'base64url').toString('utf8'));
    if (name !== undefined) throw invalidToken('The token has a name twice');
  }
}

const ofClaims: Readonly<Record<string, readonly [string, TokenFault]>> = {
  iss: ['The token is from another issuer', 'issuer'],
  aud: ['The token is for another audience', 'audience'],
  nbf: ['The token is not valid yet', 'times'],
  exp: ['The token must have an expiry', 'times'],
};

const formFault = "The token's signature or form is not valid";

function faultOf(error: unknown): readonly [string, TokenFault?] {
  if (error instanceof errors.JWTExpired) return ['The token has expired', 'times'];
  if (error instanceof errors.JWTClaimValidationFailed) return ofClaims[error.claim] ?? ['The token has a claim that is not valid'];
  if (error instanceof errors.JOSEAlgNotAllowed) return ['The token is signed with another algorithm', 'signature'];
  if (error instanceof errors.JWKSNoMatchingKey) return [formFault, 'key'];
  return error instanceof errors.JWSSignatureVerificationFailed ? [formFault, 'signature'] : [formFault];
}

const accessTypes: ReadonlySet<unknown> = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt']);

interface Verified {
  readonly payload: JWTPayload;
  readonly typ: string | undefined;
}

async function verified(token: string, { issuer, audiences, algorithms, key, clock, toleranceSeconds }: TokenChecks): Promise<Verified> {
  const checks = {
    issuer,
    audience: [...audiences],
    algorithms: [...algorithms],
    requiredClaims: ['exp'],
    clockTolerance: toleranceSeconds ?? clockToleranceSeconds,
    currentDate: clock?.() ?? new Date(),
  };
  const { payload, protectedHeader } = await (typeof key === 'function' ? jwtVerify(token, key, checks) : jwtVerify(token, key, checks));
  return { payload, typ: protectedHeader.typ };
}

function refuseOtherKinds({ payload, typ }: Verified): void {
  if (!accessTypes.has(typ?.toLowerCase())) throw invalidToken('The token is not an access token');
  if (payload.cnf !== undefined) throw invalidToken('The token is bound to a key of its client, which is not checked here');
}

/** The claims of a valid token. @throws AuthError */
export async function verifyToken(token: string | undefined, checks: TokenChecks): Promise<JWTPayload> {
  if (token === undefined || token === '') throw new AuthError('missing', 'A bearer token is required');
  if (token.length > maxTokenLength) throw invalidToken('The token is too long');
  try {
    const found = await verified(token, checks);
    refuseDuplicates(token);
    if (checks.accessOnly) refuseOtherKinds(found);
    return found.payload;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const [message, fault] = faultOf(error);
    throw invalidToken(message, error, fault);
  }
}

/** A claim that names somebody. @throws AuthError if it is missing, too long, or has control characters */
export function idClaim(payload: JWTPayload, claim: 'sub' | 'session_id'): string {
  const id = payload[claim];
  if (typeof id !== 'string' || id === '') throw invalidToken(`The token must have a ${claim} that is a string and not empty`);
  if (id.length > maxIdLength) throw invalidToken(`The token's ${claim} is longer than ${maxIdLength} characters`);
  if (/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(id)) throw invalidToken(`The token's ${claim} has characters that are not allowed`);
  return id;
}

/** The client that a token was issued to: `client_id` (RFC 9068), else `azp`. */
export function clientClaim({ client_id, azp }: JWTPayload): string | undefined {
  return [client_id, azp].find(id => typeof id === 'string' && id !== '') as string | undefined;
}

/** The scopes of a token: `scope` as a text, or as some issuers do a text or list in `scp`. */
export function scopeClaim({ scope, scp }: JWTPayload): readonly string[] {
  const given = scope ?? scp;
  if (typeof given === 'string') return given.split(' ').filter(one => one !== '');
  return Array.isArray(given) ? given.filter(one => typeof one === 'string') : [];
}
