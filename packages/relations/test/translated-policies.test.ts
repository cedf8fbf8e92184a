/** What the rules of the static configuration, and those about single fields, say of policies: wrong ones, and the same ones put right. */
import { backend, gateway, http, object, onGateway, onRoute, policy, say } from './objects.js';

const traffic = (fields: string, target = onRoute) => policy(target, `traffic: {${fields}}`);
const calls = (fields: string) => policy(onRoute, `backend: {${fields}}`);
const frontend = (fields: string) => policy(onGateway, `frontend: {${fields}}`);
const rules = (expression: string, action = 'Allow') =>
  traffic(`authorization: {action: ${action}, policy: {matchExpressions: [${expression}]}}`);
const jwt =
  'jwtAuthentication: {providers: [{issuer: "https://id.example", audiences: [a], jwks: {remote: {jwksPath: k, backendRef: {name: id, port: 80}}}}]}';
const guard = (fields: string) => calls(`ai: {promptGuard: {streaming: Enabled, request: [{${fields}}]}}`);
const check = (fields: string) => traffic(`extAuth: {backendRef: {name: auth, port: 9000}, http: {}, ${fields}}`);

const own = (text: string, version?: string) =>
  say(text, '', version).filter(finding => !/ (?:policy-extauth-default-timeout|policy-extauth-grpc-unbounded) /.test(finding));

