/** A real authorization server on a free port of loopback: oidc-provider with resource indicators and JWT access tokens. Prints its issuer. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const server = createServer();
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const groups = { alice: ['readers'], bob: ['writers'], root: ['admins'] };
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

const provider = new Provider(issuer, {
  clients: Object.keys(groups).map(name => ({
    client_id: name,
    client_secret: `secret-of-${name}`,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  })),
  jwks: { keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] },
  scopes: ['mcp', 'write'],
  extraTokenClaims: (_context, token) => ({ groups: groups[token.clientId] }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context, resource) => ({
        scope: 'mcp write',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 600,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
server.on('request', provider.callback());
console.log(`issuer ${issuer}`);
