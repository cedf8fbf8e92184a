/** What the rules across objects say of objects that are given together: wrong ones, and the same ones put right. */
import { formatPath } from '@mcpgw/diagnostics';
import { parseYaml, runRules } from '@mcpgw/structure';
import { isLookedAt, streamOf, streamRules } from '../src/index.js';

const read = (text: string) => parseYaml(text, { file: 'f', dialect: 'go' }).documents;

function say(own: string, others = '', version = '1.4.1'): string[] {
  return runRules(streamRules, streamOf(read(own), read(others)), 'manifest', version, 'f')
    .filter(({ rule }) => rule !== 'reference-not-found')
    .map(({ severity, rule, path }) => `${severity} ${rule} ${formatPath(path ?? [])}`);
}

const object = (apiVersion: string, kind: string, name: string, spec: string, more = '') =>
  `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}${more}}\nspec: ${spec}\n`;
const pod = (name: string, container: string, more = '', spec = '') =>
  object('v1', 'Pod', name, `{containers: [{name: c, image: i, ${container}}]${spec}}`, `, labels: {app: ${name}}${more}`);
const deployment = (name: string, container = '', more = '') =>
  object(
    'apps/v1',
    'Deployment',
    name,
    `{${more} selector: {matchLabels: {app: ${name}}}, template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: c, image: i${container}}]}}}`,
  );
const service = (name: string, spec: string, more = '') => object('v1', 'Service', name, `{${spec}}`, more);
const data = (kind: string, name: string, keys: string, more = '') =>
  `---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}${more}}\n${kind === 'Secret' ? 'stringData' : 'data'}: {${keys}}\n`;
const gateway = (listeners: string, more = '', spec = '') =>
  object('gateway.networking.k8s.io/v1', 'Gateway', 'edge', `{gatewayClassName: agentgateway, listeners: [${listeners}]${spec}}`, more);
const http = '{name: http, port: 80, protocol: HTTP}';
const route = (spec: string, more = '', kind = 'HTTPRoute') =>
  object(
    'gateway.networking.k8s.io/v1',
    kind,
    'web',
    `{parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]${spec}}`,
    more,
  );
const policy = (target: string, spec: string, more = '') =>
  object('agentgateway.dev/v1alpha1', 'AgentgatewayPolicy', 'p', `{targetRefs: [${target}], ${spec}}`, more);
const backend = (spec: string) => object('agentgateway.dev/v1alpha1', 'AgentgatewayBackend', 'tools', `{${spec}}`);
const onGateway = '{group: gateway.networking.k8s.io, kind: Gateway, name: edge}';
const onRoute = '{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}';
const network = (spec: string) => object('networking.k8s.io/v1', 'NetworkPolicy', 'np', `{${spec}}`);
const budget = (spec: string) => object('policy/v1', 'PodDisruptionBudget', 'b', `{selector: {matchLabels: {app: web}}, ${spec}}`);
const scaler = (spec: string, name = 'h') =>
  object(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    name,
    `{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 3${spec}}`,
  );
const cpu = ', metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]';

