import type { Census } from '@mcpgw/structure';
import {
  accessRule,
  alone,
  called,
  choice,
  condition,
  failureMode,
  inside,
  label,
  noAccess,
  one,
  outside,
  part,
  parts,
  refused,
  row,
  secret,
  size,
  text,
  textValue,
  value,
  works,
} from './policy-answers.js';

const mode = row(works, ['policy-authentication-optional', 'jwt-optional-with-claims'], works, ['auth-location-clash']);
const authentication = row(parts, parts, parts, ['policy-same-target', 'auth-location-clash']);
/** Authentication by credentials that are the same in each request. */
const inEveryRequest = { ...authentication, opens: ['policy-plain-credentials'] as const };
const location = row(works, ['credential-prefix'], ['credential-prefix'], ['auth-location-clash', 'credential-stripped']);
const selector = row(['policy-keys'], ['policy-selects-all'], ['policy-keys'], one);
const conditional = row(['conditional-shadowed'], ['conditional-shadowed'], parts, ['conditional-shadowed']);
const cors = (inert: readonly ['cors-preflight'] | string) => row(inert, noAccess, ['cors-preflight'], ['cors-preflight']);
const sent = row(['processor-inert'], noAccess, works, ['processor-inert']);
const limit = row(['policy-limits'], ['ratelimit-zero'], refused, one);
const side = row(['pseudo-header-side'], noAccess, parts, parts);
const keySet = row(
  ['policy-token-provider', 'jwks-key-unusable'],
  ['policy-token-provider'],
  ['jwks-key-unusable'],
  ['jwt-provider-shadowed'],
);

