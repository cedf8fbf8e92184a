/**
 * Values of the chart that differ in everything, generated from values.schema.json: `before` and `after` with every feature on, and
 * `switched` with every switch the other way. A value of a kind that cannot be guessed has its pair in `chosen`; what cannot change
 * within a release is in `fixed`, with the reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../helpers/mcpgw.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

const chart = join(root, 'charts/mcp-gateway');
const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Schema & {
  readonly definitions: Readonly<Record<string, Schema>>;
};

const resolved = (node: Schema): Schema =>
  node.$ref === undefined ? node : { ...schema.definitions[node.$ref.slice('#/definitions/'.length)]!, ...node };

function leavesOf(node: Schema, path: readonly string[] = []): [string, Schema][] {
  const here = resolved(node);
  if (here.properties === undefined) return [[path.join('.'), here]];
  return Object.entries(here.properties).flatMap(([key, child]) => leavesOf(child, [...path, key]));
}

const leaves: readonly (readonly [string, Schema])[] = leavesOf(schema);
/** Every value that the schema knows, by its dotted path. */
export const paths: readonly string[] = leaves.map(([path]) => path);

/** What a release keeps, and why. */
export const fixed: Readonly<Record<string, string>> = {
  'global.agentgateway.enabled': 'off renders nothing: the switched values turn it off last',
  'global.agentgateway.routingMode': 'the other mode has other objects: lifecycle.test.ts changes it with every upgrade',
  'global.agentgateway.compatibility': 'renames what another chart named: first-version.test.ts',
  'global.agentgateway.static.configBridge': 'has no effect',
  'global.agentgateway.githubMcpServer.image': 'has no effect',
  'global.agentgateway.installIstioCrds': 'has no effect',
  enabled: 'a condition of a parent chart',
  namespaceOverride: 'the objects of the other namespace are new ones: lifecycle.test.ts',
  'gatewayApi.gatewayClassName': 'Gateway API only: lifecycle.test.ts',
  'gatewayApi.existingGateway.name': 'Gateway API only: lifecycle.test.ts',
  'gatewayApi.existingGateway.namespace': 'Gateway API only: lifecycle.test.ts',
  'gatewayApi.existingGateway.sectionName': 'Gateway API only: lifecycle.test.ts',
  'gatewayApi.hostnames': 'Gateway API only: lifecycle.test.ts',
  'gatewayApi.tlsSecretName': 'Gateway API only: lifecycle.test.ts',
  'gatewayApi.annotations': 'Gateway API only: lifecycle.test.ts',
  'global.agentgateway.proxyPort': 'Gateway API only: lifecycle.test.ts',
  'gateway.persistence.size': 'a claim grows only where its class allows it, and never shrinks: the refusal is tested',
  'gateway.persistence.storageClassName': 'a claim keeps its class: the refusal is tested',
  nameOverride: 'selectors of Deployments never change: the refusal is tested',
};

const target = (id: string) => ({ id, host: `${id}.tools`, port: 8000 });
const peer = (app: string) => ({ podSelector: { matchLabels: { app } } });
const rule = (direction: 'from' | 'to', app: string) => ({ [direction]: [peer(app)], ports: [{ port: 8443, protocol: 'TCP' }] });
const volume = (name: string) => ({ name, emptyDir: {} });
const container = (name: string) => ({ name, image: `registry.example.com/${name}:v1` });
const resources = (cpu: string) => ({ requests: { cpu, memory: '64Mi' }, limits: { memory: '256Mi' } });
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const affinity = (weight: number) => ({
  podAntiAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b' } } } },
    ],
  },
});
const spread = (maxSkew: number) => ({ maxSkew, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' });
const server = (id: string, tag: string) => ({ id, image: { repository: `registry.example.com/${id}`, tag } });
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { name } });
const rolling = (maxSurge: number) => ({ type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } });

/** Values before and after, for what its schema does not say enough of. */
const chosen: Readonly<Record<string, readonly [unknown, unknown]>> = {
  'global.agentgateway.version': ['v1.4.1', 'v1.4.0'],
  'global.agentgateway.authorizationRules': [[{ allow: 'true' }], [{ deny: 'false' }]],
  'global.agentgateway.static.jwtAuth.issuer': ['https://one.example.com', 'https://two.example.com'],
  'global.agentgateway.static.jwtAuth.jwksUrl': ['https://one.example.com/keys', 'https://two.example.com:8443/keys'],
  'global.agentgateway.static.jwtAuth.audiences': [['one'], ['two']],
  'global.agentgateway.extAuth.serviceName': ['authorizer', 'decider'],
  'global.agentgateway.extAuth.defaultServiceName': ['one', 'two'],
  'global.agentgateway.extAuth.serviceNamespace': ['', 'other'],
  'global.agentgateway.extAuth.timeout': ['10s', '5s'],
  'global.agentgateway.extAuth.authorizationRules': [[{ allow: 'true' }], [{ deny: 'false' }]],
  'global.agentgateway.extAuth.includeRequestHeaders': [['x-one'], ['x-two']],
  'global.agentgateway.extAuth.http.path': ['"/one"', '"/two"'],
  'global.agentgateway.extAuth.http.redirect': ['"https://one.example.com"', '"https://two.example.com"'],
  'global.agentgateway.extAuth.http.responseHeaders': [['x-one'], ['x-two']],
  'global.agentgateway.extAuth.grpc.metadata': [{ one: '"1"' }, { two: '"2"' }],
  'global.agentgateway.extAuth.http.addRequestHeaders': [{ 'x-one': '"1"' }, { 'x-two': '"2"' }],
  'global.agentgateway.extAuth.http.metadata': [{ one: '"1"' }, { two: '"2"' }],
  'global.agentgateway.knowledgeBaseTarget.host': ['knowledge', 'wisdom'],
  'global.agentgateway.knowledgeBaseTarget.credential_sources': [[], [{ kind: 'caller_token', target: 'header' }]],
  'global.agentgateway.knowledgeBaseTarget.credentialSources': [[], [{ kind: 'caller_token', target: 'header' }]],
  'global.agentgateway.githubMcpServer.host': ['github', 'forge'],
  'global.agentgateway.githubMcpServer.existingSecret.name': ['github', 'forge'],
  'global.agentgateway.githubMcpServer.existingSecret.key': ['TOKEN_A', 'TOKEN_B'],
  'global.agentgateway.extraMcpTargets': [[target('jira')], [target('wiki'), target('mail')]],
  'agentgateway.service.type': [undefined, 'NodePort'],
  'agentgateway.service.nodePort': [undefined, 30_500],
  'agentgateway.service.loadBalancerClass': [undefined, ''],
  'agentgateway.service.loadBalancerSourceRanges': [undefined, []],
  'agentgateway.service.externalTrafficPolicy': [undefined, 'Local'],
  'service.type': ['LoadBalancer', 'NodePort'],
  'service.nodePort': [30_400, 30_401],
  'service.loadBalancerClass': ['example.com/one', 'example.com/two'],
  'service.loadBalancerSourceRanges': [['10.0.0.0/8'], ['10.1.0.0/16']],
  'service.sessionAffinity': ['ClientIP', 'None'],
  'service.externalTrafficPolicy': ['Cluster', 'Local'],
  fullnameOverride: ['all', 'every'],
  clusterDomain: ['cluster.local', 'example.local'],
  'image.repository': ['registry.example.com/one', 'registry.example.com/two'],
  'image.tag': ['v1.4.1', 'v1.4.0'],
  imagePullSecrets: [[{ name: 'one' }], [{ name: 'two' }]],
  'admin.bindAddress': ['127.0.0.1', '0.0.0.0'],
  'logging.level': ['info', 'debug'],
  extraConfig: [{ connectionTerminationDeadline: '30s' }, { connectionTerminationDeadline: '20s' }],
  'serviceAccount.name': ['one', 'two'],
  resources: [resources('100m'), resources('200m')],
  podSecurityContext: [{ supplementalGroups: [2000] }, { supplementalGroups: [3000] }],
  securityContext: [{ privileged: false }, { procMount: 'Default' }],
  startupProbe: [{ periodSeconds: 3 }, null],
  readinessProbe: [{ periodSeconds: 3 }, { periodSeconds: 4 }],
  livenessProbe: [{ failureThreshold: 6 }, { failureThreshold: 5 }],
  strategy: [rolling(2), { type: 'Recreate', rollingUpdate: null }],
  nodeSelector: [{}, { zone: 'a' }],
  tolerations: [[{ key: 'one', operator: 'Exists' }], [{ key: 'two', operator: 'Exists' }]],
  affinity: [affinity(1), affinity(2)],
  topologySpreadConstraints: [[spread(1)], [spread(2)]],
  priorityClassName: ['system-cluster-critical', ''],
  extraArgs: [['--one'], ['--two']],
  extraEnv: [
    [{ name: 'A', value: '1' }],
    [
      { name: 'A', value: '2' },
      { name: 'B', value: '3' },
    ],
  ],
  extraEnvFrom: [[{ secretRef: { name: 'one' } }], [{ secretRef: { name: 'two' } }]],
  extraVolumes: [[volume('one')], [volume('two')]],
  extraVolumeMounts: [[{ name: 'one', mountPath: '/one' }], [{ name: 'two', mountPath: '/two' }]],
  extraContainers: [[container('beside')], [container('besides')]],
  initContainers: [[container('first')], [container('firsts')]],
  extraObjects: [[configMap('one')], [configMap('two')]],
  'autoscaling.minReplicas': [2, 3],
  'autoscaling.maxReplicas': [5, 6],
  'autoscaling.targetCPUUtilizationPercentage': [80, 70],
  'autoscaling.targetMemoryUtilizationPercentage': [null, 70],
  'autoscaling.metrics': [
    [],
    [
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'agentgateway', target: { type: 'Utilization', averageUtilization: 50 } },
      },
    ],
  ],
  'autoscaling.behavior': [{}, { scaleDown: { stabilizationWindowSeconds: 60 } }],
  'podDisruptionBudget.minAvailable': [1, null],
  'podDisruptionBudget.maxUnavailable': [1, '50%'],
  'networkPolicy.ingressFrom': [[peer('one')], [peer('two')]],
  'networkPolicy.metricsFrom': [[peer('one')], [peer('two')]],
  'networkPolicy.dnsTo': [[peer('one')], [peer('two')]],
  'networkPolicy.extraEgressPorts': [[9001], [9002]],
  'networkPolicy.extraIngress': [[rule('from', 'one')], [rule('from', 'two')]],
  'networkPolicy.extraEgress': [[rule('to', 'one')], [rule('to', 'two')]],
  'ingress.className': ['one', 'two'],
  'ingress.hosts': [
    [{ host: 'one.example.com', paths: [{ path: '/mcp', pathType: 'Prefix' }] }],
    [{ host: 'two.example.com', paths: [{ path: '/', pathType: 'Exact' }] }],
  ],
  'ingress.tls': [[{ hosts: ['one.example.com'], secretName: 'one' }], [{ hosts: ['two.example.com'], secretName: 'two' }]],
  'metrics.serviceMonitor.relabelings': [[], [{ action: 'labeldrop', regex: 'pod' }]],
  'metrics.serviceMonitor.metricRelabelings': [[], [{ action: 'labeldrop', regex: 'pod' }]],
  'metrics.podMonitor.relabelings': [[], [{ action: 'labeldrop', regex: 'pod' }]],
  'metrics.podMonitor.metricRelabelings': [[], [{ action: 'labeldrop', regex: 'pod' }]],
  'gateway.replicas': [1, 0],
  'gateway.image.repository': ['registry.example.com/one', 'registry.example.com/two'],
  'gateway.config': [
    { servers: { a: { url: 'http://a.tools:8000/mcp' } } },
    { servers: { b: { url: 'http://b.tools:8001/mcp' } }, timeouts: { drain: '10s' } },
  ],
  'gateway.target.id': ['gateway', 'all'],
  'gateway.target.pathPrefix': ['', '/mcp/everything'],
  'gateway.apiKeySecret.name': ['keys', ''],
  'gateway.page.hosts': [['one.example.com'], ['two.example.com']],
  'gateway.page.tokenSecret.name': ['page', 'other-page'],
  'gateway.redis.existingSecret.name': [undefined, undefined],
  'gateway.persistence.existingClaim': ['', 'other-claim'],
  'gateway.serviceAccount.name': ['gateway-one', 'gateway-two'],
  'gateway.podDisruptionBudget.maxUnavailable': [1, '50%'],
  'gateway.networkPolicy.ingressFrom': [[peer('one')], [peer('two')]],
  'gateway.networkPolicy.metricsFrom': [[peer('one')], [peer('two')]],
  'gateway.networkPolicy.extraEgressPorts': [[9001], [9002]],
  'gateway.networkPolicy.extraIngress': [[rule('from', 'one')], [rule('from', 'two')]],
  'gateway.networkPolicy.extraEgress': [[rule('to', 'one')], [rule('to', 'two')]],
  'gateway.monitoring.prometheusRule.disabled': [[], ['McpgwDown']],
  'gateway.monitoring.prometheusRule.runbookUrl': ['', 'https://runbooks.example.com'],
  'gateway.resources': [resources('50m'), resources('60m')],
  'gateway.serviceAccount.annotations': [{ one: '1' }, { two: '2' }],
  'gateway.podAnnotations': [{ one: '1' }, { two: '2' }],
  'gateway.podLabels': [{ one: '1' }, { two: '2' }],
  'gateway.nodeSelector': [{}, { zone: 'a' }],
  'gateway.tolerations': [[], [{ key: 'two', operator: 'Exists' }]],
  'gateway.affinity': [{}, affinity(2)],
  'gateway.extraEnv': [[{ name: 'A', value: '1' }], [{ name: 'B', value: '2' }]],
  'gateway.extraEnvFrom': [[], [{ secretRef: { name: 'two' } }]],
  'gateway.extraVolumes': [[], [volume('two')]],
  'gateway.extraVolumeMounts': [[], [{ name: 'two', mountPath: '/two' }]],
  'probe.image.repository': ['registry.example.com/one', 'registry.example.com/two'],
  'probe.failOn': [['transient'], ['permanent']],
  'probe.resources': [resources('20m'), resources('30m')],
  'probe.cronJob.schedule': ['*/5 * * * *', '0 * * * *'],
  mcpServers: [
    [{ ...server('sql', 'v1'), isolation: { sensitivity: 'SECRET' }, allowedHosts: [] }, server('old', 'v1')],
    [
      {
        ...server('sql', 'v2'),
        port: 8001,
        replicas: 2,
        sensitivity: 'CONFIDENTIAL',
        allowedHosts: ['api.example.com'],
        isolation: { sensitivity: 'SECRET' },
      },
      server('new', 'v1'),
    ],
  ],
  'forwardProxy.image.repository': ['registry.example.com/one', 'registry.example.com/two'],
  'forwardProxy.port': [3128, 3200],
  'forwardProxy.exceptCidrs': [['10.0.0.0/8'], ['192.168.0.0/16']],
  'forwardProxy.extraEgress': [[], [rule('to', 'two')]],
  'forwardProxy.resources': [resources('20m'), resources('30m')],
};

