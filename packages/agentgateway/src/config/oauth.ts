/** Tokens from an authorization server. Follows agentgateway's http/auth/oauth, v1.4. */
import {
  anyText,
  bool,
  def,
  type Field,
  get,
  given,
  list,
  map,
  opt,
  type Refusal,
  refined,
  req,
  type Shape,
  select,
  string,
  struct,
  text as textOf,
  variants,
} from '@mcpgw/structure';
import { authorizationLocation, count, fileOrInline, targetChoices, targetFields, texts } from './common.js';
import { lazyPolicies } from './lazy.js';
import { cel, duration } from './scalars.js';

const path = string('a path', value =>
  value === '' || value.startsWith('/') ? undefined : { message: `"${value}" is not a path`, suggestion: 'start it with "/"' },
);
const filled = (what: string) =>
  string(what, value => (value === '' ? { message: `${what} cannot be empty`, suggestion: 'write it, or remove the policy' } : undefined));

const tokenTypes = ['access_token', 'jwt', 'id_token'].map(name => `urn:ietf:params:oauth:token-type:${name}`);
const jwtType = tokenTypes[1]!;
const tokenType = string('a token type', value =>
  URL.canParse(value) && !value.includes('#')
    ? undefined
    : { message: `"${value}" is not an absolute URI`, suggestion: `write a token type such as "${tokenTypes[0]}"` },
);
const requestedType = string('a token type', value =>
  tokenTypes.includes(value)
    ? undefined
    : { message: `"${value}" cannot be asked for`, suggestion: `write one of ${tokenTypes.map(type => `"${type}"`).join(', ')}` },
);

const id = req(filled('the client id'), 'client id');
const secretBasic = struct('clientAuth', {
  clientId: id,
  clientSecret: req(fileOrInline, 'client secret'),
  method: def(variants('clientSecretBasic'), 'How the client shows who it is', { default: 'clientSecretBasic' }),
});
const secretPost = struct('clientAuth', {
  clientId: id,
  clientSecret: opt(fileOrInline, 'Client secret'),
  method: req(variants('clientSecretPost'), 'how the client shows who it is'),
});
const pem = string('a PEM text', value =>
  value.includes('-----BEGIN ')
    ? undefined
    : { message: 'this is not a PEM text', suggestion: 'write the text from "-----BEGIN" on, or name its file with {file: ...}' },
);
const fileOrPem: Shape = select([pem, fileOrInline], node => (node.kind === 'scalar' ? pem : fileOrInline));
const privateKey = struct('clientAuth', {
  clientId: id,
  method: req(variants('privateKeyJwt'), 'how the client shows who it is'),
  signingKey: req(fileOrPem, 'key that signs the assertion'),
  certificate: opt(fileOrPem, 'Certificate of the key'),
  certificateHeader: opt(variants('x5c', 'x5t#S256'), 'Header that carries the certificate'),
  alg: def(variants('RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384'), 'Algorithm of the signature'),
  kid: opt(anyText, 'Id of the key'),
  assertionAudience: req(filled('the audience of the assertion'), 'audience of the assertion'),
});
const paired: Shape = refined(privateKey, node => {
  const [certificate, header] = [given(node, 'certificate'), given(node, 'certificateHeader')];
  if ((certificate === undefined) === (header === undefined)) return [];
  const missing = certificate === undefined ? 'certificate' : 'certificateHeader';
  return [{ node: (certificate ?? header)!, message: `"${missing}" is missing beside it`, suggestion: `add "${missing}"` }];
});
/** How the gateway authenticates to the authorization server. */
const clientAuth: Shape = select([secretBasic, secretPost, paired], node => {
  const method = textOf(get(node, 'method'));
  if (method === 'privateKeyJwt') return paired;
  return method === 'clientSecretPost' ? secretPost : secretBasic;
});

