/**
 * Values of custom resources that the API server takes and that do not do what they say: numbers far from what works, names that
 * nothing has, credentials of another form. Each stands beside the same document put right.
 */
import { backend, gateway, object, onGateway, onRoute, policy, route, say, service } from './objects.js';

const traffic = (fields: string) => policy(onRoute, `traffic: {${fields}}`);
const frontend = (fields: string) => policy(onGateway, `frontend: {${fields}}`);
const check = (http: string, more = '') => traffic(`extAuth: {backendRef: {name: auth, port: 9000}, http: {${http}}${more}}`);
const jwt = (more: string) =>
  `jwtAuthentication: {providers: [{issuer: "https://id.example", audiences: [a], jwks: {remote: {jwksPath: k, backendRef: {name: id, port: 80}}}}]${more}}`;
const label = (expression: string) => frontend(`metrics: {attributes: {add: [{name: team, expression: '${expression}'}]}}`);
const ofAi = (fields: string) => policy(onRoute, `backend: {ai: {${fields}}}`);
const guard = (fields: string) => ofAi(`promptGuard: {streaming: Enabled, request: [{${fields}}]}`);
const host = (name: string, policies: string) => backend(`static: {host: ${name}, port: 443}, policies: {tls: {}, ${policies}}`);
const role = (fields: string) => `auth: {aws: {assumeRole: {roleArn: "arn:aws:iam::123456789012:role/gw", ${fields}}}}`;
const parameters = (fields: string) => object('agentgateway.dev/v1alpha1', 'AgentgatewayParameters', 'proxy', `{${fields}}`);
const listener = '{name: http, port: 80, protocol: HTTP, hostname: shop.example.com}';
const edge = (spec = '') => gateway(listener, '', spec);
const toTools = (matches = '') =>
  object(
    'gateway.networking.k8s.io/v1',
    'HTTPRoute',
    'web',
    `{parentRefs: [{name: edge}], rules: [{${matches}backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]}]}`,
  );
const mcp = backend('mcp: {targets: [{name: a, static: {host: h, port: 80}}]}');
const login = (resource: string) => traffic(jwt(`, mcp: {resourceMetadata: {resource: "${resource}"}}`));
const alert = (expr: string) =>
  object('monitoring.coreos.com/v1', 'PrometheusRule', 'web', `{groups: [{name: web, rules: [{alert: A, expr: '${expr}'}]}]}`);
const relabeled = (entry: string) =>
  object(
    'monitoring.coreos.com/v1',
    'PodMonitor',
    'web',
    `{selector: {}, podMetricsEndpoints: [{portNumber: 80, metricRelabelings: [{${entry}}]}]}`,
  );
const socket = backend('static: {unixPath: /run/app/app.sock}');
const named = ', infrastructure: {parametersRef: {group: agentgateway.dev, kind: AgentgatewayParameters, name: proxy}}';
const mounted = parameters(
  'deployment: {spec: {template: {spec: {volumes: [{name: s, emptyDir: {}}], containers: [{name: agentgateway, volumeMounts: [{name: s, mountPath: /run/app}]}, {name: app, image: app, volumeMounts: [{name: s, mountPath: /run/app}]}]}}}}',
);
const limiter = traffic(
  'rateLimit: {global: {backendRef: {name: web, port: 80}, domain: d, descriptors: [{entries: [{name: ip, expression: source.address}]}]}}',
);
const version = (of: string) =>
  object(
    'agentgateway.dev/v1alpha1',
    'AgentgatewayPolicy',
    'v',
    `{targetRefs: [{group: "", kind: Service, name: web}], backend: {http: {version: ${of}}}}`,
  );

/** Findings of other rules about documents that are short. */
const others =
  / (?:policy-extauth-default-timeout|policy-plain-credentials|policy-authorization|backend-without-key|service-selects-nothing|parameters-inert|backend-health-inert|policy-not-reached|route-not-attached|monitor-finds-nothing|monitor-endpoint) /;
const own = (text: string): string[] => say(text).filter(finding => !others.test(finding));

