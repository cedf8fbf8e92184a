/** What the rules say of routes, listeners, parameters, backends and monitors: wrong ones, and the same ones put right. */
import { gateway, http, object, say } from './objects.js';

const edge = gateway(http);
const https = (tls: string) => gateway(`{name: tls, port: 443, protocol: HTTPS, tls: ${tls}}`);
const httpRoute = (rule: string) =>
  object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'web', `{parentRefs: [{name: edge}], rules: [${rule}]}`);
const grpcRoute = (rule: string) =>
  object('gateway.networking.k8s.io/v1', 'GRPCRoute', 'calls', `{parentRefs: [{name: edge}], rules: [${rule}]}`);
const to = 'backendRefs: [{name: web, port: 80}]';
const match = (part: string) => httpRoute(`{matches: [{${part}}], ${to}}`);
const filter = (part: string, target = `, ${to}`) => httpRoute(`{matches: [{path: {value: /a}}], filters: [{${part}}]${target}}`);
const parameters = (spec: string) => object('agentgateway.dev/v1alpha1', 'AgentgatewayParameters', 'proxy', `{${spec}}`);
const backend = (spec: string) => object('agentgateway.dev/v1alpha1', 'AgentgatewayBackend', 'tools', `{${spec}}`);
const model = (spec: string, name = 'chat') =>
  object('agentgateway.dev/v1alpha1', 'AgentgatewayModel', name, `{parentRefs: [{name: edge}], ${spec}}`);
const monitor = (endpoint: string, spec = '') =>
  object('monitoring.coreos.com/v1', 'ServiceMonitor', 'm', `{selector: {matchLabels: {app: web}}, endpoints: [${endpoint}]${spec}}`);
const rules = (rule: string) => object('monitoring.coreos.com/v1', 'PrometheusRule', 'r', `{groups: [{name: g, rules: [${rule}]}]}`);
const ingress = (spec: string) => object('networking.k8s.io/v1', 'Ingress', 'web', `{${spec}}`);
const path = (value: string) =>
  `http: {paths: [{path: "${value}", pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}`;
const tlsPolicy = (spec: string) => object('gateway.networking.k8s.io/v1', 'BackendTLSPolicy', 'p', `{${spec}}`);

