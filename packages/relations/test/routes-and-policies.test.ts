/** What the rules across objects say of routes, policies and backends: wrong ones, and the same ones put right. */
import { backend, data, gateway, http, object, onGateway, onRoute, policy, route, say, service } from './objects.js';

const table: [what: string, text: string, expected: string[]][] = [
  // routes
  [
    'a section that no listener has',
    `${gateway(http)}${route('').replace('{name: edge}', '{name: edge, sectionName: https}')}`,
    ['error route-not-attached spec.parentRefs[0].sectionName'],
  ],
  [
    'a port that no listener has',
    `${gateway(http)}${route('').replace('{name: edge}', '{name: edge, port: 81}')}`,
    ['error route-not-attached spec.parentRefs[0].port'],
  ],
  [
    'a listener of another protocol',
    `${gateway('{name: tcp, port: 80, protocol: TCP}')}${route('')}`,
    ['error route-not-attached spec.parentRefs[0].name'],
  ],
  [
    'a listener for other kinds',
    `${gateway('{name: http, port: 80, protocol: HTTP, allowedRoutes: {kinds: [{kind: GRPCRoute}]}}')}${route('')}`,
    ['error route-not-attached spec.parentRefs[0].name'],
  ],
  [
    'hosts without one in common',
    `${gateway('{name: http, port: 80, protocol: HTTP, hostname: a.example}')}${route(', hostnames: [b.example]')}`,
    ['error route-not-attached spec.parentRefs[0].name'],
  ],
  [
    'hosts with one in common',
    `${gateway('{name: http, port: 80, protocol: HTTP, hostname: "*.example"}')}${route(', hostnames: [b.example]')}`,
    [],
  ],
  [
    'a namespace that is selected by a label that it lacks',
    `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: apps, labels: {team: a}}\n${gateway('{name: http, port: 80, protocol: HTTP, allowedRoutes: {namespaces: {from: Selector, selector: {matchLabels: {team: b}}}}}', ', namespace: infra')}${route('', ', namespace: apps').replace('{name: edge}', '{name: edge, namespace: infra}')}`,
    ['error route-not-attached spec.parentRefs[0].name'],
  ],
  ['a route for a Gateway that is not given', route(', hostnames: [a.example]'), []],
  [
    'a filter that agentgateway does not know',
    `${gateway(http)}${route('').replace('{backendRefs', '{filters: [{type: ExtensionRef, extensionRef: {group: a, kind: B, name: c}}], backendRefs')}`,
    ['error route-never-served spec.rules[0].filters[0].type'],
  ],
  [
    'a rule without a backend',
    object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'web', '{rules: [{}]}'),
    ['warning route-never-served spec.rules[0]'],
  ],
  [
    'a rule that a policy answers',
    `${object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'web', '{rules: [{}]}')}${policy(onRoute, 'traffic: {directResponse: {status: 200}}')}`,
    [],
  ],
  [
    'two routes with an equal match',
    `${route('')}${route('').replace('name: web}', 'name: other}')}`,
    ['warning route-match-repeated spec.rules[0]'],
  ],
  [
    'two routes for different hosts',
    `${route(', hostnames: [a.example]')}${route(', hostnames: [b.example]').replace('name: web}', 'name: other}')}`,
    [],
  ],
  [
    'two protocols on a port',
    gateway(`${http}, {name: tls, port: 80, protocol: HTTPS, tls: {certificateRefs: [{name: c}]}}`),
    ['error listener-conflict spec.listeners[1].port'],
  ],
  ['a port of the proxy', gateway('{name: http, port: 15021, protocol: HTTP}'), ['error listener-conflict spec.listeners[0].port']],
  [
    'a ListenerSet that the Gateway does not take',
    `${gateway(http)}${object('gateway.networking.k8s.io/v1', 'ListenerSet', 's', '{parentRef: {name: edge}, listeners: [{name: b, port: 81, protocol: HTTP}]}')}`,
    ['error listener-conflict spec.parentRef.name'],
  ],
  [
    'a ListenerSet that the Gateway takes',
    `${gateway(http, '', ', allowedListeners: {namespaces: {from: Same}}')}${object('gateway.networking.k8s.io/v1', 'ListenerSet', 's', '{parentRef: {name: edge}, listeners: [{name: b, port: 81, protocol: HTTP}]}')}`,
    [],
  ],
  // policies
  [
    'a target of another kind',
    `${route('', '', 'GRPCRoute')}${policy(onRoute, 'traffic: {timeouts: {request: 1s}}')}`,
    ['warning policy-not-attached spec.targetRefs[0].kind'],
  ],
  [
    'a rule that has no such name',
    `${route('')}${policy(onRoute.replace('}', ', sectionName: r}'), 'traffic: {timeouts: {request: 1s}}')}`,
    ['warning policy-not-attached spec.targetRefs[0].sectionName'],
  ],
  [
    'labels that no Gateway has',
    `${gateway(http)}${object('agentgateway.dev/v1alpha1', 'AgentgatewayPolicy', 'p', '{targetSelectors: [{group: gateway.networking.k8s.io, kind: Gateway, matchLabels: {a: b}}], traffic: {timeouts: {request: 1s}}}')}`,
    ['warning policy-not-attached spec.targetSelectors[0].matchLabels'],
  ],
  [
    'a rule about tokens that nobody checks',
    `${gateway(http)}${policy(onGateway, 'traffic: {authorization: {policy: {matchExpressions: [\'jwt.sub == "a"\']}}}')}`,
    ['warning policy-authorization spec.traffic.authorization.policy.matchExpressions[0]'],
  ],
  [
    'a rule about tokens that are checked',
    `${gateway(http)}${policy(onGateway, 'traffic: {jwtAuthentication: {mode: Strict, providers: [{issuer: i, audiences: [a], jwks: {remote: {jwksPath: p, backendRef: {name: b, port: 80}}}}]}, authorization: {policy: {matchExpressions: [\'jwt.sub == "a"\']}}}')}`,
    [],
  ],
  [
    'a policy for a Gateway that is not given',
    policy(onGateway, 'traffic: {authorization: {policy: {matchExpressions: [\'jwt.sub == "a"\']}}}'),
    ['info policy-authorization spec.traffic.authorization.policy.matchExpressions[0]'],
  ],
  [
    'a timeout on the way to MCP servers',
    `${route('').replace('{name: web, port: 80}', '{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}').replace('rules: [{', 'rules: [{timeouts: {request: 5s}, ')}${backend('mcp: {targets: [{name: a, static: {host: h, port: 80}}]}')}`,
    ['info policy-time-limits spec.rules[0].timeouts.request'],
  ],
  [
    'the key of a cache that is one for all',
    policy(onGateway, 'traffic: {extAuth: {http: {}, backendRef: {name: a, port: 1}, cache: {key: [request.path], ttl: 1m}}}'),
    ['warning extauthz-cache-shared spec.traffic.extAuth.cache.key'],
  ],
  [
    'a header that is set and removed',
    policy(onGateway, 'traffic: {headerModifiers: {request: {set: [{name: X-A, value: b}], remove: [x-a]}}}'),
    ['warning header-modifier-conflict spec.traffic.headerModifiers.request.remove[0]'],
  ],
  [
    'a prefix without a space',
    policy(onGateway, 'backend: {auth: {secretRef: {name: k}, location: {header: {name: Authorization, prefix: Bearer}}}}'),
    ['warning policy-credential-everywhere spec.backend.auth', 'warning credential-prefix spec.backend.auth.location.header.prefix'],
  ],
  [
    'lowest above highest version',
    policy(onGateway, 'frontend: {tls: {minProtocolVersion: "1.3", maxProtocolVersion: "1.2"}}'),
    ['error tls-versions-contradiction spec.frontend.tls'],
  ],
  [
    'keys that no Secret has',
    `${data('Secret', 's', 'a: b', ', labels: {app: x}')}${policy(onGateway, 'traffic: {apiKeyAuthentication: {mode: Strict, secretSelector: {matchLabels: {app: y}}}}')}`,
    ['warning policy-keys spec.traffic.apiKeyAuthentication.secretSelector.matchLabels'],
  ],
  [
    'keys that a Secret has',
    `${data('Secret', 's', 'a: b', ', labels: {app: x}')}${policy(onGateway, 'traffic: {apiKeyAuthentication: {mode: Strict, secretSelector: {matchLabels: {app: x}}}}')}`,
    [],
  ],
  [
    'clients without a certificate',
    gateway(
      http,
      '',
      ', tls: {frontend: {default: {validation: {mode: AllowInsecureFallback, caCertificateRefs: [{group: "", kind: ConfigMap, name: c}]}}}}',
    ),
    ['info policy-tls spec.tls.frontend.default.validation.mode'],
  ],
  // backends
  ['a host with a scheme', backend('static: {host: "https://h", port: 443}'), ['error backend-host spec.static.host']],
  [
    'TLS from a policy',
    `${backend('static: {host: h, port: 443}')}${policy('{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}', 'backend: {tls: {}}')}`,
    [],
  ],
  [
    'a Service that has no such port',
    `${service('web', 'ports: [{port: 80}]', ', namespace: apps')}${backend('static: {host: web.apps.svc.cluster.local, port: 8080}')}`,
    ['warning backend-host spec.static.port'],
  ],
  [
    'a selector that finds a Service without MCP',
    `${service('web', 'ports: [{port: 80}]', ', labels: {mcp: "true"}')}${backend('mcp: {targets: [{name: a, selector: {services: {matchLabels: {mcp: "true"}}}}]}')}`,
    ['warning mcp-backend spec.mcp.targets[0].selector'],
  ],
  [
    'a selector that finds MCP',
    `${service('web', 'ports: [{port: 80, appProtocol: agentgateway.dev/mcp}]', ', labels: {mcp: "true"}')}${backend('mcp: {targets: [{name: a, selector: {services: {matchLabels: {mcp: "true"}}}}]}')}`,
    [],
  ],
  [
    'targets without prefixes',
    backend('mcp: {prefixMode: Never, targets: [{name: a, static: {host: a, port: 80}}, {name: b, static: {host: b, port: 80}}]}'),
    ['warning mcp-backend spec.mcp.prefixMode'],
  ],
];

it.each(table)('%s', (_, text, expected) => {
  expect(say(text)).toEqual(expected);
});