const table: [what: string, wrong: string, expected: string[], right: string][] = [
  // labels of metrics
  [
    'a label for each user',
    label('jwt.sub'),
    ['warning metric-cardinality spec.frontend.metrics.attributes.add[0].expression'],
    label('jwt.team'),
  ],
  [
    'a label for each request',
    label('request.headers["x-request-id"]'),
    ['warning metric-cardinality spec.frontend.metrics.attributes.add[0].expression'],
    label('request.headers["x-team"]'),
  ],
  [
    'a label with dots',
    frontend(`metrics: {attributes: {add: [{name: http.team, expression: 'request.headers["x-team"]'}]}}`),
    ['warning metric-label spec.frontend.metrics.attributes.add[0].name'],
    label('request.headers["x-team"]'),
  ],
  // authorization services
  [
    'a list of headers without a credential, though one looks as if',
    check('allowedRequestHeaders: [user-agent, x-request-id]'),
    ['warning extauthz-http-request spec.traffic.extAuth.http.allowedRequestHeaders'],
    check('allowedRequestHeaders: [user-agent, authorization]'),
  ],
  [
    'a cookie for the client in the request for the backend',
    check('allowedResponseHeaders: [x-user, Set-Cookie]'),
    ['warning extauthz-http-request spec.traffic.extAuth.http.allowedResponseHeaders[1]'],
    check('allowedResponseHeaders: [x-user]'),
  ],
  [
    'a number as the time of a cache',
    check('', `, cache: {key: ['request.headers["authorization"]', request.path], ttl: "300"}`),
    ['warning cel-wrong-type spec.traffic.extAuth.cache.ttl'],
    check('', `, cache: {key: ['request.headers["authorization"]', request.path], ttl: 300s}`),
  ],
  // numbers far below usual ones
  [
    'five headers',
    frontend('http: {http1MaxHeaders: 5}'),
    ['warning limit-out-of-range spec.frontend.http.http1MaxHeaders'],
    frontend('http: {http1MaxHeaders: 64}'),
  ],
  [
    'a buffer of 64 bytes',
    traffic('buffer: {request: {maxBytes: 64}}'),
    ['warning limit-out-of-range spec.traffic.buffer.request.maxBytes'],
    traffic('buffer: {request: {maxBytes: 64Ki}}'),
  ],
  // times
  [
    'an idle time of a second',
    frontend('http: {http1IdleTimeout: 1s}'),
    ['warning duration-unusual spec.frontend.http.http1IdleTimeout'],
    frontend('http: {http1IdleTimeout: 1m}'),
  ],
  [
    'handshakes within 100 ms',
    frontend('tls: {handshakeTimeout: 100ms}'),
    ['warning duration-unusual spec.frontend.tls.handshakeTimeout'],
    frontend('tls: {handshakeTimeout: 5s}'),
  ],
  [
    'an age in milliseconds',
    traffic('cors: {allowOrigins: ["https://a.example"], allowMethods: [GET], maxAge: 86400000}'),
    ['info timeout-huge spec.traffic.cors.maxAge'],
    traffic('cors: {allowOrigins: ["https://a.example"], allowMethods: [GET], maxAge: 86400}'),
  ],
  // origins, places, patterns
  [
    'an origin with the port of its scheme',
    traffic('csrf: {additionalOrigins: ["https://a.example:443"]}'),
    ['warning csrf-origin spec.traffic.csrf.additionalOrigins[0]'],
    traffic('csrf: {additionalOrigins: ["http://a.example:443"]}'),
  ],
  [
    'a parameter with its question mark',
    traffic(jwt(', location: {queryParameter: {name: "?token"}}')),
    [
      'info credential-place spec.traffic.jwtAuthentication.location.queryParameter',
      'warning credential-place spec.traffic.jwtAuthentication.location.queryParameter.name',
    ],
    traffic(jwt(', location: {queryParameter: {name: token}}')),
  ],
  [
    'all cookies as the credential',
    traffic(jwt(', location: {header: {name: Cookie}}')),
    ['warning credential-place spec.traffic.jwtAuthentication.location.header'].map(each => `${each}.name`),
    traffic(jwt(', location: {cookie: {name: session}}')),
  ],
  [
    'a wildcard as an expression',
    traffic(`authorization: {policy: {matchExpressions: ['request.headers["x-team"].matches("^team-*$")']}}`),
    ['warning regex-misread spec.traffic.authorization.policy.matchExpressions[0]'],
    traffic(`authorization: {policy: {matchExpressions: ['request.headers["x-team"].matches("^team-[a-z]*$")']}}`),
  ],
  [
    'an expression of JavaScript in a guard',
    guard('regex: {action: Reject, matches: ["/password/i"]}'),
    ['warning regex-misread spec.backend.ai.promptGuard.request[0].regex.matches[0]'],
    guard('regex: {action: Reject, matches: ["(?i)password"]}'),
  ],
  // what clients can write
  [
    'a role that the client writes',
    traffic(`authorization: {policy: {matchExpressions: ['request.headers["x-role"] == "admin"']}}`),
    ['warning policy-header-believed spec.traffic.authorization.policy.matchExpressions[0]'],
    traffic(`authorization: {policy: {matchExpressions: ['request.headers["x-version"] == "2"']}}`),
  ],
  [
    'a role that the client writes, and a role that a service sets',
    traffic(`authorization: {policy: {matchExpressions: ['request.headers["x-user-role"] == "admin"']}}`),
    ['warning policy-header-believed spec.traffic.authorization.policy.matchExpressions[0]'],
    traffic(
      `authorization: {policy: {matchExpressions: ['request.headers["x-user-role"] == "admin"']}, extAuth: {backendRef: {name: auth, port: 9000}, http: {allowedResponseHeaders: [x-user-role]}}`,
    ),
  ],
  // metadata of MCP
  [
    'a route for one path alone',
    edge() + toTools('matches: [{path: {type: Exact, value: /mcp}}], ') + mcp + login('https://shop.example.com/mcp'),
    ['warning policy-mcp-metadata spec.traffic.jwtAuthentication.mcp'],
    edge() +
      toTools('matches: [{path: {type: Exact, value: /mcp}}, {path: {value: /.well-known/oauth-protected-resource}}], ') +
      mcp +
      login('https://shop.example.com/mcp'),
  ],
  [
    'a resource at another host',
    edge() + toTools() + mcp + login('https://other.example.com/mcp'),
    ['warning policy-mcp-metadata spec.traffic.jwtAuthentication.mcp.resourceMetadata.resource'],
    edge() + toTools() + mcp + login('https://shop.example.com/mcp'),
  ],
  [
    'the name of another host for a public site',
    edge() + toTools() + host('api.partner.net', 'http: {requestTimeout: 5s}') + traffic('hostRewrite: {mode: None}'),
    ['warning policy-host-kept spec.traffic.hostRewrite.mode'],
    edge() + toTools() + host('api.ai.svc.cluster.local', 'http: {requestTimeout: 5s}') + traffic('hostRewrite: {mode: None}'),
  ],
  // backends
  [
    'a name of a certificate as an address',
    host('a.example', 'tls: {verifySubjectAltNames: ["https://a.example"]}').replace('tls: {}, ', ''),
    ['warning policy-tls spec.policies.tls.verifySubjectAltNames[0]'],
    host('a.example', 'tls: {verifySubjectAltNames: [a.example, 10.0.0.1, "spiffe://t/ns/a/sa/b"]}').replace('tls: {}, ', ''),
  ],
  [
    'a pattern as a name of a certificate',
    host('a.example', 'tls: {verifySubjectAltNames: ["*.example"]}').replace('tls: {}, ', ''),
    ['error policy-tls spec.policies.tls.verifySubjectAltNames[0]'],
    host('a.example', 'tls: {verifySubjectAltNames: [a.example]}').replace('tls: {}, ', ''),
  ],
  [
    'a tag that belongs to AWS',
    host('x.execute-api.eu-west-1.amazonaws.com', role('tags: [{key: "aws:team", value: a}]')),
    ['warning backend-cloud-auth spec.policies.auth.aws.assumeRole.tags[0].key'],
    host('x.execute-api.eu-west-1.amazonaws.com', role('tags: [{key: team, value: "a b"}]')),
  ],
  [
    'a session name with a space',
    host('x.execute-api.eu-west-1.amazonaws.com', role(`sessionNameExpression: '"my gateway"'`)),
    ['warning backend-cloud-auth spec.policies.auth.aws.assumeRole.sessionNameExpression'],
    host('x.execute-api.eu-west-1.amazonaws.com', role(`sessionNameExpression: '"my-gateway"'`)),
  ],
  [
    'an access token for Cloud Run',
    host('a-b.a.run.app', 'auth: {gcp: {}}'),
    ['warning backend-cloud-auth spec.policies.auth.gcp'],
    host('a-b.a.run.app', 'auth: {gcp: {type: IdToken}}'),
  ],
  [
    'a guardrail of the latest version',
    guard('bedrockGuardrails: {identifier: abc123, version: latest, region: us-east-1}'),
    ['warning backend-provider spec.backend.ai.promptGuard.request[0].bedrockGuardrails.version'],
    guard('bedrockGuardrails: {identifier: abc123, version: "3", region: us-east-1}'),
  ],
  [
    'a version of Azure that is not a day',
    backend('ai: {provider: {azureopenai: {endpoint: a.openai.azure.com, deploymentName: d, apiVersion: "2024-02-30"}}}'),
    ['warning backend-provider spec.ai.provider.azureopenai.apiVersion'],
    backend('ai: {provider: {azureopenai: {endpoint: a.openai.azure.com, deploymentName: d, apiVersion: 2024-10-21-preview}}}'),
  ],
  [
    'a field of models with a letter too few',
    ofAi('defaults: [{field: max_token, value: 100}]'),
    ['warning ai-field-type spec.backend.ai.defaults[0].field'],
    ofAi('defaults: [{field: max_tokens, value: 100}, {field: my_own, value: 1}]'),
  ],
  [
    'gRPC to a Service that a policy calls with HTTP/1.1',
    edge() + route('') + service('web', 'ports: [{port: 80}]') + limiter + version('HTTP1'),
    ['warning policy-http-version spec.traffic.rateLimit.global.backendRef.port'],
    edge() + route('') + service('web', 'ports: [{port: 80}]') + limiter + version('HTTP2'),
  ],
  [
    'a socket that no volume holds',
    edge(named) + toTools() + socket + parameters('logging: {level: info}'),
    ['warning backend-address spec.static.unixPath'],
    edge(named) + toTools() + socket + mounted,
  ],
  // parameters
  [
    'half a byte of memory',
    parameters('resources: {limits: {memory: 512m}}'),
    ['error parameters-fail spec.resources.limits.memory'],
    parameters('resources: {limits: {memory: 512Mi}}'),
  ],
  [
    'an authority that is not an address',
    parameters('istio: {caAddress: "istiod.istio-system.svc:15012/x"}'),
    ['error parameters-fail spec.istio.caAddress'],
    parameters('istio: {caAddress: "istiod.istio-system.svc:15012"}'),
  ],
  // monitoring
  [
    'a rate that is compared with nothing',
    alert('sum(rate(errors_total[5m]))'),
    ['warning alert-rule spec.groups[0].rules[0].expr'],
    alert('sum(rate(errors_total[5m])) > 1'),
  ],
  [
    'a rate without a range',
    alert('rate(errors_total) > 1'),
    ['error alert-rule spec.groups[0].rules[0].expr'],
    alert('rate(errors_total{a="b"}[5m]) > 1'),
  ],
  [
    'a rate within five seconds',
    alert('rate(errors_total[5s]) > 1'),
    ['warning alert-rule spec.groups[0].rules[0].expr'],
    alert('rate(errors_total[90s]) > 1'),
  ],
  [
    'names of metrics in the wrong label',
    relabeled('action: drop, sourceLabels: [name], regex: "go_.*"'),
    ['warning monitor-relabeling spec.podMetricsEndpoints[0].metricRelabelings[0].sourceLabels'],
    relabeled('action: drop, sourceLabels: [__name__], regex: "go_.*"'),
  ],
  [
    'the beginning of names',
    relabeled('action: keep, sourceLabels: [__name__], regex: http_'),
    ['warning monitor-relabeling spec.podMetricsEndpoints[0].metricRelabelings[0].regex'],
    relabeled('action: keep, sourceLabels: [__name__], regex: "http_.*"'),
  ],
];

