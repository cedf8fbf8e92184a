/** Policies of a backend, in AgentgatewayBackend and in AgentgatewayPolicy. */
import { any, anyText, get, isGiven, oneOf, type Shape, type TextCheck, versioned } from '@mcpgw/structure';
import { health, http, tcp, tls, transformation, tunnel } from './connection.js';
import { backendAuth } from './credentials.js';
import {
  atKey,
  atLeastOne,
  type Constraint,
  chars,
  during,
  exactlyOne,
  int,
  listOf,
  mapOf,
  must,
  needs,
  object,
  quoted,
  setOf,
  since,
  until,
} from './object.js';
import { ai } from './prompt-guard.js';
import { backendRef, secretKeyRef } from './references.js';
import { byteSize, duration, durationOrExpression, expression, expressions, headerOrPseudo, isSimpleWildcard } from './texts.js';

const short = chars(256);
export const failureMode: Shape = oneOf('FailClosed', 'FailOpen');
export const expressionMap: Shape = mapOf(expression, { max: 64 });

/** The fields that all forms of an external authorization check share. */
export const extAuthFields = {
  backendRef,
  cache: since(
    '1.3.0',
    object('a cache of answers', {
      key: must(expressions(16), 'what tells requests apart'),
      ttl: must(durationOrExpression, 'how long an answer holds'),
      maxEntries: int(1),
    }),
  ),
  failureMode: since('1.1.0', failureMode),
  forwardBody: object('body forwarding', { maxSize: must(byteSize(), 'how many bytes at most') }),
  grpc: object('the gRPC form of the check', { contextExtensions: mapOf(anyText, { max: 64 }), requestMetadata: expressionMap }),
  http: object('the HTTP form of the check', {
    addRequestHeaders: expressionMap,
    allowedRequestHeaders: listOf(short, { max: 64 }),
    allowedResponseHeaders: listOf(short, { max: 64 }),
    body: since('1.4.0', expression),
    path: expression,
    redirect: expression,
    responseMetadata: expressionMap,
  }),
};
const oneBody: Constraint = ({ node }) =>
  isGiven(node, 'forwardBody') && isGiven(get(node, 'http'), 'body')
    ? [
        {
          ...atKey(node, 'forwardBody', '"forwardBody" and "http.body" exclude each other', 'remove one of them'),
          rule: 'conflicting-fields',
        },
      ]
    : [];
/** The constraints that all forms of the check share. */
export const extAuthRules: readonly Constraint[] = [
  during({ until: '1.4.0' }, needs('cache', 'grpc', 'a cache of answers works with gRPC only in this version')),
  oneBody,
];
const backendExtAuth = object('an external authorization check', extAuthFields, ...extAuthRules);

/** The keys of an identity provider, fetched through a Service. */
export const remoteJwks: Shape = object('a remote key set', {
  backendRef: must(backendRef, 'the Service that has the keys'),
  cacheDuration: duration(300_000),
  jwksPath: must(chars(2000), 'the path of the keys'),
});
export const identityProvider: Shape = versioned(
  { until: '1.3.0', shape: oneOf('Auth0', 'Keycloak') },
  { until: '1.4.0', shape: oneOf('Auth0', 'Keycloak', 'Okta') },
  { shape: oneOf('Auth0', 'Authentik', 'Descope', 'Entra', 'Keycloak', 'Okta') },
);
export const jwtMode: Shape = oneOf('Optional', 'Permissive', 'Strict');
export const audiences: Shape = listOf(anyText, { min: 1, max: 64 });
export const resourceMetadata: Shape = mapOf(any);

export const authorization: Shape = object('an authorization policy', {
  action: versioned({ until: '1.1.0', shape: oneOf('Allow', 'Deny') }, { shape: oneOf('Allow', 'Deny', 'Require') }),
  policy: must(object('authorization rules', { matchExpressions: must(expressions(256), 'CEL expressions') }), 'the rules'),
});

const mcpAuthentication = object('MCP authentication', {
  audiences,
  clientId: since('1.3.0', anyText),
  clientSecretRef: since('1.4.0', secretKeyRef),
  issuer: short,
  jwks: must(remoteJwks, 'where the keys are'),
  mode: jwtMode,
  provider: identityProvider,
  resourceMetadata,
});
const methodKey: TextCheck = key =>
  isSimpleWildcard(key)
    ? undefined
    : { message: `${quoted(key)} is not a pattern of a method`, suggestion: 'one "*" may stand at the start or at the end' };
const guardHeaders = setOf(headerOrPseudo, { max: 64 });
const guardrail = object(
  'a guardrail',
  {
    methods: must(mapOf(oneOf('Full', 'Off', 'Request', 'Response'), { min: 1, max: 64, key: methodKey }), 'which methods it looks at'),
    remote: object('a remote guardrail', {
      backendRef: must(backendRef, 'the Service that judges'),
      allowedRequestHeaders: guardHeaders,
      disallowedRequestHeaders: guardHeaders,
      failureMode,
      metadata: expressionMap,
    }),
  },
  exactlyOne('remote'),
);
const mcp = object(
  'MCP policies',
  {
    authentication: mcpAuthentication,
    authorization,
    guardrails: since(
      '1.3.0',
      object('guardrails', { processors: must(listOf(guardrail, { min: 1, max: 16 }), 'at least one guardrail') }),
    ),
  },
  atLeastOne('authentication', 'authorization', 'guardrails'),
);

/** Policies of a whole backend. */
export const backendPolicies: Shape = object(
  'policies of a backend',
  { ai, auth: backendAuth, extAuth: since('1.2.0', backendExtAuth), health, http, mcp, tcp, tls, transformation, tunnel },
  atLeastOne('ai', 'auth', 'extAuth', 'health', 'http', 'mcp', 'tcp', 'tls', 'transformation', 'tunnel'),
);
/** Policies of one provider of an AI backend. */
export const providerPolicies: Shape = object(
  'policies of a provider',
  { ai, auth: backendAuth, health, http, tcp, tls, transformation, tunnel },
  atLeastOne('ai', 'auth', 'health', 'http', 'tcp', 'tls', 'transformation', 'tunnel'),
);

const oldMcp = object('MCP policies', { authentication: mcpAuthentication, authorization }, atLeastOne('authentication', 'authorization'));
/** Policies of one target of an MCP backend. */
export const targetPolicies: Shape = object(
  'policies of a target',
  {
    auth: backendAuth,
    http,
    tcp,
    tls,
    tunnel,
    health: until('1.2.0', health, 'the policies of the backend'),
    transformation: until('1.2.0', transformation, 'the policies of the backend'),
    mcp: until('1.1.0', oldMcp, 'the policies of the backend'),
  },
  during({ until: '1.1.0' }, atLeastOne('auth', 'health', 'http', 'mcp', 'tcp', 'tls', 'transformation', 'tunnel')),
);
