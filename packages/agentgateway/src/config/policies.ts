import {
  anyText,
  bool,
  def,
  type Field,
  get,
  int,
  items,
  list,
  map,
  type Node,
  number,
  opt,
  refined,
  req,
  type Shape,
  select,
  struct,
  text as textOf,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import { aiPolicy, health } from './ai.js';
import { apiKey, basicAuth, extAuthz, extAuthzPlain, extProc, jwtAuth, mcpAuthentication, ruleSet } from './auth.js';
import { backendAuth } from './backend-auth.js';
import {
  backendHttp,
  backendTcp,
  backendTls,
  bytes,
  celMap,
  count,
  headerModifier,
  httpStatus,
  nullable,
  simpleBackend,
  targetChoices,
  targetFields,
  texts,
  transformations,
  tunnel,
  v10,
  v11,
  v12,
  v13,
  v14,
} from './common.js';
import { conditional, conditionalOnly } from './conditional.js';
import { definePolicies, lazyPolicies } from './lazy.js';
import { oidc } from './oidc.js';
import { cel, celDuration, duration, headerName, headerOrPseudo, httpMethod, urlScheme } from './scalars.js';

const hostRedirect: Shape = union(
  variants('auto', 'none'),
  struct(
    'an authority',
    {
      full: def(anyText, 'Host and port'),
      host: def(anyText, 'Host'),
      port: def(int(1, 65535), 'Port'),
      auto: def({ type: 'null' }, 'As the proxy thinks best'),
      none: def({ type: 'null' }, 'Unchanged'),
    },
    { choices: [{ keys: ['full', 'host', 'port', 'auto', 'none'], need: 'one' }] },
  ),
);
const pathRedirect: Shape = struct(
  'a path',
  { full: def(anyText, 'Whole path'), prefix: def(anyText, 'Prefix') },
  { choices: [{ keys: ['full', 'prefix'], need: 'one' }] },
);
const redirect = struct('requestRedirect', {
  scheme: opt(urlScheme, 'Scheme'),
  authority: opt(hostRedirect, 'Host and port'),
  path: opt(pathRedirect, 'Path'),
  status: opt(httpStatus, 'Status', { default: 302 }),
});
const rewrite = struct('urlRewrite', { authority: opt(hostRedirect, 'Host and port'), path: opt(pathRedirect, 'Path') });
const mirror = struct('requestMirror', {
  backend: req(simpleBackend, 'backend that gets the copy'),
  percentage: req(number(), 'share of the requests, from 0 to 1'),
});

const directFields: Record<string, Field> = {
  body: def(bytes, 'Body of the answer'),
  bodyExpression: opt(cel, 'Body of the answer, as a CEL expression', v13),
  headers: def(celMap, 'Headers of the answer, as CEL expressions', v13),
  status: req(httpStatus, 'status of the answer'),
};
const directOld = struct('directResponse', { body: req(bytes, 'body of the answer'), status: req(httpStatus, 'status of the answer') });
const directResponse: Shape = versioned(
  { until: '1.2.0', shape: directOld },
  { shape: conditional(struct('directResponse', directFields), true) },
);

/** A list of names. `*` means all names, and the proxy then ignores the other entries. */
function anyOr(name: Shape): Shape {
  const names = list(name);
  return select([names, texts], node => (items(node).some(item => textOf(item) === '*') ? texts : names));
}

const cors = struct(
  'cors',
  {
    allowCredentials: def(bool, 'Whether credentials may be sent'),
    allowHeaders: def(anyOr(headerName), 'Headers that may be sent'),
    allowMethods: def(anyOr(httpMethod), 'Methods that may be used'),
    allowOrigins: def(texts, 'Origins that may call'),
    exposeHeaders: def(anyOr(headerName), 'Headers that the browser may read'),
    maxAge: opt(duration, 'How long the answer may be kept'),
  },
  { sequence: true },
);

const limit = struct('a rate limit', {
  maxTokens: def(count, 'Size of the bucket'),
  tokensPerFill: def(count, 'Tokens that each fill adds'),
  fillInterval: req(duration, 'time between fills'),
  type: def(variants('requests', 'tokens'), 'What is counted', { default: 'requests' }),
});
const bounded = refined(limit, node => {
  const [max, fill] = ['maxTokens', 'tokensPerFill'].map(key => get(node, key));
  const [most, step] = [max, fill].map(value => (value?.kind === 'scalar' ? Number(value.value) : 0));
  // A variable is no number: it is not compared.
  if (!(step! > most!)) return [];
  return [
    {
      node: max ?? fill ?? node,
      message: `maxTokens (${most}) is less than tokensPerFill (${step})`,
      suggestion: 'raise maxTokens to at least tokensPerFill',
    },
  ];
});
const limits = list(bounded);
const conditionalLimit = conditionalOnly(limit, true, 0, true);
/** Whether limits are conditional: a mapping, or the sequence that serde accepts instead of it. */
const isConditional = (node: Node): boolean => node.kind === 'map' || (node.kind === 'list' && node.items[0]?.kind === 'list');
const localRateLimit: Shape = versioned(
  { until: '1.2.0', shape: limits },
  { shape: nullable(select([limits, conditionalLimit], node => (isConditional(node) ? conditionalLimit : limits))) },
);
const descriptor = struct('a descriptor', {
  entries: req(
    list(struct('an entry', { key: req(anyText, 'name'), value: req(cel, 'value, as a CEL expression') }, { open: true })),
    'names and values that are counted by',
  ),
  type: def(variants('requests', 'tokens'), 'What is counted', { default: 'requests' }),
  cost: opt(cel, 'Cost of a request, as a CEL expression', v12),
  limitOverride: opt(cel, 'Other limit, as a CEL expression', v11),
});
const remoteLimit = struct(
  'remoteRateLimit',
  {
    ...targetFields,
    domain: req(anyText, 'domain of the limits'),
    policies: def(lazyPolicies('simple'), 'Policies of the call', v10),
    timeout: opt(duration, 'How long the call may take', { until: '1.0.0', instead: '"policies.http.requestTimeout"' }),
    descriptors: req(list(descriptor), 'what is counted'),
    failureMode: def(variants('failClosed', 'failOpen', 'FailClosed', 'FailOpen'), 'What happens when the service fails', v10),
  },
  { choices: targetChoices },
);
const remoteRateLimit: Shape = conditional(remoteLimit);

const failure = def(variants('failClosed', 'failOpen'), 'What happens when it fails', { default: 'failClosed' });
const headerFilter = struct('a header filter', {
  allowed: def(list(headerOrPseudo), 'Headers that are sent'),
  disallowed: def(list(headerOrPseudo), 'Headers that are not sent'),
});
const processor = struct(
  'a processor',
  {
    ...targetFields,
    methods: def(map(variants('off', 'request', 'response', 'full')), 'Phase by MCP method'),
    policies: def(lazyPolicies('simple'), 'Policies of the call'),
    failureMode: failure,
    metadata: def(celMap, 'Metadata of the call'),
    requestHeaders: def(headerFilter, 'Headers that are sent'),
    kind: req(variants('remote'), 'kind of processor'),
  },
  { choices: targetChoices },
);
const guardrails = struct('mcpGuardrails', { processors: req(list(processor), 'services that judge MCP messages') });

const bufferBody = struct('a buffer', { maxBytes: opt(count, 'Most bytes'), failureMode: failure }, { sequence: true });
const shared: Record<string, Field> = {
  requestHeaderModifier: opt(headerModifier, 'Changes to request headers'),
  backendTLS: opt(backendTls, 'TLS towards the backend'),
  backendAuth: opt(backendAuth, 'Credentials for the backend'),
};
const a2a = versioned({ until: '1.2.0', shape: struct('a2a', {}, { sequence: true }) }, { shape: struct('a2a', {}, { sequence: true }) });

/** Policies for the calls that a policy itself makes. */
const simplePolicies = struct(
  'policies',
  {
    ...shared,
    responseHeaderModifier: opt(headerModifier, 'Changes to response headers', { until: '1.2.0' }),
    requestRedirect: opt(redirect, 'A redirect instead of the call', { until: '1.2.0' }),
    transformations: opt(transformations, 'Changes to headers and bodies', v10),
    http: opt(backendHttp, 'HTTP settings, such as the timeout'),
    tcp: opt(backendTcp, 'TCP settings'),
    health: opt(health, 'When the backend counts as failed', { since: '1.0.0', until: '1.2.0' }),
    backendTunnel: opt(tunnel, 'Proxy to go through', v10),
  },
  { sequence: true },
);

/** Policies of a backend. */
const backendPolicies = struct(
  'policies',
  {
    ...shared,
    responseHeaderModifier: opt(headerModifier, 'Changes to response headers'),
    requestRedirect: opt(redirect, 'A redirect instead of the call'),
    transformations: opt(transformations, 'Changes to headers and bodies', v10),
    http: opt(backendHttp, 'HTTP settings, such as the timeout'),
    tcp: opt(backendTcp, 'TCP settings'),
    health: opt(health, 'When the backend counts as failed', v10),
    backendTunnel: opt(tunnel, 'Proxy to go through', v10),
    extAuthz: opt(extAuthzPlain, 'External authorization', v13),
    authorization: opt(ruleSet, 'Authorization rules', v13),
    mcpAuthorization: opt(ruleSet, 'Authorization rules for MCP'),
    mcpGuardrails: opt(guardrails, 'Services that judge MCP messages', v13),
    a2a: opt(a2a, 'Treat the traffic as A2A'),
    inferenceRouting: opt(
      struct('inferenceRouting', {
        endpointPicker: req(simpleBackend, 'service that picks'),
        destinationMode: def(variants('validated', 'passthrough'), 'Whether the pick is checked'),
      }),
      'Let a service pick the endpoint',
      v12,
    ),
    ai: opt(aiPolicy, 'How LLM traffic is treated'),
  },
  { sequence: { until: '1.0.0' } },
);

const timeout = struct(
  'timeout',
  {
    requestTimeout: opt(duration, 'How long a request may take in all', { example: '30s' }),
    backendRequestTimeout: opt(duration, 'How long the backend may take'),
  },
  { sequence: true },
);
const retry = struct('retry', {
  attempts: def(int(1, 255), 'Most attempts', { default: 1 }),
  backoff: opt(duration, 'Pause between attempts'),
  codes: req(list(httpStatus), 'statuses that are tried again'),
  precondition: opt(cel, 'Expression that must hold for any retry', v13),
  condition: opt(cel, 'Expression that must hold for a retry', v12),
});
const remainingRoute: Record<string, Field> = {
  responseHeaderModifier: opt(headerModifier, 'Changes to response headers'),
  requestRedirect: opt(redirect, 'A redirect instead of the backend'),
  urlRewrite: opt(rewrite, 'Changes to host and path'),
  requestMirror: opt(mirror, 'A copy for another backend'),
  directResponse: opt(directResponse, 'A fixed answer instead of the backend'),
  cors: opt(cors, 'Cross-origin requests'),
  mcpAuthorization: opt(ruleSet, 'Authorization rules for MCP'),
  mcpGuardrails: opt(guardrails, 'Services that judge MCP messages', v13),
  authorization: opt(ruleSet, 'Authorization rules'),
  mcpAuthentication: opt(mcpAuthentication, 'OAuth for MCP clients'),
  a2a: opt(a2a, 'Treat the traffic as A2A'),
  ai: opt(aiPolicy, 'How LLM traffic is treated'),
  backendTunnel: opt(tunnel, 'Proxy to go through', v10),
  localRateLimit: def(localRateLimit, 'Rate limits of this proxy'),
  remoteRateLimit: opt(remoteRateLimit, 'Rate limits of a service'),
  jwtAuth: opt(jwtAuth, 'JSON Web Tokens'),
  oidc: opt(oidc, 'Login with OpenID Connect', v11),
  basicAuth: opt(basicAuth, 'User names and passwords'),
  apiKey: opt(apiKey, 'API keys'),
  extAuthz: opt(extAuthz, 'External authorization'),
  extProc: opt(extProc, 'External processing'),
  transformations: opt(conditional(transformations, true), 'Changes to headers and bodies'),
  csrf: opt(
    struct('csrf', { additionalOrigins: def(texts, 'Further origins that may call') }, { sequence: true }),
    'Cross-site request forgery',
  ),
  buffer: opt(
    struct('buffer', { request: opt(bufferBody, 'Request'), response: opt(bufferBody, 'Response') }, { sequence: true }),
    'Whole bodies',
    v13,
  ),
  timeout: opt(timeout, 'Timeouts'),
  retry: opt(retry, 'Retries'),
  delay: opt(struct('delay', { duration: req(celDuration, 'delay, as a CEL expression') }), 'A delay before the request', v14),
};

/** Policies of a route. */
export const routePolicies: Shape = struct('policies', { ...shared, ...remainingRoute }, { sequence: true });

/** Policies of a listener or gateway, as fields. */
export const gatewayFields: Record<string, Field> = {
  oidc: remainingRoute.oidc!,
  jwtAuth: remainingRoute.jwtAuth!,
  authorization: { ...remainingRoute.authorization!, ...v12 },
  extAuthz: remainingRoute.extAuthz!,
  extProc: remainingRoute.extProc!,
  cors: { ...remainingRoute.cors!, ...v13 },
  transformations: remainingRoute.transformations!,
  basicAuth: remainingRoute.basicAuth!,
  apiKey: remainingRoute.apiKey!,
};
export const gatewayPolicies = struct('policies', gatewayFields, { sequence: true });
export const llmPolicies = struct('policies', {
  ...gatewayFields,
  authorization: remainingRoute.authorization!,
  guardrails: opt(aiPolicy.fields.promptGuard!.shape, 'Guards of every model', v14),
  localRateLimit: def(limits, 'Rate limits of this proxy', v14),
  remoteRateLimit: opt(remoteLimit, 'Rate limits of a service', v14),
});
export const uiPolicies = struct(
  'policies',
  {
    ...Object.fromEntries(
      ['cors', 'oidc', 'jwtAuth', 'authorization', 'extAuthz', 'basicAuth', 'apiKey', 'csrf'].map(key => [key, remainingRoute[key]!]),
    ),
  },
  { sequence: true },
);

definePolicies('simple', simplePolicies);
definePolicies('backend', backendPolicies);
definePolicies('route', routePolicies);

export { backendPolicies, guardrails, simplePolicies };
