import type { Census } from '@mcpgw/structure';
import {
  alone,
  called,
  choice,
  failureMode,
  inside,
  noAccess,
  one,
  outside,
  part,
  parts,
  refused,
  row,
  secret,
  text,
  textValue,
  value,
  works,
} from './policy-answers.js';

const auth = row(['backend-auth-conflict'], ['policy-credential-everywhere'], parts, ['policy-same-target', 'backend-auth-conflict']);
const policies = {
  ai: inside,
  auth,
  extAuth: inside,
  health: part,
  http: part,
  mcp: inside,
  tcp: row(['policy-connect-timeout-ignored'], noAccess, ['policy-connect-timeout-ignored'], alone),
  tls: part,
  transformation: part,
  tunnel: part,
};
const allowed = row('A header that requests lack is not sent, as it says.', noAccess, ['policy-header-name'], ['extauthz-http-request']);

/** `kinds/backend-policies.ts`: policies for calls to a backend, and checks that traffic policies share with them. */
export const backendPoliciesCensus: Census = {
  'policies of a backend': policies,
  'policies of a provider': {
    ai: inside,
    auth,
    health: part,
    http: part,
    tcp: policies.tcp,
    tls: part,
    transformation: part,
    tunnel: part,
  },
  'policies of a target': { auth, health: part, http: part, mcp: inside, tcp: policies.tcp, tls: part, transformation: part, tunnel: part },
  'an external authorization check': {
    backendRef: row(
      ['reference-not-found', 'reference-misspelled'],
      ['policy-extauth-fail-open'],
      ['backend-ref-wrong-port', 'policy-call-without-tls', 'policy-extauth-default-timeout', 'policy-extauth-grpc-unbounded'],
      ['reference-not-granted', 'policy-timeout-not-for-check'],
    ),
    cache: inside,
    conditional: row(['conditional-shadowed'], ['conditional-shadowed'], parts, ['conditional-shadowed']),
    failureMode: row(works, ['policy-extauth-fail-open'], works, alone),
    forwardBody: row(['extauthz-http-request'], ['extauthz-body-partial'], parts, ['extauthz-http-request']),
    grpc: row(parts, noAccess, ['policy-extauth-grpc-unbounded'], ['policy-timeout-not-for-check']),
    http: row(parts, parts, ['policy-extauth-default-timeout', 'extauthz-http-request'], ['extauthz-http-request']),
  },
  'a cache of answers': {
    key: row(
      ['cel-unknown-variable', 'cel-unknown-field', 'extauthz-cache-unique'],
      ['extauthz-cache-shared'],
      ['cel-unreadable'],
      ['policy-authorization'],
    ),
    maxEntries: choice,
    ttl: row(['extauthz-cache-shared', 'cel-wrong-type'], ['duration-unusual'], ['cel-unreadable'], alone),
  },
  'body forwarding': {
    maxSize: row(works, ['extauthz-body-partial'], ['extauthz-body-huge', 'extauthz-body-small'], ['extauthz-http-request']),
  },
  'the gRPC form of the check': { contextExtensions: text, requestMetadata: value },
  'the HTTP form of the check': {
    addRequestHeaders: row(
      ['cel-not-text', 'cel-unknown-variable', 'cel-unknown-field'],
      noAccess,
      ['policy-header-name'],
      ['credential-stripped', 'policy-authorization'],
    ),
    allowedRequestHeaders: allowed,
    allowedResponseHeaders: row(['extauthz-http-request'], noAccess, ['policy-header-name'], alone),
    body: row(['cel-unknown-variable', 'cel-unknown-field'], noAccess, ['cel-unreadable'], ['extauthz-http-request']),
    path: row(['cel-not-text'], noAccess, ['extauthz-http-request', 'cel-unreadable'], alone),
    redirect: textValue,
    responseMetadata: value,
  },
  'a remote key set': {
    backendRef: called,
    cacheDuration: row(works, ['duration-unusual'], refused, alone),
    jwksPath: row(['jwt-value-never-matches'], noAccess, ['jwt-value-never-matches'], ['jwt-provider-shadowed']),
  },
  'an authorization policy': {
    action: row(works, ['authz-deny-all', 'authz-deny-absent', 'jwt-optional-with-claims'], works, ['authz-deny-all']),
    policy: inside,
  },
  'MCP authentication': {
    audiences: row(['jwt-value-never-matches', 'policy-token-provider'], ['policy-token-provider'], ['jwt-value-never-matches'], alone),
    clientId: text,
    clientSecretRef: secret,
    issuer: row(['jwt-value-never-matches', 'jwt-issuer-slash'], works, ['policy-mcp-issuer', 'jwt-value-never-matches'], alone),
    jwks: inside,
    mode: row(works, ['policy-authentication-optional'], works, refused),
    provider: row(works, noAccess, outside, alone),
    resourceMetadata: row(works, noAccess, ['policy-mcp-metadata'], ['policy-mcp-metadata']),
  },
  'a guardrail': {
    methods: row(['processor-inert'], ['processor-inert'], works, ['processor-inert']),
    remote: inside,
  },
  'a remote guardrail': {
    allowedRequestHeaders: row('A header that requests lack is not sent, as it says.', noAccess, refused, works),
    backendRef: called,
    disallowedRequestHeaders: row('A header that requests lack is not sent, as it says.', noAccess, refused, works),
    failureMode,
    metadata: value,
  },
  guardrails: { processors: row(['processor-inert'], ['processor-inert'], parts, one) },
  'MCP policies': {
    authentication: inside,
    authorization: inside,
    guardrails: inside,
  },
};
