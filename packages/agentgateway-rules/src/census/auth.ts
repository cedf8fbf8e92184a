import type { Census } from '@mcpgw/structure';
import { alone, checked, choice, inside, noAccess, parts, row, works } from './answers.js';
import { condition, outsideService, policy, shown, target, text, textValue, value } from './words.js';

const issuer = row(
  ['jwt-value-never-matches', 'jwt-issuer-slash'],
  'An issuer that is trusted is one that the author names.',
  ['jwt-value-never-matches'],
  ['jwt-provider-shadowed'],
);
const audiences = row(
  ['jwt-value-never-matches', 'jwt-empty-audience'],
  ['jwt-no-audience', 'jwt-required-claims'],
  ['jwt-value-never-matches'],
  ['jwt-required-claims'],
);
const jwks = row(
  ['jwks-key-unusable', 'jwt-empty-jwks'],
  ['jwks-plain-http', 'jwks-key-unusable'],
  ['jwks-other-issuer', 'jwt-empty-jwks', 'jwks-key-unusable', 'jwt-value-never-matches'],
  ['jwt-provider-shadowed'],
);
const mode = row(
  works,
  ['auth-mode-optional', 'jwt-permissive'],
  ['auth-no-credentials'],
  ['jwt-optional-with-claims', 'auth-mode-optional', 'auth-twice'],
);
const location = row(['credential-prefix'], noAccess, ['credential-prefix'], ['auth-location-clash', 'credential-stripped', 'auth-twice']);
const options = inside;
const rules = row(
  ['authz-never-match', 'authz-not-bool', 'cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function'],
  [
    'authz-no-rules',
    'authz-allow-all',
    'authz-deny-all',
    'authz-deny-only',
    'authz-deny-absent',
    'authz-deny-error',
    'authz-deny-permitted',
    'authz-network-or-identity',
    'cel-unanchored',
    'header-believed',
  ],
  ['cel-bad-regex', 'authz-needs-jwt', 'mcp-rule-names', 'identity-value-unknown'],
  ['authz-deny-all', 'authz-require-conflict', 'authz-outside-route', 'header-set-later', 'identity-missing', 'credential-stripped'],
);

