import type { Census } from '@mcpgw/structure';
import { alone, choice, cluster, inside, key, noAccess, refused, row, works } from './answers.js';

const overlay = row(works, noAccess, ['parameters-fail'], ['parameters-inert']);
const image = row(['parameters-inert'], noAccess, ['parameters-fail'], ['parameters-inert']);
const mesh = row(['parameters-inert'], 'The mesh decides who is trusted.', cluster, ['parameters-inert']);
const amount = row(works, noAccess, ['parameters-fail'], ['parameters-fail']);
const seconds = row(['parameters-inert'], noAccess, refused, ['parameters-inert']);
const ofPod = row(works, noAccess, 'The API server refuses a Deployment with a field that a pod does not have.', alone);
const variable = row(['parameters-inert'], noAccess, ['parameters-fail'], ['parameters-inert', 'parameters-fail']);
const source = row(works, noAccess, ['reference-key-missing', 'reference-not-found'], ['parameters-fail']);

/** `kinds/parameters.ts`: AgentgatewayParameters. */
export const parametersCensus: Census = {
  'the spec of AgentgatewayParameters': {
    daemonSet: overlay,
    deployment: overlay,
    env: variable,
    horizontalPodAutoscaler: overlay,
    image: inside,
    istio: inside,
    logging: inside,
    modelCatalog: row(['parameters-inert'], noAccess, works, ['parameters-inert']),
    podDisruptionBudget: overlay,
    rawConfig: row(
      ['parameters-inert', 'parameters-raw-config'],
      ['parameters-raw-config'],
      ['parameters-raw-config'],
      ['parameters-inert'],
    ),
    resources: inside,
    service: row(works, noAccess, 'The API server refuses a Service that cannot be one.', alone),
    serviceAccount: row(works, noAccess, works, alone),
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
    caAddress: mesh,
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
