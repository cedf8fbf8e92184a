import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule, text } from '@mcpgw/structure';
import { onMcpRoute } from '../examples/examples.js';

/** The fields of RFC 9728, section 2, that are lists of texts. */
const lists = [
  'authorization_servers',
  'scopes_supported',
  'bearer_methods_supported',
  'resource_signing_alg_values_supported',
  'authorization_details_types_supported',
  'dpop_signing_alg_values_supported',
];
const snake = (key: string): string => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
/** Providers that the proxy shows the client secret to. */
const readsSecret = ['entra'];

const policy = (metadata: string): string =>
  onMcpRoute(`mcpAuthentication:
  issuer: https://idp.example.com
  audiences: [https://mcp.example.com/mcp]
  jwks: {url: "https://idp.example.com/keys"}
  resourceMetadata: {resource: "https://mcp.example.com/mcp", ${metadata}}`);

export const mcpAuthnMetadata: Rule = {
  id: 'mcp-authn-metadata',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Clients read these metadata to log in: with a field of a wrong type or an address that is not theirs, they give up before they show a token.',
  docs: {
    checks:
      'In resourceMetadata of mcpAuthentication, lists of RFC 9728 are lists, and `resource` is an address with a scheme and without a fragment. A `clientSecret` stands beside a provider that reads it.',
    seen: 'Live: v1.1.0 and v1.4.1 take `scopesSupported: read` without a message. Clients got `"scopes_supported": "read"`.',
    fix: 'Write lists in brackets, and the public address of the MCP server as `resource`.',
    wrong: policy('scopesSupported: read'),
    correct: policy('scopesSupported: [read]'),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'mcpAuthentication')) {
      for (const { key, value } of entries(get(node, 'resourceMetadata'))) {
        const place = { at: value, path: [...path, 'resourceMetadata', key] };
        if (lists.includes(snake(key)) && value.kind === 'scalar')
          report({ ...place, message: `"${key}" is a list, and clients refuse anything else`, suggestion: `write ${key}: [...]` });
        const resource = key === 'resource' ? text(value) : undefined;
        if (resource !== undefined && !/^[a-z][a-z0-9+.-]*:\/\/[^#]+$/i.test(resource) && !resource.includes('$'))
          report({
            ...place,
            message: `"${resource}" is not an address with a scheme and without a fragment: clients compare it with the one they use`,
            suggestion: 'write the public address, such as https://mcp.example.com/mcp',
          });
      }
      const secret = get(node, 'clientSecret');
      const provider = get(node, 'provider');
      const kind = text(provider) ?? entries(provider)[0]?.key;
      if (secret !== undefined && text(secret) !== undefined && !readsSecret.includes(kind ?? ''))
        report({
          at: secret,
          path: [...path, 'clientSecret'],
          message: 'only the provider "entra" reads it: it has no effect',
          suggestion: 'remove it, or set "provider: {entra: {}}"',
          severity: 'info',
        });
    }
  },
};
