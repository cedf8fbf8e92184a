/** The traffic part of an AgentgatewayPolicy: how requests are processed. */
import { anyText, bool, type Field, get, isGiven, items, oneOf, opt, type Shape, string, struct, type TextCheck } from '@mcpgw/structure';
import {
  audiences,
  authorization,
  expressionMap,
  extAuthFields,
  extAuthRules,
  failureMode,
  identityProvider,
  jwtMode,
  remoteJwks,
  resourceMetadata,
} from './backend-policies.js';
import { transformation, transformationFields } from './connection.js';
import { source } from './credentials.js';
import {
  atKey,
  atLeastOne,
  type Constraint,
  chars,
  during,
  exactlyOne,
  int,
  lastWithout,
  listByKey,
  listOf,
  mapOf,
  must,
  notBoth,
  object,
  quoted,
  setOf,
  since,
  textOr,
  withSchema,
} from './object.js';
import { backendRef, secretKeyRef, secretRef } from './references.js';
import { corsFields, headerModifier } from './route-filters.js';
import { isSet, notBothGiven } from './schema-parts.js';
import { byteSize, duration, durationForm, durationOrExpression, expression, headerName, milliseconds } from './texts.js';

const short = chars(256);
const policyCondition = lastWithout('condition');

/** Conditional policies: either the list of policies, or the fields of a policy itself. */
function conditional(policy: Shape): Field {
  const entry = object('an entry', { condition: expression, policy: must(policy, 'what happens then') });
  return since('1.2.0', listOf(entry, { min: 1, max: 16 }, policyCondition));
}
const aloneWithConditions = (...keys: string[]): Constraint =>
  withSchema(
    ({ node }) => {
      const beside = keys.find(key => isGiven(node, key));
      return isGiven(node, 'conditional') && beside !== undefined
        ? [
            {
              ...atKey(
                node,
                beside,
                `"${beside}" stands inside the entries of "conditional", not beside them`,
                `move "${beside}" into the entries`,
              ),
              rule: 'conflicting-fields',
            },
          ]
        : [];
    },
    () => keys.map(key => notBothGiven('conditional', key)),
  );
const unlessConditional = (...constraints: Constraint[]): Constraint =>
  withSchema(
    self => (isGiven(self.node, 'conditional') ? [] : constraints.flatMap(constraint => constraint(self))),
    (version, fields) => {
      const parts = constraints.flatMap(constraint => constraint.jsonSchema?.(version, fields) ?? []);
      return parts.length === 0 ? [] : [{ anyOf: [isSet('conditional'), { allOf: parts }] }];
    },
  );

const matchLabels = object('a selector', { matchLabels: must(mapOf(anyText), 'the labels') });
const apiKeyAuthentication = object(
  'API key authentication',
  {
    configMapSelector: since('1.4.0', matchLabels),
    location: since('1.2.0', source),
    mode: jwtModeOf('Permissive'),
    secretRef,
    secretSelector: matchLabels,
  },
  exactlyOne('secretRef', 'secretSelector', 'configMapSelector'),
);
/** A mode; `Permissive` exists from v1.3.0. */
function jwtModeOf(late: string): Shape {
  return {
    type: 'versioned',
    cases: [{ until: '1.3.0', shape: oneOf('Optional', 'Strict') }, { shape: oneOf('Optional', late, 'Strict') }],
  };
}
const basicAuthentication = object(
  'basic authentication',
  {
    location: since('1.2.0', source),
    mode: oneOf('Optional', 'Strict'),
    realm: anyText,
    secretRef: secretKeyRef,
    users: listOf(anyText, { min: 1, max: 256 }),
  },
  exactlyOne('users', 'secretRef'),
);

