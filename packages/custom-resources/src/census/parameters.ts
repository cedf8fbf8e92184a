import type { Census } from '@mcpgw/structure';
import { alone, choice, cluster, inside, key, noAccess, refused, row, works } from './answers.js';

/** What an overlay makes of an object is checked as that object. */
const overlay = row(
  ['parameters-overlay-refused'],
  noAccess,
  ['parameters-overlay-refused', 'parameters-overlay-breaks', 'parameters-overlay-unreachable', 'probe-port'],
  ['parameters-inert', 'parameters-overlay-replaces'],
);
const image = row(['parameters-inert'], noAccess, ['parameters-fail'], ['parameters-inert', 'parameters-overlay-replaces']);
const mesh = row(['parameters-inert'], 'The mesh decides who is trusted.', cluster, ['parameters-inert']);
const amount = row(works, noAccess, ['parameters-fail'], ['parameters-fail', 'parameters-overlay-replaces']);
const seconds = row(['parameters-inert'], noAccess, refused, ['parameters-inert', 'parameters-overlay-breaks']);
const ofPod = row(works, noAccess, ['parameters-overlay-refused'], alone);
const variable = row(
  ['parameters-inert', 'proxy-environment'],
  ['proxy-environment'],
  ['parameters-fail', 'proxy-environment'],
  ['parameters-inert', 'parameters-fail', 'parameters-overlay-replaces'],
);
const source = row(works, noAccess, ['reference-key-missing', 'reference-not-found'], ['parameters-fail']);

/** `kinds/parameters.ts`: AgentgatewayParameters. */
export const parametersCensus: Census = {
  'the spec of AgentgatewayParameters': {
    daemonSet: overlay,
    deployment: overlay,
    env: variable,
    horizontalPodAutoscaler: row(
      ['parameters-overlay-refused', 'autoscaler-cannot-scale'],
      noAccess,
      ['parameters-overlay-refused', 'autoscaler-cannot-scale'],
      ['parameters-inert', 'parameters-overlay-unreachable'],
    ),
    image: inside,
    istio: inside,
    logging: inside,
    modelCatalog: row(['parameters-inert'], noAccess, works, ['parameters-inert']),
    podDisruptionBudget: row(
      ['parameters-overlay-refused'],
      'It decides about evictions only.',
      ['disruption-budget-blocks', 'parameters-overlay-refused'],
      ['disruption-budget-blocks', 'parameters-overlay-unreachable'],
    ),
    rawConfig: row(
      ['parameters-inert', 'parameters-raw-config'],
      ['parameters-raw-config'],
      ['parameters-raw-config'],
      ['parameters-inert'],
    ),
    resources: inside,
    service: row(
      ['parameters-overlay-refused', 'service-target-port'],
      'The type and the ranges of the Service are those of the object; its rules look at them.',
      ['parameters-overlay-refused', 'parameters-overlay-unreachable', 'service-selects-nothing'],
      ['parameters-overlay-unreachable'],
    ),
    serviceAccount: row(['parameters-overlay-refused'], noAccess, ['parameters-overlay-refused'], alone),
    shutdown: inside,
    workload: inside,
  },
  'an overlay': { metadata: inside, spec: overlay },
  metadata: {
    annotations: row('Tools read them.', noAccess, refused, alone),
    labels: row('Selectors read them.', noAccess, 'The API server refuses labels that cannot be ones when the object is made.', alone),
  },
  'a reference to a key': { key, name: source, optional: choice },
  'a source of a value': {
    configMapKeyRef: source,
    secretKeyRef: source,
    fieldRef: source,
    fileKeyRef: source,
    resourceFieldRef: source,
  },
  'a field reference': { apiVersion: ofPod, fieldPath: ofPod },
  'a file reference': { key: ofPod, optional: choice, path: ofPod, volumeName: ofPod },
  'a resource reference': { containerName: ofPod, divisor: ofPod, resource: ofPod },
  'an environment variable': { name: variable, value: variable, valueFrom: variable },
  resources: { claims: ofPod, limits: amount, requests: amount },
  'a claim': { name: ofPod, request: ofPod },
  shutdown: { min: seconds, max: seconds },
  'a source': { configMap: row(['reference-not-found', 'reference-misspelled'], noAccess, ['reference-not-found'], alone) },
  'a ConfigMap': { name: source, key: row(works, noAccess, cluster, alone) },
  'an image': { digest: image, pullPolicy: image, registry: image, repository: image, tag: image },
  'Istio settings': {
    additionalTrustDomains: mesh,
    caAddress: row(['parameters-inert'], 'The mesh decides who is trusted.', ['parameters-fail'], ['parameters-inert']),
    clusterId: mesh,
    enabled: mesh,
    network: mesh,
    trustDomain: mesh,
  },
  logging: {
    format: choice,
    level: row(['telemetry-inert', 'parameters-inert'], noAccess, works, ['parameters-inert']),
  },
  'a model catalog': { sources: row(['parameters-inert'], noAccess, ['reference-not-found'], alone) },
  'a workload': { kind: row(works, noAccess, refused, 'The API server refuses overlays of another kind of workload.') },
};