/** What is wrong, the document, the findings, and the document put right, about which nothing above info is said. */
const table: [what: string, wrong: string, expected: string[], right: string][] = [
  // expressions, in each phase
  [
    'a variable of another phase in a request header',
    traffic(`transformation: {request: {set: [{name: x-a, value: 'string(response.code)'}]}}`),
    ['warning cel-variable-not-here spec.traffic.transformation.request.set[0].value'],
    traffic(`transformation: {response: {set: [{name: x-a, value: 'string(response.code)'}]}}`),
  ],
  [
    'a number as a header',
    traffic(`transformation: {request: {add: [{name: x-a, value: '1'}]}}`),
    ['warning cel-not-text spec.traffic.transformation.request.add[0].value'],
    traffic(`transformation: {request: {add: [{name: x-a, value: '"1"'}]}}`),
  ],
  [
    'an unknown variable in a rate limit descriptor',
    traffic(
      `rateLimit: {global: {backendRef: {name: l, port: 1}, domain: d, descriptors: [{entries: [{name: u, expression: user.name}]}]}}`,
    ),
    ['warning cel-unknown-variable spec.traffic.rateLimit.global.descriptors[0].entries[0].expression'],
    traffic(
      `rateLimit: {global: {backendRef: {name: l, port: 1}, domain: d, descriptors: [{entries: [{name: u, expression: 'request.headers["x-user"]'}]}]}}`,
    ),
  ],
  [
    'a request in a rule of connections',
    frontend(`networkAuthorization: {policy: {matchExpressions: ['request.path == "/a"']}}`),
    ['warning cel-variable-not-here spec.frontend.networkAuthorization.policy.matchExpressions[0]'],
    frontend(`networkAuthorization: {policy: {matchExpressions: ['cidr("10.0.0.0/8").containsIP(source.address)']}}`),
  ],
  [
    'a filter of the access log that never holds',
    frontend(`accessLog: {filter: 'response.code == "500"'}`),
    ['warning condition-never-true spec.frontend.accessLog.filter'],
    frontend(`accessLog: {filter: 'response.code == 500'}`),
  ],
  [
    'a credential in the access log',
    frontend(`accessLog: {attributes: {add: [{name: a, expression: 'request.headers["authorization"]'}]}}`),
    ['warning log-secret spec.frontend.accessLog.attributes.add[0].expression'],
    frontend(`accessLog: {attributes: {add: [{name: a, expression: 'request.headers["user-agent"]'}]}}`),
  ],
  [
    'a metric of paths',
    frontend(`metrics: {attributes: {add: [{name: a, expression: request.path}]}}`),
    ['warning metric-cardinality spec.frontend.metrics.attributes.add[0].expression'],
    frontend(`metrics: {attributes: {add: [{name: a, expression: request.method}]}}`),
  ],
  [
    'a share above 1',
    frontend(`tracing: {backendRef: {name: c, port: 4317}, randomSampling: '50'}`),
    ['warning trace-sampling spec.frontend.tracing.randomSampling'],
    frontend(`tracing: {backendRef: {name: c, port: 4317}, randomSampling: '0.5'}`),
  ],
  [
    'metadata of a check with a misspelled function',
    traffic(`extAuth: {backendRef: {name: auth, port: 9000}, grpc: {requestMetadata: {a: 'request.path.lower()'}}}`),
    ['warning cel-unknown-function spec.traffic.extAuth.grpc.requestMetadata.a'],
    traffic(`extAuth: {backendRef: {name: auth, port: 9000}, grpc: {requestMetadata: {a: 'request.path.lowerAscii()'}}}`),
  ],
  [
    'an attribute of a processor that does not exist',
    traffic(`extProc: {backendRef: {name: p, port: 1}, requestAttributes: {a: request.query}}`),
    ['warning cel-unknown-field spec.traffic.extProc.requestAttributes.a'],
    traffic(`extProc: {backendRef: {name: p, port: 1}, requestAttributes: {a: request.pathAndQuery}}`),
  ],
  [
    'a condition of a retry that never holds',
    traffic(`retry: {attempts: 2, codes: [503], condition: 'response.code == "503"'}`),
    ['warning condition-never-true spec.traffic.retry.condition'],
    traffic(`retry: {attempts: 2, codes: [503], condition: 'response.code == 503'}`),
  ],
  [
    'an entry after one that always applies',
    traffic(
      `transformation: {conditional: [{condition: 'true', policy: {request: {remove: [x-a]}}}, {condition: 'request.path == "/a"', policy: {request: {remove: [x-b]}}}]}`,
    ),
    ['warning conditional-shadowed spec.traffic.transformation.conditional[1]'],
    traffic(
      `transformation: {conditional: [{condition: 'request.path == "/a"', policy: {request: {remove: [x-b]}}}, {policy: {request: {remove: [x-a]}}}]}`,
    ),
  ],
  [
    'a field of a model that no variable gives',
    calls(`ai: {transformations: [{field: user, expression: 'llm.user'}]}`),
    ['warning cel-unknown-field spec.backend.ai.transformations[0].expression'],
    calls(`ai: {transformations: [{field: user, expression: 'request.headers["x-user"]'}]}`),
  ],
  [
    'a condition of health that is not a comparison of numbers',
    calls(`health: {eviction: {duration: 30s}, unhealthyCondition: 'response.code == "500"'}`),
    ['warning condition-never-true spec.backend.health.unhealthyCondition'],
    calls(`health: {eviction: {duration: 30s}, unhealthyCondition: 'response.code >= 500'}`),
  ],
  // authorization
  [
    'a rule that never holds',
    rules(`'request.method == "get"'`),
    ['warning authz-never-match spec.traffic.authorization.policy.matchExpressions[0]'],
    rules(`'request.method == "GET"'`),
  ],
  [
    'a rule that is a string',
    rules('request.path'),
    ['warning authz-not-bool spec.traffic.authorization.policy.matchExpressions[0]'],
    rules(`'request.path == "/x"'`),
  ],
  [
    'a path that is not anchored',
    rules(`'request.path.matches("/public")'`),
    ['warning cel-unanchored spec.traffic.authorization.policy.matchExpressions[0]'],
    rules(`'request.path.matches("^/public")'`),
  ],
  [
    'a denial that a missing header avoids',
    rules(`'request.headers["x-tier"] != "gold"'`, 'Deny'),
    ['warning authz-deny-absent spec.traffic.authorization.policy.matchExpressions[0]'],
    rules(`'request.headers["x-tier"] == "gold"'`, 'Require'),
  ],
  [
    'a rule that denies everything',
    rules(`'true'`, 'Deny'),
    ['warning authz-deny-all spec.traffic.authorization.policy.matchExpressions[0]'],
    rules(`'request.path == "/a"'`, 'Deny'),
  ],
  [
    'one rule that allows everything',
    rules(`'true', 'request.path == "/a"'`),
    ['warning authz-allow-all spec.traffic.authorization.policy.matchExpressions[0]'],
    rules(`'request.path == "/a"'`),
  ],
  // identity
  [
    'a token for another route',
    `${gateway(http)}${rules(`'jwt.sub == "a"'`)}${object('agentgateway.dev/v1alpha1', 'AgentgatewayPolicy', 'q', `{targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: api}], traffic: {${jwt}}}`)}`,
    ['warning policy-authorization spec.traffic.authorization.policy.matchExpressions[0]'],
    `${gateway(http)}${rules(`'jwt.sub == "a"'`)}${object('agentgateway.dev/v1alpha1', 'AgentgatewayPolicy', 'q', `{targetRefs: [${onGateway}], traffic: {${jwt}}}`)}`,
  ],
  [
    'a limit by a key that nothing checks',
    `${gateway(http)}${traffic(`rateLimit: {global: {backendRef: {name: l, port: 1}, domain: d, descriptors: [{entries: [{name: u, expression: apiKey.name}]}]}}`)}`,
    ['warning policy-authorization spec.traffic.rateLimit.global.descriptors[0].entries[0].expression'],
    `${gateway(http)}${traffic(`apiKeyAuthentication: {secretRef: {name: keys}}, rateLimit: {global: {backendRef: {name: l, port: 1}, domain: d, descriptors: [{entries: [{name: u, expression: apiKey.name}]}]}}`)}`,
  ],
  [
    'two authentications with one header',
    traffic(`${jwt}, apiKeyAuthentication: {secretRef: {name: keys}}`),
    ['warning auth-location-clash spec.traffic.apiKeyAuthentication'],
    traffic(`${jwt}, apiKeyAuthentication: {secretRef: {name: keys}, location: {header: {name: x-api-key}}}`),
  ],
  [
    'an audience that is a pattern',
    traffic(jwt.replace('[a]', '["*"]')),
    ['warning jwt-value-never-matches spec.traffic.jwtAuthentication.providers[0].audiences[0]'],
    traffic(jwt),
  ],
  [
    'a password without a hash',
    traffic('basicAuthentication: {users: ["ann:open sesame"]}'),
    ['warning htpasswd-hash spec.traffic.basicAuthentication.users'],
    traffic('basicAuthentication: {users: ["ann:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC"]}'),
  ],
  // headers and browsers
  [
    'an origin with a path',
    traffic('cors: {allowOrigins: ["https://a.example/x"]}'),
    ['warning cors-origin spec.traffic.cors.allowOrigins[0]'],
    traffic('cors: {allowOrigins: ["https://a.example"]}'),
  ],
  [
    'credentials for any origin',
    traffic('cors: {allowOrigins: ["*"], allowCredentials: true}'),
    ['warning cors-star-credentials spec.traffic.cors.allowCredentials'],
    traffic('cors: {allowOrigins: ["https://a.example"], allowCredentials: true}'),
  ],
  [
    'an origin without a scheme',
    traffic('csrf: {additionalOrigins: [a.example]}'),
    ['warning csrf-origin spec.traffic.csrf.additionalOrigins[0]'],
    traffic('csrf: {additionalOrigins: ["https://a.example"]}'),
  ],
  [
    'a path that is removed',
    traffic(`transformation: {request: {remove: [":path"]}}`),
    ['error policy-header-name spec.traffic.transformation.request.remove[0]'],
    traffic(`transformation: {request: {remove: [x-a]}}`),
  ],
  [
    'a status in a request',
    traffic(`transformation: {request: {set: [{name: ":status", value: '404'}]}}`),
    ['warning pseudo-header-side spec.traffic.transformation.request.set[0].name'],
    traffic(`transformation: {response: {set: [{name: ":status", value: '404'}]}}`),
  ],
  [
    'the length of a message as a header',
    traffic('headerModifiers: {request: {set: [{name: content-length, value: "5"}]}}'),
    ['warning header-modifier-fails spec.traffic.headerModifiers.request.set[0].name'],
    traffic('headerModifiers: {request: {set: [{name: x-length, value: "5"}]}}'),
  ],
  // limits and time
  [
    'more attempts than a byte counts',
    traffic('retry: {attempts: 300, codes: [503]}'),
    ['warning limit-out-of-range spec.traffic.retry.attempts', 'warning retry-200 spec.traffic.retry.attempts'],
    traffic('retry: {attempts: 3, codes: [503]}'),
  ],
  [
    'a retry without statuses',
    traffic('retry: {attempts: 3}'),
    ['warning retry-without-effect spec.traffic.retry'],
    traffic('retry: {attempts: 3, codes: [503]}'),
  ],
  [
    'a backoff as long as the timeout',
    traffic('timeouts: {request: 2s}, retry: {attempts: 1, backoff: 5s, codes: [503]}'),
    ['warning retry-without-effect spec.traffic.retry.backoff'],
    traffic('timeouts: {request: 20s}, retry: {attempts: 1, backoff: 5s, codes: [503]}'),
  ],
  [
    'a buffer without room',
    traffic('buffer: {request: {maxBytes: "0"}}'),
    ['warning limit-out-of-range spec.traffic.buffer.request.maxBytes'],
    traffic('buffer: {request: {maxBytes: 64Ki}}'),
  ],
  [
    'a ping timeout without pings',
    frontend('http: {http2KeepaliveTimeout: 5s}'),
    ['warning setting-without-effect spec.frontend.http.http2KeepaliveTimeout'],
    frontend('http: {http2KeepaliveTimeout: 5s, http2KeepaliveInterval: 30s}'),
  ],
  // checks and processors
  [
    'a cache that is one for all',
    check('cache: {key: [request.path], ttl: 5s}'),
    ['warning extauthz-cache-shared spec.traffic.extAuth.cache.key'],
    check(`cache: {key: ['request.headers["authorization"]'], ttl: 5s}`),
  ],
  [
    'a body of a few bytes',
    check('forwardBody: {maxSize: 10}'),
    [
      'info extauthz-body-partial spec.traffic.extAuth.forwardBody.maxSize',
      'warning extauthz-body-small spec.traffic.extAuth.forwardBody.maxSize',
    ],
    check('forwardBody: {maxSize: 64Ki}'),
  ],
  [
    'a processor that sees nothing',
    traffic(
      'extProc: {backendRef: {name: p, port: 1}, processingOptions: {requestHeaderMode: Skip, responseHeaderMode: Skip, requestBodyMode: None, responseBodyMode: None}}',
    ),
    ['warning processor-inert spec.traffic.extProc.processingOptions'],
    traffic('extProc: {backendRef: {name: p, port: 1}, processingOptions: {requestHeaderMode: Send}}'),
  ],
  [
    'a guardrail for no method',
    calls('mcp: {guardrails: {processors: [{methods: {"tools/call": Off}, remote: {backendRef: {name: g, port: 1}}}]}}'),
    ['warning processor-inert spec.backend.mcp.guardrails.processors[0].methods'],
    calls('mcp: {guardrails: {processors: [{methods: {"tools/call": Full}, remote: {backendRef: {name: g, port: 1}}}]}}'),
  ],
  // models
  [
    'a guard that refuses nothing',
    guard('regex: {builtins: [Ssn]}, response: {message: no}'),
    ['warning prompt-guard-inert spec.backend.ai.promptGuard.request[0].response'],
    guard('regex: {builtins: [Ssn], action: Reject}, response: {message: no}'),
  ],
  [
    'a guard that finds everything',
    guard('regex: {matches: [".*"]}'),
    ['warning prompt-guard-inert spec.backend.ai.promptGuard.request[0].regex.matches[0]'],
    guard('regex: {matches: ["secret-[0-9]+"]}'),
  ],
  [
    'a pattern with look-around',
    guard(`regex: {action: Reject, matches: ['(?<!a)b']}`),
    ['error policy-guard-pattern spec.backend.ai.promptGuard.request[0].regex.matches[0]'],
    guard('regex: {action: Reject, matches: [b]}'),
  ],
  [
    'a default that an override replaces',
    calls('ai: {defaults: [{field: temperature, value: 1}], overrides: [{field: temperature, value: 0}]}'),
    ['warning ai-policy-inert spec.backend.ai.defaults[0].field'],
    calls('ai: {overrides: [{field: temperature, value: 0}]}'),
  ],
  [
    'an unknown role',
    calls('ai: {prompt: {prepend: [{role: System, content: a}]}}'),
    ['warning ai-policy-inert spec.backend.ai.prompt.prepend[0].role'],
    calls('ai: {prompt: {prepend: [{role: system, content: a}]}}'),
  ],
  [
    'a field twice',
    calls('ai: {overrides: [{field: a, value: 1}, {field: a, value: 2}]}'),
    ['warning policy-field-repeated spec.backend.ai.overrides[1].field'],
    calls('ai: {overrides: [{field: a, value: 1}]}'),
  ],
  // credentials and TLS
  [
    'a prefix without a space',
    calls('auth: {secretRef: {name: s}, location: {header: {name: Authorization, prefix: Bearer}}}'),
    ['warning credential-prefix spec.backend.auth.location.header.prefix'],
    calls('auth: {secretRef: {name: s}, location: {header: {name: Authorization, prefix: "Bearer "}}}'),
  ],
  [
    'a key in the policy',
    calls('auth: {key: sk-0123456789abcdef0123456789}'),
    ['warning secret-in-clear-text spec.backend.auth.key'],
    calls('auth: {secretRef: {name: s}}'),
  ],
  [
    'a header that credentials overwrite',
    calls(`auth: {secretRef: {name: s}}, transformation: {request: {set: [{name: authorization, value: '"a"'}]}}`),
    ['warning backend-auth-conflict spec.backend.auth'],
    calls(`auth: {secretRef: {name: s}}, transformation: {request: {set: [{name: x-a, value: '"a"'}]}}`),
  ],
  [
    'a protocol that nobody knows',
    calls('tls: {alpnProtocols: [HTTP/2]}'),
    ['warning backend-tls-contradiction spec.backend.tls.alpnProtocols'],
    calls('tls: {alpnProtocols: [h2]}'),
  ],
  [
    'a protocol that no client asks for',
    frontend('tls: {alpnProtocols: [HTTP/2]}'),
    ['warning policy-tls spec.frontend.tls.alpnProtocols[0]'],
    frontend('tls: {alpnProtocols: [h2]}'),
  ],
  [
    'TCP settings of a backend',
    calls('tcp: {keepalive: {time: 10s}}'),
    ['warning policy-connect-timeout-ignored spec.backend.tcp.keepalive'],
    frontend('tcp: {keepalive: {time: 10s}}'),
  ],
  [
    'timeouts that say nothing',
    traffic('timeouts: {}'),
    ['error policy-crashes-controller spec.traffic.timeouts'],
    traffic('timeouts: {request: 5s}'),
  ],
  [
    'a name with a colon',
    traffic('extAuth: {backendRef: {name: auth, port: 9000}, http: {addRequestHeaders: {"x a": request.path}}}'),
    ['error policy-header-name spec.traffic.extAuth.http.addRequestHeaders["x a"]'],
    traffic('extAuth: {backendRef: {name: auth, port: 9000}, http: {addRequestHeaders: {x-a: request.path}}}'),
  ],
  // backends
  [
    'policies of an AgentgatewayBackend',
    backend(`static: {host: a.example, port: 80}, policies: {transformation: {request: {set: [{name: x-a, value: nobody}]}}}`),
    ['warning cel-unknown-variable spec.policies.transformation.request.set[0].value'],
    backend(`static: {host: a.example, port: 80}, policies: {transformation: {request: {set: [{name: x-a, value: '"a"'}]}}}`),
  ],
  [
    'policies of a provider',
    backend(`ai: {groups: [{providers: [{name: a, openai: {}, policies: {ai: {overrides: [{field: maxTokens, value: 1}]}}}]}]}`),
    [
      'info backend-without-key spec.ai.groups[0].providers[0]',
      'warning ai-policy-inert spec.ai.groups[0].providers[0].policies.ai.overrides[0].field',
    ],
    backend(`ai: {groups: [{providers: [{name: a, openai: {}, policies: {ai: {overrides: [{field: max_tokens, value: 1}]}}}]}]}`),
  ],
];

