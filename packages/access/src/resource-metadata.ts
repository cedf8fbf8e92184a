/** Metadata of protected resources (RFC 9728): a refusal leads a client to the issuer of tokens. */
import { ConfigurationError } from '@mcpgw/mcp-config';

export interface ResourceMetadata {
  /** Path of the document. */
  readonly path: string;
  /** Its address for clients. */
  readonly url: string;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The beginning of the paths of documents; the path of the resource follows (RFC 9728, 3.1). */
export const wellKnownPath = '/.well-known/oauth-protected-resource';

/**
 * The document of a resource. `scopes` are those that a client needs at least.
 *
 * @throws ConfigurationError for a `publicUrl` that is not an HTTP URL
 */
export function resourceMetadata(publicUrl: string, issuers: readonly string[], scopes: readonly string[] = []): ResourceMetadata {
  const { protocol, origin, pathname } = URL.canParse(publicUrl) ? new URL(publicUrl) : { protocol: '', origin: '', pathname: '' };
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new ConfigurationError([{ path: ['publicUrl'], message: 'must be a URL of http or https' }]);
  const path = `${wellKnownPath}${pathname === '/' ? '' : pathname}`;
  const document = {
    resource: publicUrl,
    authorization_servers: issuers,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
  };
  return { path, url: `${origin}${path}`, document };
}