const table: [what: string, text: string, expected: string[]][] = [
  // references
  [
    'a key of a ConfigMap that a volume mounts',
    `${data('ConfigMap', 'c', 'a: b')}${pod('web', '', '', ', volumes: [{name: v, configMap: {name: c, items: [{key: x, path: x}]}}]')}`,
    ['error reference-key-missing spec.volumes[0].configMap.items[0].key'],
  ],
  [
    'a key that may be absent',
    `${data('ConfigMap', 'c', 'a: b')}${pod('web', 'env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: x, optional: true}}}]')}`,
    [],
  ],
  [
    'an image pull secret of another type',
    `${data('Secret', 'registry', 'user: a')}${pod('web', '', '', ', imagePullSecrets: [{name: registry}]')}`,
    ['error reference-key-missing spec.imagePullSecrets[0].name'],
  ],
  [
    'a Secret without content, which something else fills',
    `---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\n${pod('web', 'env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: x}}}]')}`,
    [],
  ],
  [
    'a certificate of a listener',
    `${data('Secret', 'cert', 'ca.crt: x')}${gateway('{name: tls, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: cert}]}}')}`,
    [
      'error reference-key-missing spec.listeners[0].tls.certificateRefs[0].name',
      'error reference-key-missing spec.listeners[0].tls.certificateRefs[0].name',
    ],
  ],
  [
    'a Secret that a certificate writes',
    `${object('cert-manager.io/v1', 'Certificate', 'c', '{secretName: web-tls}')}${data('Secret', 'web-tld', 'a: b')}${object('networking.k8s.io/v1', 'Ingress', 'i', '{tls: [{secretName: web-tls}]}')}`,
    [],
  ],
  [
    'a service account of another namespace',
    '---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: runner, namespace: a}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: b}\nspec: {serviceAccountName: runner, containers: []}\n',
    ['warning reference-other-namespace spec.serviceAccountName'],
  ],
  [
    'a role that is misspelled',
    '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: reader}\nrules: []\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: raeder}\nsubjects: [{kind: User, name: reade}]\n',
    ['warning reference-misspelled roleRef.name'],
  ],
  ['names that differ in a number', `${data('Secret', 'store-1', 'a: b')}${pod('web', 'envFrom: [{secretRef: {name: store-2}}]')}`, []],
  [
    'an Ingress that names a port',
    `${service('web', 'ports: [{name: http, port: 80}]')}${object('networking.k8s.io/v1', 'Ingress', 'i', '{defaultBackend: {service: {name: web, port: {name: web}}}}')}`,
    ['warning backend-ref-wrong-port spec.defaultBackend.service.port.name'],
  ],
  [
    'an MCP target with a port that its Service has not',
    `${service('web', 'ports: [{port: 80}]')}${backend('mcp: {targets: [{name: a, static: {backendRef: {name: web}, port: 81}}]}')}`,
    ['warning backend-ref-wrong-port spec.mcp.targets[0].static.port'],
  ],
  [
    'a certificate in another namespace without a grant',
    gateway('{name: tls, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: cert, namespace: certs}]}}', ', namespace: infra'),
    ['info reference-not-granted spec.listeners[0].tls.certificateRefs[0].name'],
  ],
  [
    'a policy that refers to another namespace needs no grant',
    policy(onGateway, 'traffic: {extAuth: {http: {}, backendRef: {name: auth, namespace: other, port: 80}}}', ', namespace: a'),
    [],
  ],
  // services and pods
  [
    'a Service for the pods of a job',
    `${service('web', 'selector: {app: web}, ports: [{port: 80}]')}${object('batch/v1', 'Job', 'j', '{template: {metadata: {labels: {app: web}}, spec: {containers: []}}}')}`,
    [],
  ],
  [
    'a Service while an operator may make the pods',
    `${service('web', 'selector: {app: other}, ports: [{port: 80}]')}${deployment('web')}${object('example.com/v1', 'Thing', 't', '{}')}`,
    ['info service-selects-nothing spec.selector'],
  ],
  ['a Service without a selector', `${service('web', 'ports: [{port: 80}]')}${deployment('web')}`, []],
  [
    'a number that the container does not list',
    `${service('web', 'selector: {app: web}, ports: [{port: 80}]')}${deployment('web', ', ports: [{containerPort: 8080}]')}`,
    ['info service-target-port spec.ports[0].port'],
  ],
  [
    'a number, and a container that lists no port',
    `${service('web', 'selector: {app: web}, ports: [{port: 80}]')}${deployment('web')}`,
    [],
  ],
  [
    'a probe of a port of another container by name, and of its number',
    object(
      'v1',
      'Pod',
      'web',
      '{containers: [{name: a, image: i, ports: [{name: http, containerPort: 80}]}, {name: b, image: i, livenessProbe: {tcpSocket: {port: http}}, readinessProbe: {tcpSocket: {port: 80}}}]}',
    ),
    ['error probe-port spec.containers[1].livenessProbe.tcpSocket.port'],
  ],
  ['a budget that is a share', `${budget('minAvailable: 50%')}${deployment('web', '', 'replicas: 2,')}`, []],
  [
    'a budget that keeps all',
    `${budget('minAvailable: 100%')}${deployment('web', '', 'replicas: 2,')}`,
    ['warning disruption-budget-blocks spec.minAvailable'],
  ],
  ['a budget that lets none go', budget('maxUnavailable: 0'), ['warning disruption-budget-blocks spec.maxUnavailable']],
  [
    'a budget of one replica that is scaled',
    `${budget('minAvailable: 1')}${deployment('web', ', resources: {requests: {cpu: 1}}')}${scaler(cpu)}`,
    [],
  ],
  ['a budget for no pod', `${budget('maxUnavailable: 1')}${deployment('other')}`, ['warning disruption-budget-blocks spec.selector']],
  ['an autoscaler of one size', `${scaler(', minReplicas: 3')}`, ['info autoscaler-cannot-scale spec.maxReplicas']],
  [
    'two autoscalers of one workload',
    `${scaler('')}${scaler('', 'other')}`,
    ['error autoscaler-cannot-scale spec.scaleTargetRef.name', 'error autoscaler-cannot-scale spec.scaleTargetRef.name'],
  ],
  [
    'an autoscaler of a share of nothing',
    `${scaler(cpu)}${deployment('web')}`,
    ['warning autoscaler-cannot-scale spec.metrics[0].resource.name'],
  ],
  ['an autoscaler of what is limited', `${scaler(cpu)}${deployment('web', ', resources: {limits: {cpu: 1}}')}`, []],
  [
    'an autoscaler of a daemon set',
    object(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'h',
      '{scaleTargetRef: {apiVersion: apps/v1, kind: DaemonSet, name: web}, maxReplicas: 3}',
    ),
    ['error autoscaler-cannot-scale spec.scaleTargetRef.kind'],
  ],
  // network policies
  [
    'a policy that lets pods call pods, and not DNS',
    `${pod('web', '')}${network('podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{to: [{podSelector: {matchLabels: {app: a}}}]}]')}`,
    ['info network-policy-blocks spec.egress'],
  ],
  [
    'a policy that keeps a pod from asking for the name that its variable has',
    `${pod('web', 'env: [{name: STORE, value: "store:80"}]')}${pod('store', '')}${service('store', 'selector: {app: store}, ports: [{port: 80}]')}${network('podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{to: [{podSelector: {matchLabels: {app: store}}}]}]')}`,
    ['warning network-policy-blocks spec.egress'],
  ],
  [
    'a policy that lets pods ask DNS',
    `${pod('web', '')}${network('podSelector: {matchLabels: {app: web}}, egress: [{to: [{podSelector: {matchLabels: {app: a}}}]}, {ports: [{port: 53, protocol: UDP}]}]')}`,
    [],
  ],
  ['a policy that denies all', `${pod('web', '')}${network('podSelector: {}, policyTypes: [Egress, Ingress]')}`, []],
  [
    'a policy that keeps the proxy from its backend',
    `${gateway(http)}${route('')}${service('web', 'selector: {app: web}, ports: [{port: 80, targetPort: 8080}]')}${pod('web', 'ports: [{containerPort: 8080}]')}${network('podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {matchLabels: {app: other}}}]}]')}`,
    ['warning network-policy-blocks spec.ingress'],
  ],
  [
    'a policy that lets the proxy through',
    `${gateway(http)}${route('')}${service('web', 'selector: {app: web}, ports: [{port: 80, targetPort: 8080}]')}${pod('web', 'ports: [{containerPort: 8080}]')}${network('podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {matchLabels: {gateway.networking.k8s.io/gateway-name: edge}}}], ports: [{port: 8080}]}]')}`,
    [],
  ],
  [
    'a policy with addresses',
    `${pod('web', 'env: [{name: A, value: "store:80"}]')}${service('store', 'selector: {app: store}, ports: [{port: 80}]')}${pod('store', '')}${network('podSelector: {matchLabels: {app: web}}, egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}]}]')}`,
    [],
  ],
  [
    'a policy for no pod',
    `${pod('web', '')}${network('podSelector: {matchLabels: {app: other}}')}`,
    ['warning network-policy-selects-nothing spec.podSelector'],
  ],
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
    ['warning policy-time-limits spec.rules[0].timeouts.request'],
  ],
  [
    'the key of a cache that is one for all',
    policy(onGateway, 'traffic: {extAuth: {http: {}, backendRef: {name: a, port: 1}, cache: {key: [request.path], ttl: 1m}}}'),
    ['warning policy-limits spec.traffic.extAuth.cache.key'],
  ],
  [
    'a header that is set and removed',
    policy(onGateway, 'traffic: {headerModifiers: {request: {set: [{name: X-A, value: b}], remove: [x-a]}}}'),
    ['warning policy-headers spec.traffic.headerModifiers.request.set[0].name'],
  ],
  [
    'a prefix without a space',
    policy(onGateway, 'backend: {auth: {key: k, location: {header: {name: Authorization, prefix: Bearer}}}}'),
    ['warning policy-headers spec.backend.auth.location.header.prefix'],
  ],
  [
    'lowest above highest version',
    policy(onGateway, 'frontend: {tls: {minProtocolVersion: "1.3", maxProtocolVersion: "1.2"}}'),
    ['error policy-tls spec.frontend.tls.minProtocolVersion'],
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
    ['warning policy-tls spec.tls.frontend.default.validation.mode'],
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

it('objects of other files count, and nothing is reported of them', () => {
  const web = service('web', 'selector: {app: web}, ports: [{port: 80}]');
  expect(say(web, deployment('other'))).toEqual(['warning service-selects-nothing spec.selector']);
  expect(say(deployment('other'), web)).toEqual([]);
  expect(say(web, deployment('web'))).toEqual([]);
});

it('an object that is not given is an info, once, and only beside others', () => {
  const missing = (text: string) =>
    runRules(streamRules, streamOf(read(text), []), 'manifest', '1.4.1', 'f').map(
      ({ severity, rule, message }) => `${severity} ${rule} ${message}`,
    );
  const alone = pod('web', 'envFrom: [{secretRef: {name: s}}, {secretRef: {name: s}}]');
  expect(missing(alone)).toEqual([]);
  expect(missing(alone + deployment('a'))).toEqual(['info reference-not-found the Secret "s" is not among the given objects']);
});

it.each([
  ['v1', 'Secret', true],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', false],
  ['monitoring.coreos.com/v1', 'PrometheusRule', false],
])('%s %s is looked at: %s', (apiVersion, kind, expected) => {
  expect(isLookedAt(read(`apiVersion: ${apiVersion}\nkind: ${kind}\n`)[0]!)).toBe(expected);
});

it('objects of any form are taken', () => {
  const odd = [
    '{}',
    '[]',
    'null',
    '5',
    'spec: 1',
    'kind: Service\napiVersion: v1\nspec: [1]',
    'kind: HTTPRoute\napiVersion: gateway.networking.k8s.io/v1\nspec: {rules: 3, parentRefs: [1, {}]}',
  ];
  for (const one of odd) for (const other of odd) expect(() => say(`---\n${one}\n`, `---\n${other}\n`)).not.toThrow();
});