const subjectToken = struct(
  'a token',
  { source: def(authorizationLocation, 'Where the token is'), tokenType: def(tokenType, 'Type of the token') },
  { sequence: true },
);
const actorToken: Shape = refined(
  struct('a token', {
    source: req(authorizationLocation, 'where the token is'),
    tokenType: def(tokenType, 'Type of the token'),
    enforceMayAct: def(bool, 'Whether the may_act claim is demanded'),
  }),
  node => {
    const enforce = get(node, 'enforceMayAct');
    if (enforce?.kind !== 'scalar' || enforce.value !== true || textOf(get(node, 'tokenType')) === jwtType) return [];
    return [
      { node: enforce, at: ['enforceMayAct'], message: 'only a JSON Web Token has the claim', suggestion: `set "tokenType": "${jwtType}"` },
    ];
  },
);
const cache = struct(
  'a token cache',
  { maxEntries: opt(count, 'Most tokens'), defaultTtl: opt(duration, 'How long a token without expiry is kept') },
  { sequence: true },
);
const policies: Field = def(lazyPolicies('simple'), 'Policies of the calls');

/** Parameters of a token exchange that the proxy sets itself. */
export const exchangeParameters: readonly string[] = [
  'grant_type',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'assertion',
  'audience',
  'resource',
  'scope',
  'requested_token_type',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
];
const parameters = map(cel, {
  key: name =>
    exchangeParameters.includes(name.toLowerCase())
      ? { message: `"${name}" is a parameter of OAuth itself`, suggestion: 'use the field for it, or another name' }
      : undefined,
});

const exchangeFields = struct(
  'oauthTokenExchange',
  {
    ...targetFields,
    policies,
    path: def(path, 'Path of the token endpoint'),
    grantType: def(variants('tokenExchange', 'jwtBearer'), 'Grant to ask for'),
    subjectToken: def(subjectToken, 'Token of the user'),
    actorToken: opt(actorToken, 'Token of the actor'),
    audiences: def(texts, 'Audiences to ask for'),
    scopes: def(texts, 'Scopes to ask for'),
    resources: def(texts, 'Resources to ask for'),
    requestedTokenType: opt(requestedType, 'Type of the token to ask for'),
    clientAuth: opt(clientAuth, 'How the client shows who it is'),
    additionalParams: def(parameters, 'Further parameters'),
    authorizationLocation: def(authorizationLocation, 'Where the new token goes'),
    cache: opt(cache, 'Cache of tokens'),
  },
  { choices: targetChoices },
);
/** The exchange of the token of the request for another one. */
export const tokenExchange: Shape = refined(exchangeFields, node => {
  const found: Refusal[] = [];
  if (textOf(get(node, 'grantType')) === 'jwtBearer')
    for (const key of ['requestedTokenType', 'actorToken']) {
      const value = given(node, key);
      if (value !== undefined)
        found.push({ node: value, at: [key], message: `"${key}" goes only with the grant tokenExchange`, suggestion: `remove "${key}"` });
    }
  const expression = get(get(node, 'authorizationLocation'), 'expression');
  if (expression !== undefined)
    found.push({
      node: expression,
      at: ['authorizationLocation', 'expression'],
      message: 'an expression says where a token is, not where one goes',
      suggestion: 'name a header, a query parameter or a cookie',
    });
  return found;
});

const endpoint = struct(
  'an endpoint',
  {
    ...targetFields,
    policies,
    path: def(path, 'Path of the token endpoint'),
    clientAuth: req(clientAuth, 'how the client shows who it is'),
  },
  { choices: targetChoices },
);
/** A token for another application, obtained through the identity provider of the user. */
export const crossAppAccess: Shape = struct('crossAppAccess', {
  identityProvider: req(endpoint, 'identity provider'),
  resourceAuthorizationServer: req(endpoint, 'authorization server of the resource'),
  audience: req(filled('the audience'), 'audience to ask for'),
  resources: def(list(anyText), 'Resources to ask for'),
  scopes: def(texts, 'Scopes to ask for'),
  subjectToken: opt(
    struct('subjectToken', { source: def(authorizationLocation, 'Where the token is') }, { sequence: true }),
    'Token of the user',
  ),
  cache: opt(cache, 'Cache of tokens'),
});
