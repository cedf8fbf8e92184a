/** `auth` and `profiles` of `gateway.yaml`: who may call, and what each caller sees. */
import { list, map, oneOf, opt, req, struct, union } from '@mcpgw/structure';
import { profileShape } from './mcp-config.js';
import { textOfKind } from './text-kinds.js';
import { filledText, goDuration, urlOf } from './texts.js';

const filled = filledText('serve');
const nonEmpty = textOfKind('filled', { minLength: 1 });
const names = list(nonEmpty);

const key = struct('a key with a name', {
  name: req(nonEmpty, 'Name of the holder: in logs, in /status and in allow.keys', { example: 'ci' }),
  key: req(filled, 'The key', { example: '${env:CI_KEY}' }),
  groups: opt(names, 'Groups that the holder belongs to'),
  scopes: opt(names, 'Scopes that the holder has'),
});
const keys = list(union(filled, key));

/** How tokens of an issuer may be signed: with a public key, since a shared secret would let whoever checks tokens also make them. */
export const tokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const binding = struct('conditions on a caller', {
  subjects: opt(names, 'The sub of its token is one of these'),
  groups: opt(names, 'It belongs to one of these groups'),
  scopes: opt(names, 'It has all of these scopes'),
  issuers: opt(names, 'Its token is from one of these issuers'),
  keys: opt(names, 'It has a key with one of these names'),
});
const bindings = union(binding, list(binding));

const issuer = struct('an issuer of tokens', {
  issuer: req(urlOf('serve'), 'Its identifier, exactly as in the claim iss', { example: 'https://login.example.com/realms/main' }),
  audiences: opt(list(filled), 'Audiences that are accepted besides the resource, for issuers without resource indicators', {
    example: ['api://mcp-gateway'],
  }),
  jwks_uri: opt(urlOf('serve'), 'Where its keys are; discovered from the issuer where nothing is said'),
  algorithms: opt(list(oneOf(...tokenAlgorithms)), 'Accepted signatures; all of these where nothing is said', { example: ['RS256'] }),
  groups_claim: opt(nonEmpty, 'The claim with the groups of the user; dots lead into nested objects', {
    default: 'groups',
    example: 'realm_access.roles',
  }),
});

const oauth = struct('tokens of OAuth', {
  resource: req(urlOf('serve'), 'Address of /mcp as clients know it, which tokens have to be issued for', {
    example: 'https://mcp.example.com/mcp',
  }),
  issuers: req(list(issuer, 1), 'Whose tokens are accepted'),
  required_scopes: opt(names, 'Scopes that every token must have', { example: ['mcp'] }),
  admins: opt(bindings, 'Callers that may also act on servers, and decide on the page'),
  clock_skew: opt(goDuration('1ms', '5m'), 'Allowed difference between the clock of the issuer and the own one', { default: '5s' }),
});

/** `auth`. */
export const serveAuth = struct('who may call', {
  api_keys: opt(keys, 'Keys, one of which clients send as `Authorization: Bearer KEY` or `X-API-Key: KEY`', {
    example: ['${env:GATEWAY_KEY}'],
  }),
  admin_keys: opt(keys, 'Keys as those of api_keys, whose holders may also restart servers with the tool upstream_servers', {
    example: ['${env:GATEWAY_ADMIN_KEY}'],
  }),
  oauth: opt(oauth, 'Tokens of OAuth issuers that clients may show instead of a key'),
});

/** A profile of `gateway.yaml`: as in `mcp_config.json`, with a selection of tools and the callers that may use it. */
export const serveProfile = struct('a profile of the gateway', {
  ...profileShape.fields,
  tools: opt(map(names), 'By server: names of tools that the profile shows, with * for any text; a server that is not named shows all', {
    example: { github: ['get_*', 'list_issues'] },
  }),
  allow: opt(bindings, 'Who may use the profile. Once one profile has this, callers see only profiles that allow them'),
});
