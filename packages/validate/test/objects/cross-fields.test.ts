/** Rules over several fields of pods and jobs. */
import { saidWithSeverity } from './said.js';

const cases: readonly (readonly [name: string, manifest: string, findings: readonly string[]])[] = [
  [
    'a policy of success',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: t}
spec: {completionMode: Indexed, completions: 3, successPolicy: {rules: [{}, {succeededIndexes: a}, {succeededIndexes: '1,0'}, {succeededIndexes: 0-5}, {succeededIndexes: 0-1, succeededCount: 3}, {succeededCount: 4}]}, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
`,
    [
      'spec.successPolicy.rules[0]: a rule needs succeededCount or succeededIndexes',
      'spec.successPolicy.rules[1].succeededIndexes: "a" is not a list of indexes: "a" is neither an index nor a range (such as "0,2-4")',
      'spec.successPolicy.rules[2].succeededIndexes: "1,0" is not a list of indexes: the indexes must ascend (such as "0,2-4")',
      'spec.successPolicy.rules[3].succeededIndexes: "0-5" is not a list of indexes: the last index is 2, completions less one (such as "0,2-4")',
      'spec.successPolicy.rules[4].succeededCount: succeededCount 3 exceeds the 2 indexes of succeededIndexes',
      'spec.successPolicy.rules[5].succeededCount: succeededCount 4 exceeds completions 3',
    ],
  ],
  [
    'a job with its own selector',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: t}
spec: {manualSelector: true, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: c}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
`,
    [
      'spec.template.metadata.labels.a: the template lacks the label a: b that the selector wants, it has "c" (give the template every label of the selector)',
    ],
  ],
  [
    'pods of an indexed job',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: a.b}
spec: {completionMode: Indexed, completions: 12, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
`,
    [
      'metadata.name: the last pod would be called "a.b-11": it must consist of lower case letters, digits and "-", and start and end with a letter or digit',
    ],
  ],
  [
    'a Windows pod',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  os: {name: windows}
  hostPID: true
  shareProcessNamespace: true
  resources: {limits: {cpu: 1}}
  securityContext: {runAsUser: 1, sysctls: [{name: a.b, value: c}], windowsOptions: {runAsUserName: 'a\\b\\c', gmsaCredentialSpecName: X_Y, gmsaCredentialSpec: ''}}
  containers: [{name: c, image: i, securityContext: {privileged: true, windowsOptions: {runAsUserName: 'a?'}}}]
`,
    [
      'spec.securityContext.windowsOptions.runAsUserName: "a\\\\b\\\\c" is not the name of a Windows user: it may hold one "\\" only, between the domain and the user',
      'spec.securityContext.windowsOptions.gmsaCredentialSpecName: "X_Y" is not a DNS name: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.securityContext.windowsOptions.gmsaCredentialSpec: "" is not a specification of credentials: it may not be empty',
      'spec.containers[0].securityContext.windowsOptions.runAsUserName: "a?" is not the name of a Windows user: the name of the user may not hold any of "/:;|=,+*?<>@[]',
      'spec.shareProcessNamespace: hostPID and shareProcessNamespace may not both be true',
      'spec.hostPID: a Windows pod cannot have hostPID',
      'spec.shareProcessNamespace: a Windows pod cannot have shareProcessNamespace',
      'spec.resources: a Windows pod cannot have resources of its own (give them to the containers)',
      'spec.securityContext.sysctls: a Windows pod cannot have sysctls',
      'spec.securityContext.runAsUser: a Windows pod cannot have runAsUser',
      'spec.containers[0].securityContext.privileged: a Windows pod cannot have privileged',
    ],
  ],
  [
    'processes of the host',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  securityContext: {windowsOptions: {hostProcess: true}}
  containers: [{name: c, image: i, securityContext: {windowsOptions: {hostProcess: false}}}, {name: d, image: i}]
`,
    [
      'spec.containers[0].securityContext.windowsOptions.hostProcess: hostProcess differs from that of the pod, which is true (set it for the pod only)',
      'spec.containers: hostProcess is set for some of the containers only (set it in securityContext.windowsOptions of the pod)',
      'spec.hostNetwork: hostProcess needs hostNetwork: true',
    ],
  ],
  [
    'a Linux pod with options of Windows',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  os: {name: linux}
  containers: [{name: c, image: i, securityContext: {windowsOptions: {}}}]
`,
    ['spec.containers[0].securityContext.windowsOptions: a Linux pod has no windowsOptions'],
  ],
  [
    'resources of a pod',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  resources: {claims: [{name: a}], limits: {cpu: 1, ephemeral-storage: 1Gi}, requests: {cpu: 500m}}
  initContainers: [{name: i, image: i, restartPolicy: Always, resources: {requests: {cpu: 300m}}}]
  containers: [{name: c, image: i, resources: {limits: {cpu: 2}, requests: {cpu: 300m}}}]
`,
    [
      'spec.resources.claims: a pod has no claims in its resources (give them to the containers)',
      'spec.resources.limits.ephemeral-storage: a pod can have cpu, memory and hugepages-<size> only, not ephemeral-storage',
      'spec.containers[0].resources.limits.cpu: the limit for cpu exceeds that of the pod',
      'spec.resources.requests.cpu: the containers together request more cpu than the pod',
    ],
  ],
  [
    'files of a projected volume',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  volumes: [{name: p, projected: {sources: [{secret: {name: a, items: [{key: k, path: x}]}}, {configMap: {name: b, items: [{key: k, path: x}]}}]}}]
  containers: [{name: c, image: i}]
`,
    ['spec.volumes[0].projected.sources[1].configMap.items[0].path: another source has the path x already'],
  ],
  [
    'a sleep before the stop',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  terminationGracePeriodSeconds: 5
  containers: [{name: c, image: i, lifecycle: {preStop: {sleep: {seconds: 9}}}}]
`,
    ['spec.containers[0].lifecycle.preStop.sleep.seconds: 9 is out of range: from 0 to 5, terminationGracePeriodSeconds of the pod'],
  ],
  [
    'devices',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  volumes: [{name: a, persistentVolumeClaim: {claimName: a}}]
  containers: [{name: c, image: i, volumeMounts: [{name: a, mountPath: /x}], volumeDevices: [{name: a, devicePath: /x}, {name: a, devicePath: ../y}]}]
`,
    [
      'spec.containers[0].volumeDevices[1].devicePath: "../y" is not a path: it may not hold ".."',
      'spec.containers[0].volumeDevices[1].name: another entry of volumeDevices has name "a" (remove one of the two)',
      'spec.containers[0].volumeDevices[0].name: "a" is mounted in volumeMounts too (remove one of the two)',
      'spec.containers[0].volumeDevices[0].devicePath: something is mounted at /x already',
      'spec.containers[0].volumeDevices[1].name: "a" is mounted in volumeMounts too (remove one of the two)',
    ],
  ],
  [
    'a node by its name',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [A_B]}]}]}}}
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: Not A Key, whenUnsatisfiable: DoNotSchedule}]
  containers: [{name: c, image: i}]
