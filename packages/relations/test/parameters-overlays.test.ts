/** What the rules say of AgentgatewayParameters and of the objects that the controller makes of them. */
import { parseYaml, toPlain } from '@mcpgw/structure';
import { merged } from '../src/translation/strategic-merge.js';
import { gateway, http, object, say } from './objects.js';

const parameters = (spec: string) => object('agentgateway.dev/v1alpha1', 'AgentgatewayParameters', 'proxy', `{${spec}}`);
const pod = (spec: string) => parameters(`deployment: {spec: {template: {spec: {${spec}}}}}`);
const container = (fields: string) => pod(`containers: [{name: agentgateway, ${fields}}]`);
const used = gateway(http, '', ', infrastructure: {parametersRef: {group: agentgateway.dev, kind: AgentgatewayParameters, name: proxy}}');
const workload = 'spec.deployment.spec';
const proxy = `${workload}.template.spec.containers[0]`;

const table: [what: string, text: string, expected: string[]][] = [
  // The object is refused, or a part of it is dropped.
  [
    'a field that a pod does not have',
    pod('nodeselector: {a: b}'),
    [`warning parameters-overlay-refused ${workload}.template.spec.nodeselector`],
  ],
  ['a spec of a ServiceAccount', parameters('serviceAccount: {spec: {a: b}}'), ['warning parameters-overlay-refused spec.serviceAccount']],
  [
    'annotations inside the spec',
    parameters('service: {spec: {annotations: {a: b}}}'),
    ['warning parameters-overlay-refused spec.service.spec.annotations'],
  ],
  [
    'a field of an older autoscaler',
    parameters('horizontalPodAutoscaler: {spec: {maxReplicas: 3, targetCPUUtilizationPercentage: 80}}'),
    ['warning parameters-overlay-refused spec.horizontalPodAutoscaler.spec.targetCPUUtilizationPercentage'],
  ],
  [
    'a quantity that is none',
    container('resources: {limits: {memory: 1gb}}'),
    [`error parameters-overlay-refused ${proxy}.resources.limits.memory`],
  ],
  [
    'bounds in the wrong order',
    parameters('horizontalPodAutoscaler: {spec: {minReplicas: 5, maxReplicas: 4}}'),
    ['error parameters-overlay-refused spec.horizontalPodAutoscaler.spec.maxReplicas'],
  ],
  [
    'a label of the selector with another value',
    parameters('deployment: {spec: {template: {metadata: {labels: {app.kubernetes.io/name: other}}}}}'),
    [`error parameters-overlay-refused ${workload}.template.metadata.labels["app.kubernetes.io/name"]`],
  ],
  [
    'a mount without its volume',
    container('volumeMounts: [{name: ca, mountPath: /ca}]'),
    [`error parameters-overlay-refused ${proxy}.volumeMounts[0].name`],
  ],
  [
    'a mount with its volume',
    pod('volumes: [{name: ca, emptyDir: {}}], containers: [{name: agentgateway, volumeMounts: [{name: ca, mountPath: /ca}]}]'),
    [],
  ],
  [
    'a policy for traffic of a ClusterIP',
    parameters('service: {spec: {type: ClusterIP, externalTrafficPolicy: Local}}'),
    ['error parameters-overlay-refused spec.service.spec.externalTrafficPolicy'],
  ],
  ['a policy for traffic of the load balancer', parameters('service: {spec: {externalTrafficPolicy: Local}}'), []],
  // The objects are accepted, and the proxy does not work.
  [
    'less time than the proxy takes',
    pod('terminationGracePeriodSeconds: 10'),
    [`warning parameters-overlay-breaks ${workload}.template.spec.terminationGracePeriodSeconds`],
  ],
  ['as much time as the proxy takes', pod('terminationGracePeriodSeconds: 60'), []],
  [
    'a sleep that takes the time of the stop',
    container('lifecycle: {preStop: {sleep: {seconds: 20}}}'),
    [`warning parameters-overlay-breaks ${proxy}.lifecycle.preStop.sleep.seconds`],
  ],
  [
    'a sleep with more time',
    pod('terminationGracePeriodSeconds: 90, containers: [{name: agentgateway, lifecycle: {preStop: {sleep: {seconds: 20}}}}]'),
    [],
  ],
  [
    'a probe of a port without answers',
    container('livenessProbe: {httpGet: {path: /healthz/ready, port: 8080}}'),
    [`warning parameters-overlay-breaks ${proxy}.livenessProbe.httpGet.port`],
  ],
  [
    'a probe of another path',
    container('livenessProbe: {httpGet: {path: /healthz, port: 15021}}'),
    [`warning parameters-overlay-breaks ${proxy}.livenessProbe.httpGet.path`],
  ],
  ['a probe that is answered', container('livenessProbe: {httpGet: {path: /healthz/ready, port: 15021}}'), []],
  [
    'a probe of a port without a name',
    container('livenessProbe: {tcpSocket: {port: web}}'),
    [`error probe-port ${proxy}.livenessProbe.tcpSocket.port`],
  ],
  ['other arguments', container('args: [-v]'), [`warning parameters-overlay-breaks ${proxy}.args`]],
  ['the network of the node', pod('hostNetwork: true'), [`warning parameters-overlay-breaks ${workload}.template.spec.hostNetwork`]],
  ['the network of the node without sysctls', pod('hostNetwork: true, securityContext: {sysctls: null}'), []],
  ['low ports without the sysctl', `${used}${pod('securityContext: null')}`, ['warning parameters-overlay-breaks spec.deployment']],
  [
    'low ports that the proxy may open',
    `${used}${pod('securityContext: null, containers: [{name: agentgateway, securityContext: {capabilities: {add: [NET_BIND_SERVICE]}}}]')}`,
    [],
  ],
  [
    'the proxy removed',
    pod('containers: [{name: agentgateway, $patch: delete}]'),
    ['error parameters-overlay-breaks spec.deployment', `error parameters-overlay-refused ${workload}.template.spec.containers`],
  ],
  [
    'the token removed',
    pod('containers: [{name: agentgateway, volumeMounts: [{mountPath: /var/run/secrets/xds-tokens, $patch: delete}]}]'),
    ['warning parameters-overlay-breaks spec.deployment'],
  ],
  // Nobody reaches it.
  ['no replica', parameters('deployment: {spec: {replicas: 0}}'), [`warning parameters-overlay-unreachable ${workload}.replicas`]],
  [
    'a port without a listener',
    `${used}${parameters('service: {spec: {ports: [{port: 8443, name: tls}]}}')}`,
    ['warning parameters-overlay-unreachable spec.service.spec.ports[0].port'],
  ],
  [
    'a target port without a listener',
    `${used}${parameters('service: {spec: {ports: [{port: 80, targetPort: 8080}]}}')}`,
    ['warning parameters-overlay-unreachable spec.service.spec.ports[0].targetPort'],
  ],
  ['a node port for a listener', `${used}${parameters('service: {spec: {ports: [{port: 80, nodePort: 30080}]}}')}`, []],
  [
    'pods of another name',
    parameters('service: {spec: {selector: {app: edge}}}'),
    ['warning service-selects-nothing spec.service.spec.selector'],
  ],
  // Budgets and autoscalers.
  ['a budget without a number', parameters('podDisruptionBudget: {}'), ['warning disruption-budget-blocks spec.podDisruptionBudget']],
  [
    'a budget of one pod',
    parameters('podDisruptionBudget: {spec: {minAvailable: 1}}'),
    ['warning disruption-budget-blocks spec.podDisruptionBudget.spec.minAvailable'],
  ],
  ['a budget of one of two pods', parameters('deployment: {spec: {replicas: 2}}, podDisruptionBudget: {spec: {minAvailable: 1}}'), []],
  [
    'a share of what nobody requests',
    parameters(
      'horizontalPodAutoscaler: {spec: {maxReplicas: 3, metrics: [{type: Resource, resource: {name: ephemeral-storage, target: {type: Utilization, averageUtilization: 50}}}]}}',
    ),
    ['warning autoscaler-cannot-scale spec.horizontalPodAutoscaler.spec.metrics[0].resource.name'],
  ],
  [
    'a share of what the controller requests',
    parameters(
      'horizontalPodAutoscaler: {spec: {maxReplicas: 3, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]}}',
    ),
    [],
  ],
  // Variables of the proxy.
  [
    'a duration without a unit',
    parameters('env: [{name: CONNECTION_MIN_TERMINATION_DEADLINE, value: "10"}]'),
    ['error proxy-environment spec.env[0].value'],
  ],
  ['a switch that is none', container('env: [{name: IPV6_ENABLED, value: "yes"}]'), [`error proxy-environment ${proxy}.env[0].value`]],
  [
    'a word that is ignored',
    parameters('env: [{name: THREADING_MODE, value: threadPerCore}]'),
    ['warning proxy-environment spec.env[0].value'],
  ],
  ['a level that is none', parameters('env: [{name: RUST_LOG, value: verbose}]'), ['warning proxy-environment spec.env[0].value']],
  ['a variable of other programs', parameters('env: [{name: LOG_LEVEL, value: debug}]'), ['warning proxy-environment spec.env[0].name']],
  [
    'readiness at another port',
    parameters('env: [{name: READINESS_ADDR, value: "0.0.0.0:8080"}]'),
    ['warning proxy-environment spec.env[0].value'],
  ],
  [
    'an open admin address',
    parameters('env: [{name: ADMIN_ADDR, value: "0.0.0.0:15000"}]'),
    ['warning proxy-environment spec.env[0].value'],
  ],
  [
    'variables that the proxy reads',
    parameters(
      'env: [{name: RUST_LOG, value: "info,rmcp=debug"}, {name: WORKER_THREADS, value: 50%}, {name: DNS_LOOKUP_FAMILY, value: V4Only}, {name: POD_IP, value: a}]',
    ),
    [],
  ],
  [
    'a proxy of its own Deployment',
    object(
      'apps/v1',
      'Deployment',
      'p',
      '{selector: {matchLabels: {app: p}}, template: {metadata: {labels: {app: p}}, spec: {containers: [{name: p, image: "cr.agentgateway.dev/agentgateway:v1.4.1", env: [{name: CPU_LIMIT, value: 500m}]}]}}}',
    ),
    ['error proxy-environment spec.template.spec.containers[0].env[0].value'],
  ],
  // The overlay comes last.
  [
    'an image twice',
    parameters('image: {tag: v1}, deployment: {spec: {template: {spec: {containers: [{name: agentgateway, image: "x:1"}]}}}}'),
    ['warning parameters-overlay-replaces spec.image.tag'],
  ],
  [
    'a level of the log and its variable',
    parameters(
      'logging: {level: debug}, deployment: {spec: {template: {spec: {containers: [{name: agentgateway, env: [{name: RUST_LOG, value: info}]}]}}}}',
    ),
    ['warning parameters-overlay-replaces spec.logging.level'],
  ],
  ['variables of the overlay alone', container('env: [{name: A, value: b}]'), []],
];

