/** Logins in `gateway.yaml`: `oauth` of a server, and `login` for all of them. */
import { list, oneOf, opt, struct } from '@mcpgw/structure';
import { oauth } from './mcp-config.js';
import { minLoginKey, textOfKind } from './text-kinds.js';
import { filledText, withForms } from './texts.js';

const filled = filledText('serve');

/** The login to an HTTP server: the fields of `mcp_config.json`, and those that it lacks. */
export const serveOauth = struct('the login to a server', {
  ...oauth.fields,
  mode: opt(
    oneOf('shared', 'user', 'client_credentials', 'token_exchange'),
    'Whose tokens the server gets: of one login for all, of each caller, of the gateway itself, or given for another token (RFC 8693)',
    { default: 'shared' },
  ),
  private_key: opt(filled, 'Private key of the client (PEM, PKCS #8), instead of a secret (private_key_jwt)', {
    example: '${env:CRM_CLIENT_KEY}',
  }),
  private_key_id: opt(filled, 'Id of the private key (kid)'),
  client_metadata_url: opt(filled, 'Address of a client ID metadata document, which is then the client id', {
    example: 'https://gateway.example.com/oauth/client.json',
  }),
  issuer: opt(filled, 'The authorization server that may be used; by default the first one that the server names', {
    example: 'https://login.example.com',
  }),
  resource: opt(filled, 'Resource that tokens are asked for (RFC 8707); by default what the server names, else its address'),
  audience: opt(filled, 'Audience of a token exchange'),
  subject: opt(
    oneOf('file', 'caller'),
    'Whose token is exchanged: that of subject_token_file, or the one that each caller showed to the gateway (auth.oauth)',
    { default: 'file' },
  ),
  subject_token_file: opt(filled, 'File with the token that is exchanged, read anew each time', {
    example: '/var/run/secrets/tokens/gateway',
  }),
});

/** A key that encrypts; a placeholder may be shorter. */
const key = textOfKind('login-key', withForms('serve', { anyOf: [{ minLength: minLoginKey }, { pattern: '\\$\\{' }] }));

/** Settings of all logins. */
export const serveLogin = struct('logins to servers', {
  keys: opt(list(key), 'Keys that encrypt stored logins, at least 32 characters each: the first encrypts, the others only decrypt', {
    example: ['${env:LOGIN_KEY}'],
  }),
  url: opt(filled, 'Public address of the gateway, below which browsers reach /oauth/callback', { example: 'https://gateway.example.com' }),
});