`,
    [
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values[0]: "A_B" is not the name of a node: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'warning spec.topologySpreadConstraints[0].topologyKey: "Not A Key" cannot be a label of a node: the name must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit',
    ],
  ],
  [
    'users of the host',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  hostUsers: false
  hostPID: true
  hostnameOverride: x
  setHostnameAsFQDN: true
  containers: [{name: c, image: i}]
`,
    [
      'spec.hostnameOverride: hostnameOverride does not go with setHostnameAsFQDN (remove one of the two)',
      'spec.hostPID: with hostUsers: false, hostPID may not be true',
    ],
  ],
  [
    'annotations of a pod',
    `
apiVersion: v1
kind: Pod
metadata: {name: t, annotations: {container.apparmor.security.beta.kubernetes.io/c: strict, container.apparmor.security.beta.kubernetes.io/d: unconfined, seccomp.security.alpha.kubernetes.io/pod: localhost/../x, controller.kubernetes.io/pod-deletion-cost: much, kubernetes.io/config.mirror: x}}
spec: {containers: [{name: c, image: ' i'}]}
`,
    [
      'spec.containers[0].image: " i" is not the name of an image: spaces may not stand at its start or end',
      'metadata.annotations["container.apparmor.security.beta.kubernetes.io/c"]: "strict" is not an AppArmor profile (write runtime/default, unconfined, or localhost/ and a name)',
      'metadata.annotations["container.apparmor.security.beta.kubernetes.io/d"]: the pod has no container "d"',
      'metadata.annotations["seccomp.security.alpha.kubernetes.io/pod"]: "localhost/../x" is not a seccomp profile (use securityContext.seccompProfile)',
      'metadata.annotations["controller.kubernetes.io/pod-deletion-cost"]: "much" is not a cost: it must be an integer of 32 bits',
      'metadata.annotations["kubernetes.io/config.mirror"]: a mirror pod needs nodeName (remove the annotation)',
    ],
  ],
  [
    'ephemeral containers',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  containers: [{name: c, image: i}]
  ephemeralContainers: [{name: e, image: i}]
`,
    ['spec.ephemeralContainers: a pod cannot be made with ephemeral containers (move them to containers or initContainers)'],
  ],
  [
    'an indexed job without numbers',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: t}
spec: {completionMode: Indexed, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
`,
    [],
  ],
  [
    'a replacement that failure policies exclude',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: t}
