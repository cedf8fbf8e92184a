/** Metadata of a protected resource (RFC 9728): a refusal leads a client to the issuer of tokens. */
import { ConfigurationError } from '@mcpgw/mcp-config';

export interface ResourceMetadata {
  /** Path of the document. */
  readonly path: string;
  /** Its address for clients. */
  readonly url: string;
  readonly document: Readonly<Record<string, unknown>>;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/** @throws ConfigurationError for a `publicUrl` that is not an HTTP URL */
export function resourceMetadata(publicUrl: string, issuer: string): ResourceMetadata {
  const { protocol, origin, pathname } = URL.canParse(publicUrl) ? new URL(publicUrl) : { protocol: '', origin: '', pathname: '' };
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new ConfigurationError([{ path: ['publicUrl'], message: 'must be a URL of http or https' }]);
  const path = `${wellKnown}${pathname === '/' ? '' : pathname}`;
  const document = { resource: publicUrl, authorization_servers: [issuer], bearer_methods_supported: ['header'] };
  return { path, url: `${origin}${path}`, document };
}