it.each(table)('%s', (_, text, expected) => {
  expect(say(text)).toEqual(expected);
});

it('before v1.3.0 the controller requests nothing', () => {
  const scaled = parameters(
    'horizontalPodAutoscaler: {spec: {maxReplicas: 3, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]}}',
  );
  expect(say(scaled, '', '1.1.0')).toEqual(['warning autoscaler-cannot-scale spec.horizontalPodAutoscaler.spec.metrics[0].resource.name']);
});

const node = (text: string) => parseYaml(text, { file: 'f', dialect: 'go' }).documents[0]!;
const merge = (base: string, patch: string) => JSON.parse(JSON.stringify(toPlain(merged(node(base), node(patch))!)));

it.each([
  ['maps are merged, and null removes', '{a: 1, b: {c: 1}}', '{b: {d: 2}, a: null}', { b: { c: 1, d: 2 } }],
  [
    'containers are merged by name',
    '{containers: [{name: a, image: x}]}',
    '{containers: [{name: a, tty: true}, {name: b}]}',
    { containers: [{ name: 'a', image: 'x', tty: true }, { name: 'b' }] },
  ],
  ['an item is removed', '{volumes: [{name: a}, {name: b}]}', '{volumes: [{name: a, $patch: delete}]}', { volumes: [{ name: 'b' }] }],
  ['a list is replaced', '{volumes: [{name: a}]}', '{volumes: [{name: b}, {$patch: replace}]}', { volumes: [{ name: 'b' }] }],
  ['a map is replaced', '{a: {b: 1}}', '{a: {$patch: replace, c: 2}}', { a: { c: 2 } }],
  ['lists without a key are replaced', '{args: [a]}', '{args: [b]}', { args: ['b'] }],
  [
    'ports of a Service have the key port',
    '{ports: [{port: 80, name: a}]}',
    '{ports: [{port: 80, nodePort: 1}]}',
    { ports: [{ port: 80, name: 'a', nodePort: 1 }] },
  ],
  [
    'ports of a container have the key containerPort',
    '{ports: [{containerPort: 80}]}',
    '{ports: [{containerPort: 81}]}',
    { ports: [{ containerPort: 80 }, { containerPort: 81 }] },
  ],
  ['__proto__ is data', '{a: {}}', '{__proto__: {b: 1}, a: {__proto__: 2}}', JSON.parse('{"__proto__": {"b": 1}, "a": {"__proto__": 2}}')],
])('%s', (_, base, patch, expected) => {
  expect(merge(base, patch)).toEqual(expected);
});