const jwtProvider = object('a provider of tokens', {
  issuer: must(short, 'the issuer of the tokens'),
  audiences,
  jwks: must(
    object('a key set', { inline: chars(65536, 2), remote: remoteJwks }, exactlyOne('remote', 'inline')),
    'the keys of the issuer',
  ),
});
const mcpNeeds: Constraint = ({ node }) => {
  if (!isGiven(node, 'mcp')) return [];
  if (items(get(node, 'providers')).length !== 1)
    return [atKey(node, 'mcp', '"mcp" works with exactly one provider', 'keep one entry in "providers"')];
  const mode = textOr(node, 'mode', 'Strict');
  return mode === 'Strict' ? [] : [atKey(node, 'mcp', `"mcp" works with mode "Strict" only, not "${mode}"`, 'set "mode" to "Strict"')];
};
const jwtAuthentication = object(
  'JWT authentication',
  {
    location: since('1.2.0', source),
    mcp: since('1.1.0', object('MCP authentication', { clientId: since('1.3.0', anyText), provider: identityProvider, resourceMetadata })),
    mode: jwtMode,
    providers: must(listOf(jwtProvider, { min: 1, max: 64 }), 'at least one issuer'),
  },
  mcpNeeds,
);

const bufferSide = object('a buffer', { failureMode: since('1.4.0', failureMode), maxBytes: byteSize() });
const buffer = object('buffering', { request: bufferSide, response: bufferSide }, atLeastOne('request', 'response'));

const corsTable: Record<string, Field> = Object.fromEntries(Object.entries(corsFields).map(([name, shape]) => [name, opt(shape, '')]));
/** The API server keeps unknown keys here. */
const cors = struct('a CORS policy', corsTable, { open: true });

const responseHeader = object('a header', { name: must(headerName, 'the name of the header'), value: must(expression, 'its value') });
const responseFields = {
  status: int(200, 599),
  body: chars(4096),
  bodyExpression: since('1.3.0', expression),
  headers: since('1.3.0', listByKey(responseHeader, 'name', { min: 1, max: 16 })),
};
const responseRules = [exactlyOne('status'), notBoth('body', 'bodyExpression')];
const directResponse = object(
  'a direct response',
  { ...responseFields, conditional: conditional(object('a direct response', responseFields, ...responseRules)) },
  unlessConditional(...responseRules),
  aloneWithConditions('body', 'bodyExpression', 'headers', 'status'),
);

const checkRules = [exactlyOne('backendRef'), exactlyOne('grpc', 'http'), ...extAuthRules];
const extAuth = object(
  'an external authorization check',
  { ...extAuthFields, conditional: conditional(object('an external authorization check', extAuthFields, ...checkRules)) },
  unlessConditional(...checkRules),
  aloneWithConditions('backendRef', 'cache', 'failureMode', 'forwardBody', 'grpc', 'http'),
);

const bodyMode = oneOf('Buffered', 'BufferedPartial', 'FullDuplexStreamed', 'None');
const sendOrSkip = oneOf('Send', 'Skip');
const extProcFields = {
  backendRef,
  failureMode: since('1.4.0', failureMode),
  metadataContext: since('1.4.0', mapOf(mapOf(expression), { max: 64 })),
  processingOptions: since(
    '1.3.0',
    object('processing options', {
      allowModeOverride: bool,
      requestBodyMode: bodyMode,
      requestHeaderMode: sendOrSkip,
      requestTrailerMode: sendOrSkip,
      responseBodyMode: bodyMode,
      responseHeaderMode: sendOrSkip,
      responseTrailerMode: sendOrSkip,
    }),
  ),
  requestAttributes: since('1.4.0', expressionMap),
  responseAttributes: since('1.4.0', expressionMap),
};
const extProc = object(
  'external processing',
  { ...extProcFields, conditional: conditional(object('external processing', extProcFields, exactlyOne('backendRef'))) },
  unlessConditional(exactlyOne('backendRef')),
  aloneWithConditions('backendRef', 'failureMode', 'metadataContext', 'processingOptions', 'requestAttributes', 'responseAttributes'),
);

