/** What was asked of Services, policies, Ingresses, budgets, configuration and roles: `types/networking.ts`, `core.ts`, `policy.ts`. */
import type { Census } from '@mcpgw/structure';
import {
  all,
  alone,
  choice,
  cluster,
  filled,
  inside,
  noAccess,
  object,
  ofCluster,
  plain,
  reference,
  refused,
  row,
  says,
  works,
} from './answers.js';

const peers = row(
  ['network-policy-peers', 'network-policy-inert'],
  ['network-policy-peers', 'network-policy-inert'],
  ['network-policy-blocks', 'network-policy-selects-nothing', 'gateway-label-unknown'],
  ['network-policy-peers'],
);
const policyPort = row(
  ['network-policy-inert'],
  noAccess,
  ['network-policy-inert', 'network-policy-ports'],
  ['network-policy-inert', 'network-policy-blocks'],
);
const host = row(['ingress-hosts'], noAccess, ['ingress-hosts', 'ingress-inert'], ['ingress-hosts', 'ingress-inert']);
const path = row(['ingress-hosts'], noAccess, ['ingress-inert', 'ingress-path'], ['ingress-hosts', 'ingress-inert']);
const backend = row(works, noAccess, ['ingress-backend', 'reference-not-found', 'backend-ref-wrong-port'], ['ingress-backend']);
const budget = row(
  ['disruption-budget-inert'],
  ['disruption-budget-inert'],
  ['disruption-budget-blocks'],
  ['disruption-budget', 'disruption-budget-blocks'],
);
const servicePort = row(
  ['service-setting-inert'],
  noAccess,
  ['service-target-port', 'service-ports'],
  ['service-target-port', 'service-ports'],
);
const ofType = row(works, noAccess, ['service-type-fields'], ['service-type-fields']);
const ofAddress = row(works, noAccess, ['service-cluster-ip'], ['service-cluster-ip']);
const grants = row(
  ['role-never-matches', 'role-rule-inert'],
  'A list of "*" is everything, as it says.',
  ['role-never-matches', 'role-rule-inert'],
  ['role-rules', 'role-rule-inert'],
);
const subject = row(['binding-wide'], ['binding-wide'], ['role-binding', 'binding-wide'], ['role-binding', 'account-without-token']);
const content = row(['reference-key-missing', 'env-from-names'], ['secret-in-clear-text'], ['config-data-size'], ['secret-value']);