/** `config/auth.ts`: who sends a request, and what he may do. */
export const authCensus: Census = {
  authorization: { rules },
  'a rule': {
    allow: rules,
    deny: rules,
    require: rules,
    builtin: choice,
    pattern: row(['prompt-guard-inert'], ['prompt-guard-inert'], checked, alone),
  },
  jwtAuth: {
    mode,
    location,
    providers: row(['auth-no-credentials'], ['auth-no-credentials'], ['auth-no-credentials'], ['jwt-provider-shadowed']),
    issuer,
    audiences,
    jwks,
    jwtValidationOptions: options,
  },
  jwtValidationOptions: {
    requiredClaims: row(['jwt-required-claims'], ['jwt-required-claims'], 'A token without a required claim is refused, as it says.', [
      'jwt-required-claims',
    ]),
  },
  mcpAuthentication: {
    issuer,
    audiences,
    provider: inside,
    resourceMetadata: row('Clients read its fields, and names are free.', noAccess, ['mcp-authn-metadata'], alone),
    jwks,
    mode: row(works, ['mcp-authn-optional'], works, ['mcp-authn-optional']),
    authorizationLocation: location,
    jwtValidationOptions: options,
    clientId: text,
    clientSecret: row(['mcp-authn-metadata'], ['secret-in-clear-text'], outsideService, ['mcp-authn-metadata']),
  },
  basicAuth: {
    htpasswd: row(['htpasswd-hash', 'auth-no-credentials'], ['auth-no-credentials'], ['htpasswd-hash'], ['htpasswd-hash']),
    realm: shown,
    mode,
    authorizationLocation: location,
  },
  apiKey: {
    keys: row(['auth-no-credentials'], ['auth-no-credentials'], ['auth-no-credentials'], ['weak-secret']),
    mode,
    location,
  },
  'an API key': {
    key: row(['weak-secret'], ['apikey-empty-key', 'weak-secret', 'secret-in-clear-text'], ['weak-secret'], ['weak-secret']),
    keyHash: row(works, 'A hash tells nobody the key.', checked, ['weak-secret']),
    metadata: row('Names are free, and rules read them by these names.', noAccess, 'Any data can be read.', alone),
  },
  extAuthz: {
    ...target,
    timeout: row(
      works,
      ['extauthz-timeout-huge'],
      ['extauthz-timeout-zero', 'extauthz-timeout-tiny', 'extauthz-default-timeout'],
      ['extauthz-timeout-gt-route'],
    ),
    policies: row(
      ['extauthz-http-policies-ignored'],
      noAccess,
      ['extauthz-grpc-unbounded', 'extauthz-default-timeout', 'extauthz-timeout-tiny'],
      ['extauthz-timeout-gt-route'],
    ),
    protocol: inside,
    failureMode: inside,
    includeRequestHeaders: row(['extauthz-http-request'], noAccess, ['extauthz-http-request'], ['extauthz-http-request']),
    includeRequestBody: inside,
    cache: inside,
    condition,
  },
  protocol: { grpc: row(['list-for-struct'], noAccess, ['extauthz-grpc-unbounded'], alone), http: inside },
  grpc: { context: text, metadata: value },
  http: {
    path: row(['cel-not-text', 'cel-unknown-variable'], noAccess, ['extauthz-http-request', 'cel-not-text'], alone),
    redirect: textValue,
    body: row(['cel-unknown-variable', 'cel-variable-not-here'], noAccess, ['cel-bad-regex'], ['extauthz-http-request']),
    includeResponseHeaders: row('A header that the service does not send is left out, as it says.', noAccess, works, alone),
    addRequestHeaders: { ...textValue, breaks: ['header-modifier-fails', 'cel-bad-regex', 'cel-not-text'] },
    metadata: value,
  },
  failureMode: {
    allow: row(works, ['extauthz-fail-open'], works, alone),
    deny: row(works, 'It closes what it should.', works, alone),
    denyWithStatus: row(works, 'It closes what it should.', ['extauthz-deny-status'], alone),
  },
  includeRequestBody: {
    maxRequestBytes: row(['extauthz-body-zero'], noAccess, ['extauthz-body-small', 'extauthz-body-huge'], ['extauthz-body-partial']),
    allowPartialMessage: row(['extauthz-body-partial'], ['extauthz-body-partial'], ['extauthz-body-partial'], ['extauthz-body-partial']),
    packAsBytes: row('Over HTTP the body is sent as bytes in any case.', noAccess, outsideService, alone),
  },
  cache: {
    key: row(
      ['extauthz-cache-no-key', 'extauthz-cache-unique', 'cel-unknown-variable'],
      ['extauthz-cache-shared', 'extauthz-cache-no-key'],
      ['identity-missing'],
      ['extauthz-cache-shared', 'credential-stripped'],
    ),
    ttl: row(['extauthz-cache-shared', 'cel-wrong-type'], ['timeout-huge'], ['cel-unknown-function'], alone),
    maxEntries: row(['extauthz-cache-shared'], noAccess, works, alone),
  },
  extProc: {
    ...target,
    failureMode: row(works, ['fail-open'], works, alone),
    metadataContext: value,
    requestAttributes: value,
    responseAttributes: value,
    processingOptions: inside,
    condition,
  },
  processingOptions: {
    requestBodyMode: row(['processor-inert'], noAccess, outsideService, ['processor-inert']),
    responseBodyMode: row(['processor-inert'], noAccess, ['mcp-route-narrow'], ['processor-inert']),
    requestHeaderMode: row(['processor-inert'], noAccess, outsideService, ['processor-inert']),
    responseHeaderMode: row(['processor-inert'], noAccess, outsideService, ['processor-inert']),
    requestTrailerMode: choice,
    responseTrailerMode: choice,
    allowModeOverride: row('A service that never changes modes ignores it.', noAccess, works, alone),
  },
  'conditional extAuthz': { conditional: row(parts, parts, parts, ['conditional-shadowed']) },
  'conditional extProc': { conditional: row(parts, parts, parts, ['conditional-shadowed']) },
  'conditional remoteRateLimit': { conditional: row(parts, parts, parts, ['conditional-shadowed']) },
  'conditional transformations': { conditional: row(parts, parts, parts, ['conditional-shadowed']) },
  'a conditional rate limit': { conditional: row(parts, parts, parts, ['conditional-shadowed']) },
  policies: {
    jwtAuth: policy,
    oidc: policy,
    basicAuth: policy,
    apiKey: policy,
    authorization: policy,
    extAuthz: row(['null-policy'], ['null-policy'], parts, ['extauthz-listener-and-route']),
    extProc: policy,
    mcpAuthorization: row(['mcp-policy-without-mcp', 'null-policy'], ['mcp-policy-without-mcp', 'null-policy'], parts, parts),
    mcpAuthentication: row(['mcp-policy-without-mcp', 'null-policy'], ['mcp-policy-without-mcp', 'null-policy'], parts, [
      'auth-location-clash',
    ]),
    mcpGuardrails: row(['mcp-policy-without-mcp', 'null-policy', 'policy-replaced'], ['mcp-policy-without-mcp', 'null-policy'], parts, [
      'policy-replaced',
    ]),
    backendAuth: row(['null-policy', 'list-for-struct', 'policy-replaced'], ['null-policy'], parts, ['policy-replaced']),
    cors: policy,
    csrf: policy,
    localRateLimit: policy,
    remoteRateLimit: policy,
    transformations: policy,
    ai: row(['ai-policy-without-ai', 'null-policy', 'policy-replaced'], ['ai-policy-without-ai', 'null-policy', 'policy-replaced'], parts, [
      'policy-replaced',
    ]),
    guardrails: inside,
  },
  ...Object.fromEntries(
    ['a gateway', 'a gateway listener'].map(name => [
      name,
      {
        jwtAuth: policy,
        oidc: policy,
        basicAuth: policy,
        apiKey: policy,
        authorization: policy,
        extAuthz: policy,
        extProc: policy,
        cors: policy,
        transformations: policy,
      },
    ]),
  ),
  'a provider': {
    issuer,
    audiences,
    jwks,
    jwtValidationOptions: options,
    auth0: choice,
    keycloak: choice,
    okta: choice,
    descope: choice,
    authentik: choice,
    entra: choice,
  },
  'a model': { auth: policy, authorization: policy, guardrails: inside },
  defaults: { auth: policy },
};
