/** AgentgatewayParameters: how the proxy of a Gateway is deployed. */
import { any, anyText, bool, get, isGiven, map, oneOf, type Shape, string } from '@mcpgw/structure';
import { atKey, type Constraint, int, listByKey, listOf, mapOf, must, object, since, textOr } from './object.js';
import { integer, quantity } from './texts.js';

/** Any mapping. It is merged into an object that the API server checks later. */
const free: Shape = map(any);
const overlay = object('an overlay', { metadata: object('metadata', { annotations: mapOf(anyText), labels: mapOf(anyText) }), spec: free });

const keyRef = object('a reference to a key', { key: must(anyText, 'the key'), name: anyText, optional: bool });
const valueFrom = object('a source of a value', {
  configMapKeyRef: keyRef,
  secretKeyRef: keyRef,
  fieldRef: object('a field reference', { apiVersion: anyText, fieldPath: must(anyText, 'the path of the field') }),
  fileKeyRef: object('a file reference', {
    key: must(anyText, 'the key'),
    optional: bool,
    path: must(anyText, 'the path'),
    volumeName: must(anyText, 'the volume'),
  }),
  resourceFieldRef: object('a resource reference', { containerName: anyText, divisor: quantity, resource: must(anyText, 'the resource') }),
});
const env = listOf(object('an environment variable', { name: must(anyText, 'the name of the variable'), value: anyText, valueFrom }));

const resources = object('resources', {
  claims: listByKey(object('a claim', { name: must(anyText, 'the name of the claim'), request: anyText }), 'name'),
  limits: mapOf(quantity),
  requests: mapOf(quantity),
});
const seconds = int(0, 31_536_000);
const shutdown = object('shutdown', { min: must(seconds, 'seconds at least'), max: must(seconds, 'seconds at most') }, ({ node }) => {
  const [min, max] = [integer(get(node, 'min')) ?? 0, integer(get(node, 'max')) ?? 0];
  return min <= max ? [] : [atKey(node, 'min', `"min" (${min}) is more than "max" (${max})`, 'swap them')];
});
const source = object('a source', {
  configMap: object('a ConfigMap', {
    name: must(
      string('a name', value => (value === '' ? { message: 'the text is empty' } : undefined), { minLength: 1 }),
      'the name of the ConfigMap',
    ),
    key: anyText,
  }),
});

/** Overlays must match the selected kind of workload. */
const workloadKind: Constraint = ({ node }) => {
  const kind = textOr(get(node, 'workload'), 'kind', 'Deployment');
  const stray = kind === 'DaemonSet' ? ['deployment', 'horizontalPodAutoscaler'] : ['daemonSet'];
  return stray
    .filter(key => isGiven(node, key))
    .map(key => atKey(node, key, `"${key}" does not go with a workload of kind "${kind}"`, `remove "${key}", or change "workload.kind"`));
};

export const parameters: Shape = object(
  'the spec of AgentgatewayParameters',
  {
    daemonSet: since('1.4.0', overlay),
    deployment: overlay,
    env,
    horizontalPodAutoscaler: overlay,
    image: object('an image', { digest: anyText, pullPolicy: anyText, registry: anyText, repository: anyText, tag: anyText }),
    istio: object('Istio settings', {
      additionalTrustDomains: since('1.2.0', listOf(anyText)),
      caAddress: anyText,
      clusterId: since('1.3.0', anyText),
      enabled: since('1.3.0', bool),
      network: since('1.3.0', anyText),
      trustDomain: anyText,
    }),
    logging: object('logging', { format: oneOf('json', 'text'), level: anyText }),
    modelCatalog: since('1.3.0', object('a model catalog', { sources: listOf(source) })),
    podDisruptionBudget: overlay,
    rawConfig: free,
    resources,
    service: overlay,
    serviceAccount: overlay,
    shutdown,
    workload: since('1.4.0', object('a workload', { kind: oneOf('DaemonSet', 'Deployment') })),
  },
  workloadKind,
);