const isSwitch = (path: string): boolean => /(^|\.)(enabled|create)$/.test(path);
/** Switches that the pair leaves off, because they need what it has off. */
const offInPair: readonly string[] = ['gateway.podDisruptionBudget.enabled'];

/** A value and another one that a schema takes; undefined for what it does not say enough of. */
function pairFor(
  { type, enum: choices, minimum = 0, additionalProperties }: Schema,
  path: string,
  index: number,
): readonly [unknown, unknown] | undefined {
  if (choices !== undefined) return [choices[0], choices[1]];
  if (type === 'boolean') return isSwitch(path) ? [!offInPair.includes(path), !offInPair.includes(path)] : [false, true];
  if (/(^|[pP])ort$/.test(path.split('.').at(-1)!)) return [20_000 + index, 21_000 + index];
  if (type === 'integer') return path.endsWith('denyStatus') ? [403, 503] : [minimum + 1, minimum + 2];
  if (type === 'object' && typeof additionalProperties === 'object')
    return [{ 'example.com/one': 'first' }, { 'example.com/two': 'second' }];
  if (type !== 'string') return undefined;
  const [last] = path.split('.').slice(-1);
  if (last === 'digest') return [digest('a'), digest('b')];
  if (last === 'path' || last === 'pathPrefix') return [`/one-${index}`, `/two-${index}`];
  if (/^(interval|scrapeTimeout)$/.test(last!)) return ['10s', '20s'];
  return /^(key|tag|name|providerTokenHeader)$/.test(last!) ? ['one', 'two'] : undefined;
}