const anyInteger = int(Number.MIN_SAFE_INTEGER);
const positive = int(1);
const descriptor = object('a descriptor', {
  cost: since('1.2.0', expression),
  entries: must(
    listOf(object('an entry', { name: must(chars(64), 'the name'), expression: must(expression, 'the value, as a CEL expression') }), {
      min: 1,
      max: 16,
    }),
    'what tells requests apart',
  ),
  unit: oneOf('Requests', 'Tokens'),
});
const rateLimitFields = {
  global: object('a global rate limit', {
    backendRef: must(backendRef, 'the rate limit service'),
    descriptors: must(listOf(descriptor, { min: 1, max: 16 }), 'what is counted'),
    domain: must(short, 'the domain'),
    failureMode: since('1.1.0', failureMode),
  }),
  local: listOf(
    object(
      'a local rate limit',
      {
        burst: anyInteger,
        requests: positive,
        tokens: positive,
        unit: must(oneOf('Hours', 'Minutes', 'Seconds'), 'the time that is counted over'),
      },
      exactlyOne('requests', 'tokens'),
    ),
    { min: 1, max: 16 },
  ),
};
const rateLimit = object(
  'a rate limit',
  { ...rateLimitFields, conditional: conditional(object('a rate limit', rateLimitFields, atLeastOne('global', 'local'))) },
  atLeastOne('conditional', 'global', 'local'),
  aloneWithConditions('global', 'local'),
);

const backoffCheck: TextCheck = value =>
  milliseconds(value) === undefined
    ? { message: `${quoted(value)} is not a duration here`, suggestion: 'write whole numbers with h, m, s or ms, such as "100ms"' }
    : undefined;
const backoff = string('a duration', backoffCheck, { pattern: durationForm.source });
const codes = int(400, 599);
const retry = object('retries', {
  attempts: { type: 'versioned', cases: [{ until: '1.3.0', shape: int(Number.MIN_SAFE_INTEGER) }, { shape: int(1) }] },
  backoff,
  codes: { type: 'versioned', cases: [{ until: '1.3.0', shape: listOf(codes) }, { shape: setOf(codes) }] },
  condition: since('1.3.0', expression),
  precondition: since('1.3.0', expression),
});

const transformations = object(
  'transformations',
  { ...transformationFields, conditional: conditional(transformation) },
  atLeastOne('conditional', 'request', 'response'),
  aloneWithConditions('request', 'response'),
);

const afterRouting = ['csrf', 'directResponse', 'headerModifiers', 'hostRewrite', 'rateLimit', 'retry', 'timeouts'];
const onlyAfterRouting =
  (...keys: string[]): Constraint =>
  ({ node }) => {
    if (textOr(node, 'phase', '') !== 'PreRouting') return [];
    return [...afterRouting, ...keys]
      .filter(key => isGiven(node, key))
      .map(key => atKey(node, key, `"${key}" cannot act before a route is chosen`, `remove "${key}", or leave "phase" out`));
  };

export const traffic: Shape = object(
  'traffic policies',
  {
    apiKeyAuthentication,
    authorization,
    basicAuthentication,
    buffer: since('1.3.0', buffer),
    cors,
    csrf: object('a CSRF policy', { additionalOrigins: listOf(short, { min: 1, max: 16 }) }),
    delay: since('1.4.0', object('a delay', { duration: must(durationOrExpression, 'how long, as a duration or CEL expression') })),
    directResponse,
    extAuth,
    extProc,
    headerModifiers: object('header modifiers', { request: headerModifier, response: headerModifier }, atLeastOne('request', 'response')),
    hostRewrite: object('a host rewrite', { mode: must(oneOf('Auto', 'None'), 'Auto or None') }),
    jwtAuthentication,
    phase: oneOf('PostRouting', 'PreRouting'),
    rateLimit,
    retry,
    timeouts: object('timeouts', { request: duration(100) }),
    transformation: transformations,
  },
  during({ until: '1.3.0' }, onlyAfterRouting('authorization', 'cors')),
  during({ since: '1.3.0' }, onlyAfterRouting('buffer', 'delay')),
);
