import {
  any,
  anyText,
  bool,
  def,
  type Field,
  get,
  int,
  isNull,
  list,
  map,
  opt,
  refined,
  req,
  type Shape,
  select,
  string,
  struct,
  text as textOf,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import {
  authorizationLocation,
  celMap,
  count,
  empty,
  fileOrInline,
  nullable,
  targetChoices,
  targetFields,
  textMap,
  texts,
  u32,
  v10,
  v12,
  v13,
  v14,
} from './common.js';
import { conditional } from './conditional.js';
import { jwks } from './jwks.js';
import { lazyPolicies } from './lazy.js';
import { issuerProblem } from './oidc.js';
import { cel, celDuration, duration, headerName, headerOrPseudo } from './scalars.js';

/** Rules of an authorization policy: CEL expressions that allow, deny or are required. */
const rule: Shape = union(
  cel,
  struct(
    'a rule',
    {
      allow: def(cel, 'Expression that allows'),
      deny: def(cel, 'Expression that denies'),
      require: def(cel, 'Expression that must hold', v10),
    },
    { choices: [{ keys: ['allow', 'deny', 'require'], need: 'one' }] },
  ),
);
export const ruleSet: Shape = struct('authorization', { rules: req(list(rule), 'rules; the first that applies decides') });

const jwtOptions = struct(
  'jwtValidationOptions',
  { requiredClaims: def(texts, 'Claims a token must carry', { default: ['exp'] }) },
  { sequence: true },
);
const authMode = variants('strict', 'optional', 'permissive');
const issuer: Record<string, Field> = {
  issuer: req(anyText, 'issuer of the tokens'),
  audiences: opt(texts, 'Audiences that are taken'),
  jwks: req(jwks, 'keys of the issuer: {file: ...}, {url: ...} or the JSON itself'),
  jwtValidationOptions: def(jwtOptions, 'Checks of a token', v10),
};
const jwtCommon: Record<string, Field> = {
  mode: def(authMode, 'What a request without a valid token does', { default: 'optional' }),
  location: def(authorizationLocation, 'Where the token is', v12),
};
const jwtProviders = struct('jwtAuth', { ...jwtCommon, providers: req(list(struct('a provider', issuer)), 'issuers that are taken') });
const jwtSingle = struct('jwtAuth', { ...jwtCommon, ...issuer });

/** Validation of JSON Web Tokens: one issuer, or a list of providers. */
export const jwtAuth: Shape = select([jwtSingle, jwtProviders], node => (get(node, 'providers') === undefined ? jwtSingle : jwtProviders));

const mcpProviders = ['auth0', 'keycloak', 'okta', 'descope', 'authentik', 'entra'];
const mcpProvider = struct(
  'a provider',
  {
    auth0: def(empty('auth0'), 'Auth0'),
    keycloak: def(empty('keycloak'), 'Keycloak'),
    okta: def(empty('okta'), 'Okta', v13),
    descope: def(empty('descope'), 'Descope', v14),
    authentik: def(empty('authentik'), 'authentik', v14),
    entra: def(empty('entra'), 'Microsoft Entra', v14),
  },
  { choices: [{ keys: mcpProviders, need: 'one' }] },
);

const mcpAuthenticationFields = struct(
  'mcpAuthentication',
  {
    issuer: req(anyText, 'issuer of the tokens'),
    audiences: req(texts, 'audiences that are taken'),
    provider: opt(mcpProvider, 'Identity provider whose habits are followed'),
    resourceMetadata: req(map(any), 'metadata of the resource, as clients ask for it'),
    jwks: def(
      versioned({ until: '1.4.0', shape: jwks }, { shape: nullable(jwks) }),
      'Keys of the issuer; from v1.4 their address is made from the issuer when they are left out',
    ),
    mode: def(authMode, 'What a request without a valid token does', { default: 'strict' }),
    authorizationLocation: def(authorizationLocation, 'Where the token is', v12),
    jwtValidationOptions: def(jwtOptions, 'Checks of a token', v10),
    clientId: opt(anyText, 'Client id for clients that cannot register', v14),
    clientSecret: opt(anyText, 'Client secret for clients that cannot register', v14),
  },
  { choices: [{ keys: ['jwks'], need: 'one', until: '1.4.0' }] },
);

/** Tokens of MCP clients. Without keys, the address of the keys is derived from the issuer. */
export const mcpAuthentication: Shape = refined(mcpAuthenticationFields, node => {
  const [keys, issuer] = [get(node, 'jwks'), get(node, 'issuer')];
  if (issuer === undefined || (keys !== undefined && !isNull(keys))) return [];
  const problem = issuerProblem(textOf(issuer) ?? '');
  return problem === undefined
    ? []
    : [{ node: issuer, at: ['issuer'], ...problem, suggestion: 'write the URL of the issuer, or set "jwks"' }];
});

export const basicAuth = struct('basicAuth', {
  htpasswd: req(fileOrInline, 'users and password hashes'),
  realm: opt(anyText, 'Realm shown to the user'),
  mode: def(variants('strict', 'optional'), 'What a request without valid credentials does', { default: 'optional' }),
  authorizationLocation: def(authorizationLocation, 'Where the credentials are', v12),
});

const keyHash = string('a key hash', value =>
  /^sha256:[0-9a-fA-F]{64}$/.test(value) ? undefined : { message: 'a key hash is "sha256:" and 64 hexadecimal digits' },
);
const apiKeyEntry: Shape = union(
  struct('an API key', { key: req(anyText, 'the key'), metadata: def(any, 'Data for rules') }),
  versioned(
    { since: '1.4.0', shape: struct('an API key', { keyHash: req(keyHash, 'hash of the key'), metadata: def(any, 'Data for rules') }) },
    { shape: struct('an API key', { key: req(anyText, 'the key'), metadata: def(any, 'Data for rules') }) },
  ),
);
export const apiKey = struct('apiKey', {
  keys: req(list(apiKeyEntry), 'keys that are taken'),
  mode: def(
    versioned({ until: '1.2.0', shape: variants('strict', 'optional') }, { shape: authMode }),
    'What a request without a valid key does',
    { default: 'optional' },
  ),
  location: def(authorizationLocation, 'Where the key is', v12),
});

const grpcProtocol = struct(
  'grpc',
  { context: opt(textMap, 'Fixed context of the check'), metadata: opt(celMap, 'Metadata of the check, as CEL expressions') },
  { sequence: { until: '1.4.0' } },
);
const httpProtocol = struct('http', {
  path: opt(cel, 'Path to call, as a CEL expression'),
  redirect: opt(cel, 'Where to send a refused user, as a CEL expression'),
  body: opt(cel, 'Body of the check, as a CEL expression', v14),
  includeResponseHeaders: def(list(headerName), 'Headers of the answer that go to the backend'),
  addRequestHeaders: def(map(cel, { key: name => headerOrPseudo.check!(name) }), 'Headers of the check, as CEL expressions'),
  metadata: def(celMap, 'Metadata for later policies, as CEL expressions'),
});
const protocol = struct(
  'protocol',
  { grpc: def(grpcProtocol, 'gRPC'), http: def(httpProtocol, 'HTTP') },
  { choices: [{ keys: ['grpc', 'http'], need: 'one' }] },
);
const failureMode: Shape = union(
  variants('allow', 'deny'),
  struct(
    'failureMode',
    {
      allow: def({ type: 'null' }, 'Let the request pass'),
      deny: def({ type: 'null' }, 'Refuse the request'),
      denyWithStatus: def(int(0, 65535), 'Status of the refusal'),
    },
    { choices: [{ keys: ['allow', 'deny', 'denyWithStatus'], need: 'one' }] },
  ),
);
const bodyOptions = struct(
  'includeRequestBody',
  {
    maxRequestBytes: def(u32, 'Most bytes of the body that are sent', { default: 0 }),
    allowPartialMessage: def(bool, 'Whether a longer body is cut rather than refused'),
    packAsBytes: def(bool, 'Whether the body is sent as bytes'),
  },
  { sequence: true },
);
const cache = struct('cache', {
  key: req(list(cel), 'expressions whose values make the key'),
  ttl: req(celDuration, 'how long an answer is kept, as a CEL expression'),
  maxEntries: def(count, 'Most answers', { default: 10000 }),
});

const extAuthzFields: Record<string, Field> = {
  ...targetFields,
  timeout: opt(duration, 'How long the check may take', {
    until: '1.0.0-alpha.3',
    instead: '"policies.http.requestTimeout"',
    example: '10s',
  }),
  policies: versionedPolicies(),
  protocol: def(protocol, 'How the service is spoken to', { default: { grpc: {} } }),
  failureMode: def(failureMode, 'What happens when the check fails', { default: 'deny' }),
  includeRequestHeaders: def(list(headerOrPseudo), 'Headers of the request that are sent'),
  includeRequestBody: opt(bodyOptions, 'How much of the body is sent'),
  cache: opt(cache, 'Cache of answers', v13),
};

function versionedPolicies(): Field {
  return def(lazyPolicies('simple'), 'Policies of the call: timeout, TLS, credentials', {
    since: '1.0.0-alpha.3',
    instead: '"timeout", or a top-level backend with policies.http.requestTimeout',
  });
}

/** External authorization: a service decides on every request. */
export const extAuthzPlain = struct('extAuthz', extAuthzFields, { choices: targetChoices });
export const extAuthz: Shape = conditional(extAuthzPlain);

const sendMode = variants('send', 'skip');
const bodyMode = variants('none', 'buffered', 'bufferedPartial', 'fullDuplexStreamed');
const processingOptions = struct(
  'processingOptions',
  {
    requestBodyMode: def(bodyMode, 'How the request body is sent'),
    responseBodyMode: def(bodyMode, 'How the response body is sent'),
    requestHeaderMode: def(sendMode, 'Whether request headers are sent'),
    responseHeaderMode: def(sendMode, 'Whether response headers are sent'),
    requestTrailerMode: def(sendMode, 'Whether request trailers are sent'),
    responseTrailerMode: def(sendMode, 'Whether response trailers are sent'),
    allowModeOverride: def(bool, 'Whether the service may change the modes'),
  },
  { sequence: true },
);
export const extProc: Shape = conditional(
  struct(
    'extProc',
    {
      ...targetFields,
      policies: def(lazyPolicies('simple'), 'Policies of the call', v10),
      failureMode: def(variants('failClosed', 'failOpen'), 'What happens when the service fails', { default: 'failClosed' }),
      metadataContext: opt(map(celMap), 'Metadata of the call'),
      requestAttributes: opt(celMap, 'Attributes of the request'),
      responseAttributes: opt(celMap, 'Attributes of the response'),
      processingOptions: def(processingOptions, 'What is sent', v13),
    },
    { choices: targetChoices },
  ),
);