const table: [what: string, text: string, expected: string[]][] = [
  // matches
  ['a placeholder in a path', match('path: {value: "/users/{id}"}'), ['warning route-match-inert spec.rules[0].matches[0].path.value']],
  ['a path as it is sent', match('path: {value: /users}'), []],
  [
    'an expression with look-around',
    match('path: {type: RegularExpression, value: "/(?!admin).*"}'),
    ['warning route-match-inert spec.rules[0].matches[0].path.value'],
  ],
  ['an expression of the whole path', match('path: {type: RegularExpression, value: "/v[0-9]+/.*"}'), []],
  ['the header Host', match('headers: [{name: Host, value: a}]'), ['warning route-match-inert spec.rules[0].matches[0].headers[0].value']],
  [
    'an expression of type Exact',
    match('headers: [{name: user-agent, value: ".*Chrome.*"}]'),
    ['warning route-match-inert spec.rules[0].matches[0].headers[0].value'],
  ],
  [
    'a parameter that is not decoded',
    match('queryParams: [{name: q, value: "a%20b"}]'),
    ['warning route-match-inert spec.rules[0].matches[0].queryParams[0].value'],
  ],
  [
    'a gRPC service without a method',
    `${edge}${grpcRoute(`{matches: [{method: {service: a.B}}], ${to}}`)}`,
    ['warning route-grpc-match spec.rules[0].matches[0].method.service'],
  ],
  ['the same on a Gateway that is not given', grpcRoute(`{matches: [{method: {service: a.B}}], ${to}}`), []],
  ['a gRPC method', `${edge}${grpcRoute(`{matches: [{method: {service: a.B, method: C}}], ${to}}`)}`, []],
  // filters
  [
    'a length that HTTP sets',
    filter('type: RequestHeaderModifier, requestHeaderModifier: {set: [{name: Content-Length, value: "0"}]}'),
    ['warning route-filter-fails spec.rules[0].filters[0].requestHeaderModifier.set[0]'],
  ],
  [
    'a rewrite in the list of a backend',
    `${edge}${httpRoute('{backendRefs: [{name: web, port: 80, filters: [{type: URLRewrite, urlRewrite: {hostname: a.b}}]}]}')}`,
    ['error route-filter-fails spec.rules[0].backendRefs[0].filters[0].type'],
  ],
  [
    'a new path with a slash at its end',
    `${edge}${filter('type: URLRewrite, urlRewrite: {path: {type: ReplaceFullPath, replaceFullPath: /b/}}')}`,
    ['info route-filter-inert spec.rules[0].filters[0].urlRewrite.path.replaceFullPath'],
  ],
  [
    'a redirect to the path that it comes from',
    filter('type: RequestRedirect, requestRedirect: {path: {type: ReplacePrefixMatch, replacePrefixMatch: /a}}', ''),
    ['warning route-redirect spec.rules[0].filters[0].requestRedirect'],
  ],
  [
    'a redirect to https on the same port',
    `${gateway('{name: http, port: 8080, protocol: HTTP}')}${filter('type: RequestRedirect, requestRedirect: {scheme: https}', '')}`,
    ['info route-redirect spec.rules[0].filters[0].requestRedirect.scheme'],
  ],
  ['a redirect elsewhere', filter('type: RequestRedirect, requestRedirect: {hostname: b.example}', ''), []],
  [
    'an origin with the default port',
    filter('type: CORS, cors: {allowOrigins: ["https://a.example:443"]}'),
    ['warning route-cors-origin spec.rules[0].filters[0].cors.allowOrigins[0]'],
  ],
  ['a pattern of origins', filter('type: CORS, cors: {allowOrigins: ["https://*.example"]}'), []],
  ['a limit of a millisecond', httpRoute(`{timeouts: {request: 1ms}, ${to}}`), ['warning route-time-limit spec.rules[0].timeouts.request']],
  ['no limit', httpRoute(`{timeouts: {request: 0s}, ${to}}`), ['info route-time-limit spec.rules[0].timeouts.request']],
  [
    'a backend by its host',
    `${edge}${httpRoute('{backendRefs: [{name: web.apps.svc, port: 80}]}')}`,
    ['error route-backend-refused spec.rules[0].backendRefs[0].name'],
  ],
  [
    'a backend that Istio names by its host',
    `${edge}${httpRoute('{backendRefs: [{group: networking.istio.io, kind: Hostname, name: api.example.com, port: 80}]}')}`,
    [],
  ],
  // listeners
  [
    'two certificates',
    https('{certificateRefs: [{name: a}, {name: b}]}'),
    ['error gateway-listener-refused spec.listeners[0].tls.certificateRefs'],
  ],
  [
    'a ConfigMap as certificate',
    https('{certificateRefs: [{kind: ConfigMap, name: a}]}'),
    ['error gateway-listener-refused spec.listeners[0].tls.certificateRefs[0].kind'],
  ],
  ['one certificate', https('{certificateRefs: [{name: a}]}'), []],
  ['UDP', gateway('{name: dns, port: 53, protocol: UDP}'), ['error gateway-listener-refused spec.listeners[0].protocol']],
  [
    'an option of another controller',
    https('{certificateRefs: [{name: a}], options: {example.com/min: "1.3"}}'),
    ['warning gateway-listener-inert spec.listeners[0].tls.options["example.com/min"]'],
  ],
  [
    'a choice of namespaces without a condition',
    gateway('{name: http, port: 80, protocol: HTTP, allowedRoutes: {namespaces: {from: Selector, selector: {}}}}'),
    ['warning gateway-listener-inert spec.listeners[0].allowedRoutes.namespaces.from'],
  ],
  [
    'an address that is a name',
    gateway(http, '', ', addresses: [{type: Hostname, value: a.b}]'),
    ['error gateway-without-proxy spec.addresses'],
  ],
  [
    'parameters of another kind',
    gateway(http, '', ', infrastructure: {parametersRef: {group: "", kind: ConfigMap, name: c}}'),
    ['error gateway-without-proxy spec.infrastructure.parametersRef.kind'],
  ],
  [
    'parameters of a class without a namespace',
    object(
      'gateway.networking.k8s.io/v1',
      'GatewayClass',
      'c',
      '{controllerName: agentgateway.dev/agentgateway, parametersRef: {group: agentgateway.dev, kind: AgentgatewayParameters, name: p}}',
    ),
    ['error gateway-without-proxy spec.parametersRef'],
  ],
  // parameters
  [
    'a limit below the request of the controller',
    parameters('resources: {limits: {cpu: 50m}}'),
    ['error parameters-fail spec.resources.limits.cpu'],
  ],
  ['a repository with its tag', parameters('image: {repository: "team/proxy:1"}'), ['error parameters-fail spec.image.repository']],
  ['a short session key', parameters('env: [{name: SESSION_KEY, value: abc}]'), ['error proxy-environment spec.env[0].value']],
  ['another controller', parameters('env: [{name: XDS_ADDRESS, value: "http://a:1"}]'), ['error parameters-fail spec.env[0].name']],
  ['0 seconds', parameters('shutdown: {min: 0, max: 5}'), ['warning parameters-inert spec.shutdown.min']],
  [
    'a level that the controller sets',
    parameters('rawConfig: {config: {logging: {level: debug}}}'),
    ['warning parameters-inert spec.rawConfig.config.logging.level'],
  ],
  [
    'a field that the proxy does not know',
    parameters('rawConfig: {config: {nothing: 1}}'),
    ['error parameters-raw-config spec.rawConfig.config.nothing'],
  ],
  [
    'a choice that is written out',
    parameters(
      'rawConfig: {binds: [{port: 3000, listeners: [{routes: [{policies: {extAuthz: {host: "localhost:9000", failureMode: allow, policies: {http: {requestTimeout: 2s}}}}, backends: [{host: "one:80"}]}]}]}]}',
    ),
    ['info parameters-raw-config spec.rawConfig.binds[0].listeners[0].routes[0].policies.extAuthz.failureMode'],
  ],
  ['a variable twice', parameters('env: [{name: A, value: "1"}, {name: A, value: "2"}]'), ['warning parameters-inert spec.env[1].name']],
  // backends and models
  [
    'an endpoint with a scheme',
    backend('ai: {provider: {azureopenai: {endpoint: "https://a.openai.azure.com"}}}, policies: {auth: {secretRef: {name: k}}}'),
    ['warning backend-provider spec.ai.provider.azureopenai.endpoint'],
  ],
  [
    'a region of Google for Bedrock',
    backend('ai: {provider: {bedrock: {region: europe-west1}}}'),
    ['warning backend-provider spec.ai.provider.bedrock.region'],
  ],
  ['no key', backend('ai: {provider: {openai: {}}}'), ['info backend-without-key spec.ai.provider']],
  ['any host', backend('dynamicForwardProxy: {}'), ['info backend-open spec.dynamicForwardProxy']],
  [
    'two targets with one address',
    backend('mcp: {targets: [{name: a, static: {host: x, port: 1}}, {name: b, static: {host: x, port: 1}}]}'),
    ['info backend-address spec.mcp.targets[1].static'],
  ],
  [
    'a model that no listener offers',
    `${edge}${model('provider: OpenAI, policies: {auth: {secretRef: {name: k}}}')}`,
    ['error model-not-served spec.parentRefs[0].name'],
  ],
  [
    'a virtual model of itself',
    model('virtualModel: {weighted: {targets: [{modelRef: {name: chat}}]}}'),
    ['error model-not-served spec.virtualModel.weighted.targets[0]'],
  ],
  [
    'two models with one name',
    `${model('provider: Bedrock, match: {model: x}', 'a')}${model('provider: Bedrock, match: {model: x}', 'b')}`,
    ['warning model-not-served spec.match.model'],
  ],
  [
    'public certificates inside the cluster',
    tlsPolicy('targetRefs: [{group: "", kind: Service, name: web}], validation: {hostname: web.apps.svc, wellKnownCACertificates: System}'),
    ['warning backend-tls-policy spec.validation.wellKnownCACertificates'],
  ],
  // monitors and Ingresses
  [
    'TLS settings without TLS',
    monitor('{port: a, tlsConfig: {insecureSkipVerify: true}}'),
    ['warning monitor-endpoint spec.endpoints[0].tlsConfig'],
  ],
  ['two ports', monitor('{port: a, targetPort: 80}'), ['warning monitor-endpoint spec.endpoints[0].targetPort']],
  [
    'names that do not count',
    monitor('{port: a}', ', namespaceSelector: {any: true, matchNames: [b]}'),
    ['warning monitor-endpoint spec.namespaceSelector.matchNames'],
  ],
  [
    'labels of discovery of metrics',
    monitor('{port: a, metricRelabelings: [{sourceLabels: [__meta_a], targetLabel: b}]}'),
    ['warning monitor-relabeling spec.endpoints[0].metricRelabelings[0].sourceLabels'],
  ],
  [
    'names of metrics of targets',
    monitor('{port: a, relabelings: [{sourceLabels: [__name__], action: drop, regex: "go_.*"}]}'),
    ['warning monitor-relabeling spec.endpoints[0].relabelings[0].sourceLabels'],
  ],
  [
    'a template that is not closed',
    rules('{alert: A, expr: up == 0, annotations: {a: "{{ $value"}}'),
    ['error alert-rule spec.groups[0].rules[0].annotations'],
  ],
  [
    'Ingresses with one path twice',
    ingress(`rules: [{host: a.b, ${path('/x')}}, {host: a.b, ${path('/x')}}]`),
    ['warning ingress-hosts spec.rules[1].http.paths[0].path'],
  ],
  ['an Ingress with a wildcard in TLS', ingress(`tls: [{hosts: ["*.b"], secretName: c}], rules: [{host: a.b, ${path('/x')}}]`), []],
];

it.each(table)('%s', (_, text, expected) => {
  expect(say(text).filter(finding => !/reference-|route-never-served/.test(finding))).toEqual(expected);
});

it('equal matches of routes in two files, only if one given Gateway takes both', () => {
  const a = httpRoute(`{matches: [{path: {value: /x}}], ${to}}`);
  const b = a.replace('name: web}', 'name: other}');
  expect(say(a, b)).toEqual([]);
  expect(say(a, `${edge}${b}`)).toEqual(['info route-match-repeated spec.rules[0].matches[0]']);
  expect(say(`${edge}${a}`, `${edge}${b}`)).toEqual([]);
  expect(say(`${edge}${a}`, a)).toEqual([]);
});