/** The values of every path before and after; undefined for a value that nothing says how to change. */
export const pairs: ReadonlyMap<string, readonly [unknown, unknown] | undefined> = new Map(
  leaves
    .filter(([path]) => !Object.hasOwn(fixed, path))
    .map(([path, node], index) => [path, Object.hasOwn(chosen, path) ? chosen[path] : pairFor(node, path, index)]),
);

/** An object from values by dotted paths; those that are undefined are left out. */
function nested(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [path, value] of entries) {
    if (value === undefined) continue;
    const keys = path.split('.');
    let place = values;
    for (const key of keys.slice(0, -1)) {
      place[key] ??= {};
      place = place[key] as Record<string, unknown>;
    }
    place[keys.at(-1)!] = value;
  }
  return values;
}

/** Pairs by dotted paths, in place of those above. */
export type Pairs = Readonly<Record<string, readonly [unknown, unknown]>>;

/** The pairs of a release, whose objects keep their names or do not. */
const chosenPairs = (names: boolean, others: Pairs): (readonly [string, readonly [unknown, unknown] | undefined])[] =>
  [...pairs, ...Object.entries(others)]
    .filter(([path]) => names || path !== 'fullnameOverride')
    .map(([path, pair]) => [path, others[path] ?? pair]);

/** Everything on, the first of each pair. The names of the objects are those of the release, unless they are the ones that change. */
export const before = (names: boolean, others: Pairs = {}) => nested(chosenPairs(names, others).map(([path, pair]) => [path, pair?.[0]]));

export const after = (names: boolean, others: Pairs = {}) => nested(chosenPairs(names, others).map(([path, pair]) => [path, pair?.[1]]));

/** Every switch the other way, and a gateway with Redis. */
export const switched = (others: Pairs = {}) =>
  nested([
    ...chosenPairs(false, others).map(([path, pair]) => [path, isSwitch(path) ? !pair?.[1] : pair?.[0]] as const),
    ['gateway.enabled', true],
    ['gateway.replicas', 2],
    ['gateway.redis.existingSecret.name', 'redis'],
    // A node port is free again only when the Service of the old name is gone.
    ['service.nodePort', 30_402],
  ]);