export const networkingCensus: Census = {
  ...Object.fromEntries('Ingress PodDisruptionBudget Service'.split(' ').map(name => [name, object])),
  NetworkPolicy: { ...plain, spec: inside },
  NetworkPolicySpec: {
    podSelector: row(
      ['network-policy-selects-nothing', 'network-policy-inert'],
      says,
      ['network-policy-selects-nothing', 'gateway-label-unknown'],
      ['network-policy-inert'],
    ),
    ...all(
      'ingress egress',
      row(
        ['network-policy-inert'],
        ['network-policy-inert'],
        ['network-policy-blocks', 'network-policy-gateway'],
        ['network-policy-inert'],
      ),
    ),
    policyTypes: row(['network-policy-inert'], ['network-policy-inert'], ['network-policy-types'], ['network-policy-inert']),
  },
  NetworkPolicyIngressRule: { ports: inside, from: peers },
  NetworkPolicyEgressRule: { ports: inside, to: peers },
  NetworkPolicyPort: all('protocol port endPort', policyPort),
  NetworkPolicyPeer: all('podSelector namespaceSelector ipBlock', peers),
  IPBlock: all('cidr except', row(['network-policy-peers'], ['network-policy-peers'], ['ip-block'], ['ip-block'])),
  IngressSpec: {
    ingressClassName: row(works, noAccess, cluster, ['ingress-inert']),
    defaultBackend: backend,
    ...all('tls rules', inside),
  },
  IngressTLS: { hosts: host, secretName: row(works, noAccess, ['reference-not-found', 'tls-secret-content'], ['ingress-hosts']) },
  IngressRule: { host, http: inside },
  HTTPIngressRuleValue: { paths: inside },
  HTTPIngressPath: { ...all('path pathType', path), backend: inside },
  IngressBackend: all('service resource', backend),
  IngressResourceBackend: all('apiGroup kind name', ofCluster),
  IngressServiceBackend: all('name port', backend),
  ServiceBackendPort: all('name number', backend),
  PodDisruptionBudgetSpec: {
    ...all('minAvailable maxUnavailable', budget),
    selector: row(['disruption-budget-blocks'], noAccess, ['disruption-budget-blocks'], ['disruption-budget-inert']),
    unhealthyPodEvictionPolicy: choice,
  },
  ServiceSpec: {
    ports: inside,
    selector: row(
      ['service-selects-nothing', 'service-setting-inert'],
      noAccess,
      ['service-selects-nothing'],
      ['selector-shared', 'stateful-service'],
    ),
    ...all('clusterIP clusterIPs', ofAddress),
    externalName: row(works, noAccess, ['external-name-address', 'service-external-name'], ['service-external-name']),
    type: ofType,
    externalIPs: row(works, says, ['special-address'], alone),
    sessionAffinity: row(['headless-affinity'], noAccess, refused, ['headless-affinity', 'session-affinity']),
    sessionAffinityConfig: inside,
    loadBalancerIP: row('Most providers have annotations in its place.', noAccess, cluster, alone),
    loadBalancerSourceRanges: row(['service-setting-inert'], ['service-setting-inert'], ['source-ranges'], ['service-type-fields']),
    ...all('externalTrafficPolicy healthCheckNodePort allocateLoadBalancerNodePorts loadBalancerClass', ofType),
    internalTrafficPolicy: row(works, noAccess, ['service-setting-inert'], ['service-setting-inert']),
    publishNotReadyAddresses: row(works, noAccess, ['service-setting-inert'], ['service-setting-inert']),
    ...all('ipFamilies ipFamilyPolicy', ofAddress),
    trafficDistribution: choice,
  },
  SessionAffinityConfig: { clientIP: inside },
  ClientIPConfig: { timeoutSeconds: choice },
  ServicePort: {
    ...all('name port targetPort protocol', servicePort),
    appProtocol: row('Only some controllers read it.', noAccess, ['route-backend-without-tls'], alone),
    nodePort: row(works, noAccess, ['service-node-port', 'node-ranges'], ['service-node-port']),
  },
  ServiceAccount: {
    ...plain,
    secrets: row('Only pods that name the account are limited by it, where an annotation says so.', noAccess, refused, alone),
    imagePullSecrets: reference,
    automountServiceAccountToken: row(works, says, ['account-without-token'], ['account-without-token']),
  },
  ConfigMap: { ...plain, immutable: choice, ...all('data binaryData', content) },
  Secret: {
    ...plain,
    immutable: choice,
    data: row(
      ['secret-value', 'reference-key-missing'],
      ['secret-in-clear-text'],
      ['secret-value', 'tls-secret-content'],
      ['secret-value'],
    ),
    stringData: row(['secret-encoded-twice'], ['secret-in-clear-text'], ['secret-encoded-twice', 'secret-value'], ['secret-value']),
    type: row(works, noAccess, ['secret-keys'], ['reference-content']),
  },
  Role: { ...plain, rules: inside },
  ClusterRole: { ...plain, rules: row(['role-rule-inert'], says, ['role-rules'], ['role-rule-inert']), aggregationRule: inside },
  AggregationRule: { clusterRoleSelectors: row(works, ['binding-wide'], cluster, alone) },
  PolicyRule: all('verbs apiGroups resources resourceNames nonResourceURLs', grants),
  ...Object.fromEntries(['RoleBinding', 'ClusterRoleBinding'].map(name => [name, { ...plain, subjects: inside, roleRef: inside }])),
  RbacSubject: all('kind apiGroup name namespace', subject),
  RoleRef: {
    ...all('apiGroup kind', row(works, noAccess, ['role-binding'], ['role-binding'])),
    name: row(works, ['binding-wide'], ['reference-not-found', 'reference-misspelled'], alone),
  },
  PersistentVolumeClaim: { ...object, status: filled },
};
