/** What the rules across objects say of core objects that are given together: wrong ones, and the same ones put right. */
import { runRules } from '@mcpgw/structure';
import { isLookedAt, streamOf, streamRules } from '../src/index.js';
import {
  backend,
  budget,
  cpu,
  data,
  deployment,
  gateway,
  http,
  network,
  object,
  onGateway,
  pod,
  policy,
  read,
  route,
  say,
  scaler,
  service,
} from './objects.js';

const table: [what: string, text: string, expected: string[]][] = [
  // references
  [
    'a key of a ConfigMap that a volume mounts',
    `${data('ConfigMap', 'c', 'a: b')}${pod('web', '', '', ', volumes: [{name: v, configMap: {name: c, items: [{key: x, path: x}]}}]')}`,
    ['error reference-key-missing spec.volumes[0].configMap.items[0].key', 'info volume-use spec.volumes[0].name'],
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
    'a route that delegates to one of another namespace needs no grant',
    `${gateway('{name: http, port: 80, protocol: HTTP}', ', namespace: infra')}${object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'all', '{parentRefs: [{name: edge}], rules: [{backendRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: one, namespace: team}]}]}', ', namespace: infra')}${object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'one', '{rules: [{backendRefs: [{name: web, port: 80}]}]}', ', namespace: team')}${object('v1', 'Service', 'web', '{ports: [{port: 80}]}', ', namespace: team')}`,
    [],
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
