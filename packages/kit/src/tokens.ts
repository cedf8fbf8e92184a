/** Tokens for clients that share the secret with their servers. */
import { ConfigurationError } from '@mcpgw/mcp-config';
import { SignJWT } from 'jose';
import type { SecretAuth } from './auth.js';
import { secretFault } from './secrets.js';
import type { Identity } from './session.js';

const defaultLifetimeSeconds = 3600;

/**
 * A token for `identity` (HS256): `sub`, `session_id`, `iss`, `aud`, `iat`, `exp`.
 *
 * @param lifetimeSeconds default an hour
 * @throws ConfigurationError for a weak secret
 */
export async function createSessionToken(
  { secret, issuer, audience, clock = () => new Date() }: SecretAuth,
  { userId, sessionId }: Identity,
  lifetimeSeconds = defaultLifetimeSeconds,
): Promise<string> {
  const fault = secretFault(secret);
  if (fault !== undefined) throw new ConfigurationError([{ path: ['auth', 'secret'], message: fault }]);
  const now = Math.floor(clock().getTime() / 1000);
  return new SignJWT({ session_id: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(new TextEncoder().encode(secret));
}
