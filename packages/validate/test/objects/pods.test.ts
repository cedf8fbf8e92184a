/** Findings for the fields of pods and containers. */
import { said } from './said.js';

const cases: readonly (readonly [name: string, manifest: string, findings: readonly string[]])[] = [
  [
    'container names',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
  - {name: c, image: i}
  - {name: C, image: ""}
`,
    [
      'spec.containers[2].name: "C" is not a DNS label: it must consist of lower case letters, digits and "-", and start and end with a letter or digit',
      'spec.containers[2].image: "image" may not be empty',
      'spec.containers[1].name: another container of the pod is called "c"',
    ],
  ],
  [
    'init containers',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
  initContainers: [{name: c, image: i, livenessProbe: {exec: {command: [x]}}}]
`,
    [
      'spec.initContainers[0].name: another container of the pod is called "c"',
      'spec.initContainers[0].livenessProbe: an init container may have livenessProbe only with restartPolicy Always',
    ],
  ],
  [
    'ports',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    ports: [{name: a, containerPort: 80}, {name: a, containerPort: 0}, {containerPort: 70000}]
`,
    [
      'spec.containers[0].ports[1].containerPort: 0 is out of range: from 1 to 65535',
      'spec.containers[0].ports[2].containerPort: 70000 is out of range: from 1 to 65535',
      'spec.containers[0].ports[1].name: another port of the container is called "a"',
    ],
  ],
  [
    'host ports',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    ports: [{containerPort: 80, hostPort: 81}]
  hostNetwork: true
`,
    ['spec.containers[0].ports[0].hostPort: with hostNetwork, hostPort must equal containerPort 80, found 81 (remove hostPort)'],
  ],
  [
    'variables',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    env: [{name: A=B}, {name: C, value: x, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: D, valueFrom: {}}, {name: E, valueFrom: {fieldRef: {fieldPath: spec.x}}}]
    envFrom: [{configMapRef: {name: a}, secretRef: {name: b}}]
`,
    [
      'spec.containers[0].env[0].name: "A=B" is not the name of an environment variable: it must consist of printable ASCII characters other than "="',
      'spec.containers[0].env[1].valueFrom: a variable with a value may not have valueFrom too (remove one of them)',
      'spec.containers[0].env[2].valueFrom: valueFrom needs one of fieldRef, resourceFieldRef, configMapKeyRef or secretKeyRef',
      `spec.containers[0].env[3].valueFrom.fieldRef.fieldPath: "spec.x" cannot be read into a variable (one of metadata.name, metadata.namespace, metadata.uid, spec.nodeName, spec.serviceAccountName, status.hostIP, status.hostIPs, status.podIP, status.podIPs, metadata.labels['key'], metadata.annotations['key'])`,
      'spec.containers[0].envFrom[0]: configMapRef and secretRef may not stand in one entry (make two entries of it)',
    ],
  ],
  [
    'resources',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    resources: {requests: {cpu: 2, memory: 1gb, gpu: 1}, limits: {cpu: 1, nvidia.com/gpu: 500m}}
`,
    [
      'spec.containers[0].resources.requests.memory: "1gb" is not a quantity: it must be a number, and after it nothing or one of m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei',
      'spec.containers[0].resources.requests.gpu: "gpu" is not the name of a resource: it must be cpu, memory, ephemeral-storage, hugepages-<size>, or have a domain before it, such as nvidia.com/gpu',
      'spec.containers[0].resources.limits["nvidia.com/gpu"]: nvidia.com/gpu is counted in whole units',
      'spec.containers[0].resources.requests.cpu: the request for cpu exceeds its limit (lower the request or raise the limit)',
    ],
  ],
  [
    'probes',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    livenessProbe: {successThreshold: 2, initialDelaySeconds: -1, httpGet: {port: "80"}}
    readinessProbe: {httpGet: {port: 1}, exec: {command: [a]}}
    startupProbe: {}
`,
    [
      'spec.containers[0].livenessProbe.initialDelaySeconds: -1 is out of range: at least 0',
      'spec.containers[0].livenessProbe.httpGet.port: "80" is not the name of a port: it must hold a letter (remove the quotes to name a port by its number)',
      'spec.containers[0].readinessProbe.httpGet: only one handler may be set, found exec and httpGet',
      'spec.containers[0].startupProbe: a handler is missing: one of exec, httpGet, tcpSocket, grpc (probes) or sleep (hooks)',
      'spec.containers[0].livenessProbe.successThreshold: successThreshold of a livenessProbe must be 1, found 2',
    ],
  ],
  [
    'mounts',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    volumeMounts: [{name: dta, mountPath: /a}, {name: data, mountPath: /a, subPath: ../x}]
  volumes: [{name: data, emptyDir: {}, secret: {secretName: s}}, {name: data, emptyDir: {}}]
`,
    [
      'spec.containers[0].volumeMounts[1].subPath: "../x" is not a path below the volume: it may not hold ".."',
      'spec.volumes[0].secret: a volume may have one source, found emptyDir and secret',
      'spec.containers[0].volumeMounts[0].name: the pod has no volume "dta" (did you mean "data"?)',
      'spec.containers[0].volumeMounts[1].mountPath: something else is mounted at /a already',
      'spec.volumes[1].name: another volume of the pod is called "data"',
    ],
  ],
  [
    'security',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
    securityContext: {privileged: true, allowPrivilegeEscalation: false, runAsUser: -1, seccompProfile: {type: Localhost}}
`,
    [
      'spec.containers[0].securityContext.runAsUser: -1 is out of range: at least 0',
      'spec.containers[0].securityContext.seccompProfile.localhostProfile: "localhostProfile" is missing: the type Localhost needs it',
      'spec.containers[0].securityContext.allowPrivilegeEscalation: a privileged container cannot have allowPrivilegeEscalation: false (remove one of the two)',
    ],
  ],
  [
    'tolerations',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
  tolerations: [{key: a, operator: Exists, value: x}, {value: y}, {key: a, tolerationSeconds: 5}]
`,
    [
      'spec.tolerations[0].value: the operator Exists takes no value (remove the value, or use Equal)',
      'spec.tolerations[1].value: expected a string, found a boolean (put quotes around it: "y")',
      'spec.tolerations[1].operator: without a key, the operator must be Exists (set operator to Exists, or name a key)',
      'spec.tolerations[2].tolerationSeconds: tolerationSeconds goes with the effect NoExecute only',
    ],
  ],
  [
    'spread',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
  topologySpreadConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, minDomains: 2}]
`,
    [
      'spec.topologySpreadConstraints[0].maxSkew: 0 is out of range: at least 1',
      'spec.topologySpreadConstraints[0].minDomains: minDomains goes with whenUnsatisfiable: DoNotSchedule only',
    ],
  ],
  [
    'affinity',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers:
  - name: c
    image: i
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists, values: [b]}]}]}}, podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 101, podAffinityTerm: {}}]}}
`,
    [
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: the operator Exists takes no values (remove the values, or use In)',
      'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: 101 is out of range: from 1 to 100',
      'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey: "topologyKey" is missing',
    ],
  ],
];

test.each(cases)('%s', (_name, manifest, findings) => {
  expect(said(manifest.trim())).toEqual(findings);
});
