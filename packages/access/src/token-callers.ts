/** Callers by tokens of the configured issuers. Loaded when the first token comes, because the library for tokens is large. */
import { type ServeIssuer, type ServeOauth, tokenAlgorithms } from '@mcpgw/mcp-config';
import type { JWTPayload } from 'jose';
import { holdsOne } from './bindings.js';
import { type Caller, tokenCallerId } from './caller.js';
import { discoverKeys } from './discovery.js';
import { RemoteKeySet, readKeySet } from './key-set.js';
import { clientClaim, idClaim, invalidToken, maxTokenLength, scopeClaim, unverifiedClaims, verifyToken } from './verify-token.js';

/** Groups of a token beyond this are ignored, and so are longer names. */
const [maxGroups, maxGroupLength] = [1000, 256];

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

/** The groups in a claim: a member of that name, else the member that the parts between dots lead to; a text or a list of texts. */
function groupsOf(payload: JWTPayload, claim: string): readonly string[] {
  const found = own(payload, claim) ?? claim.split('.').reduce<unknown>(own, payload);
  const texts = typeof found === 'string' ? [found] : Array.isArray(found) ? found.slice(0, maxGroups) : [];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '' && text.length <= maxGroupLength);
}

export class TokenCallers {
  /** By issuer and address, so that a reload of the configuration keeps the keys that were read. */
  readonly #keySets = new Map<string, RemoteKeySet>();

  #keysOf({ issuer, jwksUri }: ServeIssuer): RemoteKeySet {
    const id = JSON.stringify([issuer, jwksUri ?? null]);
    const known = this.#keySets.get(id);
    if (known !== undefined) return known;
    const keys = new RemoteKeySet(async () => readKeySet(jwksUri ?? (await discoverKeys(issuer))));
    this.#keySets.set(id, keys);
    return keys;
  }

  /** The caller of a token that was issued for one of `resources`. @throws AuthError */
  async find(token: string, oauth: ServeOauth, resources: readonly string[], clock?: () => Date): Promise<Caller> {
    if (token.length > maxTokenLength) throw invalidToken('The token is too long');
    if (token.split('.').length !== 3) throw invalidToken('The token is not a JSON Web Token, and not a key');
    const named = unverifiedClaims(token)?.iss;
    const issuer = oauth.issuers.find(each => each.issuer === named);
    if (issuer === undefined) throw invalidToken('The token is from another issuer');
    const payload = await verifyToken(token, {
      issuer: issuer.issuer,
      audiences: [...resources, ...issuer.audiences],
      algorithms: issuer.algorithms.length > 0 ? issuer.algorithms : tokenAlgorithms,
      key: this.#keysOf(issuer).find,
      toleranceSeconds: oauth.clockSkew / 1000,
      accessOnly: true,
      clock,
    });
    return callerOf(payload, issuer, oauth);
  }
}

function callerOf(payload: JWTPayload, { issuer, groupsClaim }: ServeIssuer, { admins }: ServeOauth): Caller {
  const subject = idClaim(payload, 'sub');
  const clientId = clientClaim(payload);
  const caller: Caller = {
    kind: 'token',
    id: tokenCallerId(issuer, subject, clientId),
    issuer,
    subject,
    ...(clientId !== undefined && { clientId }),
    groups: groupsOf(payload, groupsClaim),
    scopes: scopeClaim(payload),
    isAdmin: false,
    expiresAt: payload.exp!,
  };
  return holdsOne(admins, caller) ? { ...caller, isAdmin: true } : caller;
}
