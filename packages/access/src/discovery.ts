/** Finds the keys of an issuer: authorization server metadata (RFC 8414) and OpenID Connect Discovery 1.0. */
import { readDocument } from './key-set.js';

/** Where the metadata of an issuer may be, in the order in which MCP clients look (2025-11-25, authorization server metadata discovery). */
export function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map(name => `${origin}/.well-known/${name}${path}`);
  return path === '' ? inserted : [...inserted, `${origin}${path}/.well-known/openid-configuration`];
}

/**
 * The address of an issuer's keys. The metadata must name the same issuer (RFC 8414, 3.3), so that no server speaks for another one; keys
 * of an issuer on https are not read over http.
 *
 * @throws Error if there is none
 */
export async function discoverKeys(issuer: string): Promise<string> {
  let reason = 'it has no metadata';
  for (const address of metadataAddresses(issuer)) {
    const document = await readDocument(address);
    if (document === undefined) continue;
    if (document.issuer !== issuer) reason = `${address} names another issuer`;
    else if (typeof document.jwks_uri !== 'string') reason = `${address} has no jwks_uri`;
    else if (issuer.startsWith('https:') && !document.jwks_uri.startsWith('https:')) reason = `${address} names keys without https`;
    else return document.jwks_uri;
  }
  throw new Error(`the keys of ${issuer} were not found: ${reason}`);
}
