/** Fields of core objects whose accepted values do nothing, open too much or fail later, each beside a value that works. */
import { data, deployment, network, object, pod, route, say, service } from './objects.js';

const web = deployment('web', ', ports: [{name: http, containerPort: 8080}]', 'replicas: 3,');
const inPod = (spec: string, container = ''): string => deployment('web', container, 'replicas: 3,').replace('}]}}}', `}], ${spec}}}}`);
const role = (kind: string, rule: string): string =>
  `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: r}\nrules: [{${rule}}]\n`;
const binding = (subject: string, name = 'view'): string =>
  `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${name}}\nsubjects: [${subject}]\n`;
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const place = 'spec.template.spec';
const first = `${place}.containers[0]`;
const claim = (spec: string): string => object('v1', 'PersistentVolumeClaim', 'd', `{${spec}, resources: {requests: {storage: 1Gi}}}`);
const withClaim = 'volumes: [{name: d, persistentVolumeClaim: {claimName: d}}]';
const settings = 'volumes: [{name: s, configMap: {name: s}}, {name: t, secret: {secretName: t}}]';

const table: [what: string, text: string, expected: string[]][] = [
  // NetworkPolicies
  [
    'a direction that policyTypes leaves out',
    network('podSelector: {}, policyTypes: [Ingress], ingress: [{}], egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}], ports: [{port: 53}]}]'),
    ['warning network-policy-inert spec.egress'],
  ],
  [
    'an empty list of peers',
    network('podSelector: {}, policyTypes: [Ingress], ingress: [{from: []}]'),
    ['warning network-policy-inert spec.ingress[0].from'],
  ],
  ['no list of peers', network('podSelector: {}, policyTypes: [Ingress], ingress: [{}]'), []],
  [
    'a policy about pods of the network of the node',
    `${network('podSelector: {matchLabels: {app: web}}, policyTypes: [Ingress], ingress: [{}]')}${inPod('hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet')}`,
    ['warning network-policy-inert spec.podSelector'],
  ],
  [
    'a port by a name that no pod has',
    `${network('podSelector: {matchLabels: {app: web}}, policyTypes: [Ingress], ingress: [{ports: [{port: web}]}]')}${web}`,
    ['warning network-policy-inert spec.ingress[0].ports[0].port'],
  ],
  [
    'a port with another protocol',
    `${network('podSelector: {matchLabels: {app: web}}, policyTypes: [Ingress], ingress: [{ports: [{port: 8080, protocol: UDP}]}]')}${web}`,
    ['warning network-policy-inert spec.ingress[0].ports[0].protocol'],
  ],
  [
    'a port of the pods',
    `${network('podSelector: {matchLabels: {app: web}}, policyTypes: [Ingress], ingress: [{ports: [{port: http}, {port: 8080}]}]')}${web}`,
    [],
  ],
  // roles
  [
    'a resource of another group',
    role('Role', 'apiGroups: [""], resources: [deployments], verbs: [get]'),
    ['warning role-rule-inert rules[0].resources[0]'],
  ],
  ['the same resource of a group of custom resources', role('Role', 'apiGroups: [metrics.k8s.io], resources: [pods], verbs: [get]'), []],
  [
    'a resource of the cluster',
    role('Role', 'apiGroups: [""], resources: [nodes], verbs: [get]'),
    ['warning role-rule-inert rules[0].resources[0]'],
  ],
  ['the same in a ClusterRole', role('ClusterRole', 'apiGroups: [""], resources: [nodes], verbs: [get]'), []],
  [
    'names for requests without one',
    role('Role', 'apiGroups: [""], resources: [secrets], resourceNames: [a], verbs: [create]'),
    ['warning role-rule-inert rules[0].verbs[0]'],
  ],
  ['names for requests with one', role('Role', 'apiGroups: [""], resources: [secrets], resourceNames: [a], verbs: [get]'), []],
  [
    'everybody',
    binding('{kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io}'),
    ['warning binding-wide subjects[0].name'],
  ],
  [
    'what the API server grants to everybody',
    binding('{kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io}', 'system:discovery'),
    [],
  ],
  [
    'an account without its namespace',
    binding('{kind: User, name: "system:serviceaccount:web", apiGroup: rbac.authorization.k8s.io}'),
    ['warning binding-wide subjects[0].name'],
  ],
  [
    'a group as a user',
    binding('{kind: User, name: "system:masters", apiGroup: rbac.authorization.k8s.io}'),
    ['warning binding-wide subjects[0].kind'],
  ],
  [
    'a role that gathers all others',
    role('ClusterRole', '').replace(
      'rules: [{}]',
      'aggregationRule: {clusterRoleSelectors: [{}, {matchLabels: {}}, {matchLabels: {a: b}}]}',
    ),
    ['warning binding-wide aggregationRule.clusterRoleSelectors[0]', 'warning binding-wide aggregationRule.clusterRoleSelectors[1]'],
  ],
  ['a prototype as a user', binding('{kind: User, name: __proto__, apiGroup: rbac.authorization.k8s.io}'), []],
  // scheduling
  [
    'beside and apart',
    inPod(
      `affinity: {podAffinity: {${required}: [{topologyKey: a, labelSelector: {matchLabels: {app: web}}}]}, podAntiAffinity: {${required}: [{topologyKey: a, labelSelector: {matchLabels: {app: web}}}]}}`,
    ),
    [`warning pod-not-scheduled ${place}.affinity.podAffinity.${required}[0]`],
  ],
  [
    'beside a pod of no selector',
    inPod(`affinity: {podAffinity: {${required}: [{topologyKey: a}]}}`),
    [`error pod-not-scheduled ${place}.affinity.podAffinity.${required}[0]`],
  ],
  ['a gate in a template', inPod('schedulingGates: [{name: a.example/b}]'), [`warning pod-not-scheduled ${place}.schedulingGates[0].name`]],
  ['every taint', inPod('tolerations: [{operator: Exists}]'), [`info pod-not-scheduled ${place}.tolerations[0].operator`]],
  ['one taint', inPod('tolerations: [{key: a, operator: Exists}]'), []],
  ['two accounts', inPod('serviceAccountName: a, serviceAccount: b'), [`warning pod-setting-inert ${place}.serviceAccount`]],
  // containers and volumes
  [
    'one port of two containers',
    object(
      'v1',
      'Pod',
      'p',
      '{containers: [{name: a, image: i, ports: [{containerPort: 80}]}, {name: b, image: i, ports: [{containerPort: 80}]}]}',
    ),
    ['warning port-clash spec.containers[1].ports[0].containerPort'],
  ],
  [
    'one port with two protocols',
    object(
      'v1',
      'Pod',
      'p',
      '{containers: [{name: a, image: i, ports: [{containerPort: 53}]}, {name: b, image: i, ports: [{containerPort: 53, protocol: UDP}]}]}',
    ),
    [],
  ],
  [
    'a file in a mount',
    inPod(settings, ', volumeMounts: [{name: s, mountPath: /a}, {name: t, mountPath: /a/b, subPath: b}]'),
    [`info volume-use ${first}.volumeMounts[1].subPath`, `warning mount-nested ${first}.volumeMounts[1].mountPath`],
  ],
  ['a folder in a mount', inPod(settings, ', volumeMounts: [{name: s, mountPath: /a}, {name: t, mountPath: /a/b}]'), []],
  ['a mount beside a mount', inPod(settings, ', volumeMounts: [{name: s, mountPath: /a}, {name: t, mountPath: /ab}]'), []],
  [
    'a volume that Kubernetes removed',
    inPod('volumes: [{name: g, glusterfs: {endpoints: e, path: p}}]', ', volumeMounts: [{name: g, mountPath: /g}]'),
    [`error volume-removed ${place}.volumes[0].glusterfs`],
  ],
  [
    'a device that is mounted',
    `${claim('accessModes: [ReadWriteMany], volumeMode: Block')}${inPod(withClaim, ', volumeMounts: [{name: d, mountPath: /d}]')}`,
    [`error claim-use ${first}.volumeMounts[0].name`],
  ],
  [
    'a claim that can only be read',
    `${claim('accessModes: [ReadOnlyMany]')}${inPod(withClaim, ', volumeMounts: [{name: d, mountPath: /d}]')}`,
    [`warning claim-use ${first}.volumeMounts[0].name`],
  ],
  [
    'a claim of one pod that two pods of a rollout need',
    `${claim('accessModes: [ReadWriteOncePod]')}${inPod(withClaim, ', volumeMounts: [{name: d, mountPath: /d}]').replace('replicas: 3,', '')}`,
    [`error claim-use ${place}.volumes[0].persistentVolumeClaim.claimName`],
  ],
  // Services, Ingresses, variables
  [
    'a selector of an alias',
    service('web', 'type: ExternalName, externalName: a.example, selector: {app: web}'),
    ['warning service-setting-inert spec.selector'],
  ],
  [
    'requests to the own node only',
    `${service('web', 'selector: {app: web}, internalTrafficPolicy: Local, ports: [{port: 80, targetPort: http}]')}${web}`,
    ['warning service-setting-inert spec.internalTrafficPolicy'],
  ],
  [
    'a mapped port of a Service without an address, which a route leads to',
    `${service('web', 'clusterIP: None, selector: {app: web}, ports: [{port: 80, targetPort: 9090}]')}${route('')}`,
    [],
  ],
  [
    'a mapped port of a Service without an address, which no route leads to',
    service('web', 'clusterIP: None, selector: {app: web}, ports: [{port: 80, targetPort: 9090}]'),
    ['warning service-setting-inert spec.ports[0].port'],
  ],
  [
    'a key that begins with a digit',
    `${data('ConfigMap', 's', '1st: a')}${pod('p', 'envFrom: [{configMapRef: {name: s}}]')}`,
    ['warning env-from-names spec.containers[0].envFrom[0].configMapRef.name'],
  ],
  ['the same with a prefix', `${data('ConfigMap', 's', '1st: a')}${pod('p', 'envFrom: [{prefix: N_, configMapRef: {name: s}}]')}`, []],
  [
    'a key with a dot',
    `${data('Secret', 's', 'a.b: c')}${pod('p', 'envFrom: [{secretRef: {name: s}}]')}`,
    ['info env-from-names spec.containers[0].envFrom[0].secretRef.name'],
  ],
  [
    'a surge of ten times',
    deployment('web', '', 'strategy: {rollingUpdate: {maxSurge: 1000%}},'),
    ['warning rollout-limits spec.strategy.rollingUpdate.maxSurge'],
  ],
  [
    'all pods at once',
    deployment('web', '', 'replicas: 3, strategy: {rollingUpdate: {maxUnavailable: 100%}},'),
    ['warning rollout-limits spec.strategy.rollingUpdate.maxUnavailable'],
  ],
];

it.each(table)('%s', (_, text, expected) => {
  expect(say(text)).toEqual(expected);
});