spec: {podReplacementPolicy: TerminatingOrFailed, podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget, status: "True"}]}]}, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
`,
    ['spec.podReplacementPolicy: with podFailurePolicy, podReplacementPolicy can only be Failed (remove podReplacementPolicy)'],
  ],
];

test.each(cases)('%s', (_name, manifest, findings) => {
  expect(saidWithSeverity(manifest.trim())).toEqual(findings);
});

const gated = (field: string, version: string, later: string): string =>
  `warning ${field}: Kubernetes ${version} drops "${field.split('.').at(-1)}": its feature gate is off by default (it needs a server with the feature gate on${later})`;
const pod = (spec: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: t}\nspec: ${spec}`;
const rule = 'restartPolicyRules: [{action: Odd, exitCodes: {operator: In}}]';

test.each([
  ['1.33', 'spec.containers[0].restartPolicyRules: "restartPolicyRules" is a field of Kubernetes from 1.34 on, this is 1.33'],
  ['1.34', gated('spec.containers[0].restartPolicyRules', '1.34', ', or Kubernetes 1.35')],
  ['1.35', 'spec.containers[0].restartPolicyRules[0].action: "Odd" is not one of the known values'],
])('a field whose gate is off, for Kubernetes %s', (version, finding) => {
  expect(saidWithSeverity(pod(`{containers: [{name: c, image: i, ${rule}}]}`), version)[0]).toContain(finding);
});

test('what is below a dropped field is decoded, not judged', () => {
  const text = pod('{containers: [{name: c, image: i, lifecycle: {stopSignal: 5}}], workloadRef: {name: 1, odd: x}}');
  expect(saidWithSeverity(text)).toEqual([
    gated('spec.containers[0].lifecycle.stopSignal', '1.35', ''),
    'spec.containers[0].lifecycle.stopSignal: expected a string, found an integer (put quotes around it: "5")',
    gated('spec.workloadRef', '1.35', ''),
    'spec.workloadRef.name: expected a string, found an integer (put quotes around it: "1")',
    'spec.workloadRef.odd: "odd" is not a field of WorkloadReference',
  ]);
});