it.each(table)('%s', (_what, wrong, expected, right) => {
  expect(own(wrong)).toEqual(expected);
  expect(own(right).filter(finding => !finding.startsWith('info '))).toEqual([]);
});

it('a name of a header in any case is the same for an expression, as in v1.1.0 and v1.4.1', () => {
  expect(own(traffic(`transformation: {request: {set: [{name: x-a, value: 'request.headers["X-Team"]'}]}}`))).toEqual([]);
});

it('the moderation of OpenAI needs a key of its own, although the backend has one', () => {
  const asked = (policies: string) =>
    backend(
      `ai: {provider: {openai: {}}}, policies: {auth: {secretRef: {name: k}}, ai: {promptGuard: {streaming: Enabled, request: [{openAIModeration: {model: m${policies}}}]}}}`,
    );
  expect(say(asked(''))).toEqual(['warning backend-without-key spec.policies.ai.promptGuard.request[0].openAIModeration']);
  expect(say(asked(', policies: {auth: {secretRef: {name: k}}}'))).toEqual([]);
});

it('mistakes of clients take no provider from all others', () => {
  const health = (condition: string) =>
    backend(
      `ai: {groups: [{providers: [{name: a, openai: {}, policies: {auth: {secretRef: {name: k}}, health: {unhealthyCondition: '${condition}', eviction: {duration: 10s}}}}]}]}`,
    );
  expect(say(health('response.code >= 400'))).toEqual([
    'warning backend-health-inert spec.ai.groups[0].providers[0].policies.health.unhealthyCondition',
  ]);
  for (const condition of ['response.code >= 500', 'response.code == 429 || response.code >= 500', 'response.code >= 429'])
    expect(say(health(condition))).toEqual([]);
});

it.each(['"$remote_addr"', '"%DOWNSTREAM_REMOTE_ADDRESS%"', '"{{ .host }}"'])('the value %s of a filter is sent as it is', value => {
  const filtered = (text: string) =>
    route('').replace(
      'rules: [{',
      `rules: [{filters: [{type: RequestHeaderModifier, requestHeaderModifier: {set: [{name: x-a, value: ${text}}]}}], `,
    );
  expect(say(filtered(value))).toEqual(['warning policy-headers spec.rules[0].filters[0].requestHeaderModifier.set[0].value']);
  expect(say(filtered('"$5.00"'))).toEqual([]);
});
