/** Findings for what all objects have in common: kind, version, name, and the types of fields. */
import { validateText } from '../../src/validate.js';
import { said } from './said.js';

const cases: readonly (readonly [name: string, manifest: string, findings: readonly string[]])[] = [
  [
    'a pod that is right',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
`,
    [],
  ],
  [
    'no apiVersion',
    `
kind: Pod
`,
    ['apiVersion: "apiVersion" is missing: every Kubernetes object has one (add "apiVersion: v1")'],
  ],
  [
    'an object that is a list',
    `
- a
`,
    [': a Kubernetes object is a mapping, found a list (begin it with "apiVersion:" and "kind:")'],
  ],
  [
    'no metadata',
    `
apiVersion: v1
kind: ConfigMap
`,
    ['metadata: "metadata" is missing: every object needs a name (add "metadata: {name: ...}")'],
  ],
  [
    'no name',
    `
apiVersion: v1
kind: ConfigMap
metadata: {}
`,
    ['metadata.name: the object has no name (set metadata.name)'],
  ],
  [
    'a misspelled kind',
    `
apiVersion: apps/v1
kind: Deploymnt
`,
    ['kind: Kubernetes has no Deploymnt in apps/v1 (did you mean "Deployment"?)'],
  ],
  [
    'a kind of another group',
    `
apiVersion: v1
kind: Deployment
`,
    ['apiVersion: Kubernetes has no Deployment in v1 (use "apps/v1")'],
  ],
  [
    'a removed version',
    `
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
`,
    [
      'apiVersion: PodDisruptionBudget of policy/v1beta1 was removed in Kubernetes 1.25 (use policy/v1, and look at the fields that changed)',
    ],
  ],
  [
    'a removed kind',
    `
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
`,
    ['apiVersion: PodSecurityPolicy of policy/v1beta1 was removed in Kubernetes 1.25 (remove it: nothing took its place)'],
  ],
  [
    'a kind of someone else',
    `
apiVersion: a.example/v1
kind: X
`,
    [
      'apiVersion: not checked: X of a.example/v1 is not known here (give its CustomResourceDefinition (--crds), or leave the kind out (--skip, or "skip" in mcpgw.config.yaml))',
    ],
  ],
  [
    'a list of objects',
    `
apiVersion: v1
kind: List
items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: A}}]
`,
    [
      'items[0].metadata.name: "A" cannot be the name of a ConfigMap: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
    ],
  ],
  [
    'a misspelled field',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    imagepullPolicy: Always
`,
    ['spec.containers[0].imagepullPolicy: "imagepullPolicy" is not a field of Container (did you mean "imagePullPolicy"?)'],
  ],
  [
    'a field of another place',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: t}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: c, image: i}]
  serviceAccountName: x
`,
    ['spec.serviceAccountName: "serviceAccountName" is not a field of DeploymentSpec (it belongs under spec.template.spec)'],
  ],
  [
    'a field of a later version',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
  hostnameOverride: x
`,
    ['spec.hostnameOverride: "hostnameOverride" is a field of Kubernetes from 1.34 on, this is 1.33'],
  ],
  [
    'a key twice',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    image: j
`,
    ['spec.containers[0].image: the key "image" is set twice here'],
  ],
  [
    'a number for a string',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    env: [{name: A, value: 1}]
`,
    ['spec.containers[0].env[0].value: expected a string, found an integer (put quotes around it: "1")'],
  ],
  [
    'a string for a number',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: t}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: c, image: i}]
  replicas: '2'
`,
    ['spec.replicas: expected an integer, found a string (remove the quotes)'],
  ],
  [
    'a fraction',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: t}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: c, image: i}]
  replicas: 1.5
`,
    ['spec.replicas: expected an integer, found a fraction'],
  ],
  [
    'a mapping for a list',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    ports: {containerPort: 80}
`,
    ['spec.containers[0].ports: expected a list, found a mapping'],
  ],
  [
    'an unknown word',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    imagePullPolicy: always
`,
    ['spec.containers[0].imagePullPolicy: "always" is not one of the known values (did you mean "Always"?)'],
  ],
  [
    'a null in a list',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
  imagePullSecrets: [null]
  tolerations: [{operator: Exists}]
  volumes: [null]
`,
    [
      'spec.volumes[0].name: "name" is missing',
      'spec.volumes[0]: the volume names no source: it will be an empty directory (name one, such as configMap, secret or persistentVolumeClaim; or write emptyDir: {})',
    ],
  ],
];

test.each(cases)('%s', (_name, manifest, findings) => {
  expect(said(manifest.trim())).toEqual(findings);
});

test('a finding points at the place in the file', () => {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: t}\ndata:\n  a: 1\n';
  const [finding] = validateText(text, { file: 'f.yaml', kind: 'manifest', kubeVersion: 'v1.34.2' }).findings;
  expect(finding).toEqual({
    rule: 'wrong-type',
    severity: 'error',
    message: 'expected a string, found an integer',
    file: 'f.yaml',
    span: { start: text.indexOf('1\n', 40), end: text.indexOf('1\n', 40) + 1 },
    path: ['data', 'a'],
    docs: 'docs/rules/wrong-type.md',
    suggestion: 'put quotes around it: "1"',
  });
});

test.each([
  ['1.29', ['spec.hostnameOverride: "hostnameOverride" is a field of Kubernetes from 1.34 on, this is 1.29']],
  [
    '1.34',
    [
      'spec.hostnameOverride: Kubernetes 1.34 drops "hostnameOverride": its feature gate is off by default (it needs a server with the feature gate on, or Kubernetes 1.35)',
    ],
  ],
  ['1.99', []],
])('a field of 1.34 for Kubernetes %s', (version, findings) => {
  expect(
    said('apiVersion: v1\nkind: Pod\nmetadata: {name: t}\nspec: {hostnameOverride: x, containers: [{name: c, image: i}]}', version),
  ).toEqual(findings);
});

test('keys of objects are plain data', () => {
  expect(said('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: t}\n__proto__: {}\nconstructor: 1')).toEqual([
    '__proto__: "__proto__" is not a field of ConfigMap',
    'constructor: "constructor" is not a field of ConfigMap',
  ]);
});

test('quotes are advised only where the text in quotes is right', () => {
  const spec = '{containers: [{name: c, image: i, ports: [{containerPort: 80}], resources: {limits: {cpu: true}}}], hostname: 5}';
  expect(said(`apiVersion: v1\nkind: Pod\nmetadata: {name: t}\nspec: ${spec}`)).toEqual([
    'spec.containers[0].resources.limits.cpu: expected a quantity, such as 250m or 1Gi, found a boolean',
    'spec.hostname: expected a DNS label, found an integer (put quotes around it: "5")',
  ]);
});
