/** Words in a pod that Kubernetes accepts and that mean something else than they read as. */
import { validateText } from '../../src/validate.js';

/** The messages of one rule about a pod. */
function found(rule: string, spec: string): string[] {
  const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {${spec}}\n`;
  return validateText(text, { file: 'p.yaml', kind: 'manifest' })
    .findings.filter(finding => finding.rule === rule)
    .map(({ severity, message }) => `${severity} ${message}`);
}

const container = "containers: [{name: c, image: 'registry.example/a:1'}]";
const node = (fields: string): string => `${container}, ${fields}`;
const env = (variables: string, more = ''): string => `containers: [{name: c, image: 'registry.example/a:1', env: [${variables}]${more}}]`;
const volume = (source: string): string => `${container}, volumes: [{name: v, ${source}}]`;
const anti = (key: string): string =>
  node(
    `affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: ${key}, labelSelector: {}}}]}}`,
  );
const terms = (expression: string): string =>
  node(
    `affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [${expression}]}]}}}`,
  );

it.each<[rule: string, spec: string, ...expected: string[]]>([
  ['node-labels', node('nodeSelector: {kubernetes.io/arch: x86_64}'), 'warning no node has "x86_64" as its kubernetes.io/arch'],
  ['node-labels', node('nodeSelector: {kubernetes.io/arch: arm64, kubernetes.io/os: linux, pool: x86_64}')],
  ['node-labels', node('nodeSelector: {kubernetes.io/os: Linux}'), 'warning no node has "Linux" as its kubernetes.io/os'],
  [
    'node-labels',
    node(
      'topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zones, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]',
    ),
    'warning no node has the label "topology.kubernetes.io/zones" from Kubernetes',
  ],
  ['node-labels', anti('hostname'), 'warning no node has the label "hostname" from Kubernetes'],
  ['node-labels', anti('kubernetes.io/hostname')],
  ['node-labels', anti('topology.ebs.csi.aws.com/zone')],
  [
    'node-labels',
    terms('{key: kubernetes.io/arch, operator: In, values: [amd64, aarch64]}'),
    'warning no node has "aarch64" as its kubernetes.io/arch',
  ],
  ['node-labels', terms('{key: kubernetes.io/arch, operator: NotIn, values: [sparc]}')],
  [
    'env-reference',
    env("{name: A, value: 'x-$(B)'}, {name: B, value: b}"),
    'warning $(B) stays as it is: the variable stands further down in the list',
  ],
  ['env-reference', env("{name: A, value: 'x-$(B)'}"), 'warning $(B) stays as it is: the container has no variable of this name'],
  ['env-reference', env("{name: B, value: b}, {name: A, value: 'x-$(B)'}")],
  ['env-reference', env("{name: A, value: 'x-$$(B)'}")],
  ['env-reference', env("{name: A, value: 'x-$(B)'}", ', envFrom: [{secretRef: {name: s}}]')],
  ['env-reference', env("{name: A, value: 'http://$(API_SERVICE_HOST):$(API_SERVICE_PORT)'}")],
  ['env-reference', env("{name: A, value: '$(A):/opt'}"), 'warning $(A) stays as it is: the variable is this one'],
  ['file-mode', volume('secret: {secretName: s, defaultMode: 400}'), 'warning 400 is the mode 0620, not 0400'],
  ['file-mode', volume('secret: {secretName: s, defaultMode: 0400}')],
  ['file-mode', volume('configMap: {name: s, defaultMode: 420}')],
  ['file-mode', volume('configMap: {name: s, items: [{key: k, path: p, mode: 444}]}'), 'warning 444 is the mode 0674, not 0444'],
])('%s: %s', (rule, spec, ...expected) => expect(found(rule, spec)).toEqual(expected));