it.each(table)('%s', (_, wrong, expected, right) => {
  expect(own(wrong)).toEqual(expected);
  expect(own(right).filter(finding => !finding.startsWith('info '))).toEqual([]);
});

it('routes alone are a setting of an AI policy', () => {
  const routes = 'ai: {routes: {"/v1/embeddings": Embeddings, "*": Passthrough}}';
  expect(own(calls(routes))).toEqual([]);
});

it('says each thing once, although a condition stands for two policies of the proxy', () => {
  const both =
    '{global: {backendRef: {name: l, port: 1}, domain: d, descriptors: [{entries: [{name: u, expression: request.path}]}]}, local: [{requests: 1, unit: Seconds}]}';
  expect(own(traffic(`rateLimit: {conditional: [{condition: 'request.method == "get"', policy: ${both}}]}`))).toEqual([
    'warning condition-never-true spec.traffic.rateLimit.conditional[0].condition',
  ]);
});

it('reads what is not of its type without failing', () => {
  const spec =
    'traffic: {cors: 1, rateLimit: {local: x, conditional: {}}, transformation: [1], jwtAuthentication: {providers: {a: 1}}, retry: null, headerModifiers: {request: [1]}}, frontend: [1], backend: {ai: {promptGuard: {request: {}}}, auth: 1, mcp: []}';
  expect(own(policy(onGateway, spec))).toEqual([]);
});

it('judges for the version that is asked for', () => {
  const late = traffic(`transformation: {request: {set: [{name: x-a, value: 'math.abs(1) > 0 ? "a" : "b"'}]}}`);
  expect(own(late, '1.1.0')).toEqual(['warning cel-unknown-function spec.traffic.transformation.request.set[0].value']);
});