/** `kinds/traffic.ts`: how requests are processed. */
export const trafficCensus: Census = {
  'traffic policies': {
    apiKeyAuthentication: inEveryRequest,
    authorization: inside,
    basicAuthentication: inEveryRequest,
    buffer: { ...part, breaks: ['policy-mcp-route'] as const },
    cors: { ...part, breaks: ['policy-mcp-route'] as const },
    csrf: part,
    delay: part,
    directResponse: row(['policy-without-effect'], parts, parts, ['policy-same-target', 'policy-without-effect']),
    extAuth: part,
    extProc: part,
    headerModifiers: inside,
    hostRewrite: part,
    jwtAuthentication: authentication,
    phase: row('Both phases act.', 'A policy before routing holds for every route of the listener, as it says.', refused, refused),
    rateLimit: part,
    retry: part,
    timeouts: row(works, noAccess, ['policy-crashes-controller'], ['policy-same-target']),
    transformation: { ...part, breaks: ['policy-mcp-route'] as const },
  },
  'API key authentication': {
    configMapSelector: selector,
    location,
    mode,
    secretRef: row(['policy-keys'], ['policy-keys'], ['reference-not-found', 'policy-keys'], one),
    secretSelector: selector,
  },
  'a selector': { matchLabels: row(['policy-keys'], ['policy-selects-all'], ['policy-keys'], alone) },
  'basic authentication': {
    location,
    mode,
    realm: label,
    secretRef: secret,
    users: row(['htpasswd-hash'], ['htpasswd-hash'], ['htpasswd-hash'], ['htpasswd-hash']),
  },
  'a provider of tokens': {
    audiences: row(['jwt-value-never-matches', 'policy-token-provider'], ['policy-token-provider'], ['jwt-value-never-matches'], alone),
    issuer: row(['jwt-value-never-matches', 'jwt-issuer-slash'], works, ['jwt-value-never-matches'], ['jwt-provider-shadowed']),
    jwks: inside,
  },
  'a key set': { inline: keySet, remote: inside },
  'JWT authentication': {
    location,
    mcp: row(works, noAccess, ['policy-mcp-metadata'], 'The API server refuses it beside several providers and other modes than Strict.'),
    mode,
    providers: row(['jwt-provider-shadowed'], parts, parts, ['jwt-provider-shadowed']),
  },
  'a buffer': { failureMode, maxBytes: size },
  buffering: { request: inside, response: inside },
  'a CORS policy': {
    allowCredentials: row(works, ['cors-star-credentials'], ['cors-star-credentials'], ['cors-star-credentials', 'cors-preflight']),
    allowHeaders: cors('A name that browsers do not send permits nothing, as it says.'),
    allowMethods: cors(['cors-preflight']),
    allowOrigins: row(['cors-origin'], ['cors-star-credentials', 'cors-origin'], ['cors-origin'], ['csrf-origin']),
    exposeHeaders: cors('A header that answers lack is not exposed, as it says.'),
    maxAge: row(['timeout-huge'], noAccess, ['cors-preflight'], ['cors-preflight']),
  },
  'a CSRF policy': { additionalOrigins: row(['csrf-origin'], 'Each origin is named by the author.', ['csrf-origin'], ['csrf-origin']) },
  'a delay': { duration: row(['cel-unknown-variable', 'cel-unknown-function'], noAccess, ['cel-unreadable'], ['policy-time-limits']) },
  'a direct response': {
    body: row(['direct-response-body'], noAccess, ['direct-response-body'], one),
    bodyExpression: value,
    conditional,
    headers: textValue,
    status: row(['direct-response-body'], noAccess, refused, ['direct-response-body']),
  },
  'external processing': {
    backendRef: called,
    conditional,
    failureMode,
    metadataContext: value,
    processingOptions: row(['processor-inert'], ['processor-inert'], parts, ['processor-inert']),
    requestAttributes: value,
    responseAttributes: value,
  },
  'processing options': {
    allowModeOverride: choice,
    requestBodyMode: sent,
    requestHeaderMode: sent,
    requestTrailerMode: choice,
    responseBodyMode: sent,
    responseHeaderMode: sent,
    responseTrailerMode: choice,
  },
  'a host rewrite': { mode: row(works, noAccess, ['policy-host-kept'], alone) },
  'a rate limit': {
    conditional,
    global: inside,
    local: row(['policy-limits'], ['policy-limits'], parts, ['policy-limits', 'policy-route-replaces']),
  },
  'a local rate limit': {
    burst: row(works, ['policy-limits', 'ratelimit-counts-requests'], ['policy-limits'], ['policy-limits']),
    requests: { ...limit, opens: ['ratelimit-zero', 'ratelimit-counts-requests'] },
    tokens: limit,
    unit: choice,
  },
  'a global rate limit': {
    backendRef: called,
    descriptors: inside,
    domain: text,
    failureMode,
  },
  'a descriptor': {
    cost: value,
    entries: row(['policy-field-repeated'], ['policy-limits'], ['policy-authorization'], ['policy-field-repeated']),
    unit: row('Tokens are counted for models only, and which backends a request reaches is known at runtime.', noAccess, works, alone),
  },
  'an entry': {
    name: row(['policy-field-repeated'], noAccess, outside, ['policy-field-repeated']),
    expression: row(
      ['cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function'],
      ['policy-authorization'],
      ['cel-unreadable', 'policy-authorization'],
      ['policy-authorization', 'credential-stripped'],
    ),
    condition,
  },
  retries: {
    attempts: row(['retry-200'], noAccess, ['limit-out-of-range', 'retry-200'], ['retry-without-effect']),
    backoff: row(works, noAccess, ['timeout-huge'], ['retry-without-effect']),
    codes: row(['retry-without-effect'], noAccess, ['retry-200'], ['retry-without-effect']),
    condition,
    precondition: condition,
  },
  timeouts: {
    request: row(works, noAccess, ['timeout-huge', 'policy-time-limits'], ['retry-without-effect', 'policy-timeout-not-for-check']),
  },
  transformations: { conditional, request: side, response: side },
  'authorization rules': { matchExpressions: accessRule },
};
