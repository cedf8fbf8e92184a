import { formatPath } from '@mcpgw/diagnostics';
import { validateText } from '../../src/validate.js';

/** Severity (unless `error`), path, message and suggestion of every finding. */
function said(text: string, kubernetesVersion = '1.35'): string[] {
  return validateText(text, { file: 'f.yaml', kind: 'manifest', kubeVersion: kubernetesVersion }).findings.map(
    ({ severity, path = [], message, suggestion }) => {
      const weight = severity === 'error' ? '' : `${severity} `;
      return `${weight}${formatPath(path)}: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
    },
  );
}

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
      'spec.successPolicy.rules[1].succeededIndexes: "a" is no list of indexes: "a" is neither an index nor a range (such as "0,2-4")',
      'spec.successPolicy.rules[2].succeededIndexes: "1,0" is no list of indexes: the indexes must ascend (such as "0,2-4")',
      'spec.successPolicy.rules[3].succeededIndexes: "0-5" is no list of indexes: the last index is 2, completions less one (such as "0,2-4")',
      'spec.successPolicy.rules[4].succeededCount: succeededCount 3 exceeds the 2 indexes of succeededIndexes',
      'spec.successPolicy.rules[5].succeededCount: succeededCount 4 exceeds completions 3',
    ],
  ],
  [
    'a job with a selector of its own',
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
    'a source of data',
    `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: t}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSource: {kind: PersistentVolumeClaim}, dataSourceRef: {kind: VolumeSnapshot, name: x}}
`,
    [
      'spec.dataSourceRef.kind: "VolumeSnapshot" is in no API group: without apiGroup, a source is a PersistentVolumeClaim (add apiGroup)',
      'spec.dataSource.name: "name" is missing',
      'spec.dataSource: dataSource differs from dataSourceRef (remove one of them)',
    ],
  ],
  [
    'a source of data that is dropped',
    `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: t}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSource: {apiGroup: a.b, kind: Populator, name: x}}
`,
    [
      'warning spec.dataSource: the server drops a dataSource that is neither a PersistentVolumeClaim nor a VolumeSnapshot (use dataSourceRef)',
    ],
  ],
  [
    'storage systems',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  volumes:
  - {name: a, fc: {targetWWNs: [x]}}
  - {name: b, iscsi: {targetPortal: a, iqn: xyz, chapAuthSession: true}}
  - {name: c, flocker: {datasetName: a/b}}
  - {name: d, storageos: {secretRef: {}}}
  - {name: e, azureDisk: {diskName: a, diskURI: x, kind: Managed}}
  - {name: f, quobyte: {registry: a, volume: b}}
  containers: [{name: c, image: i}]
`,
    [
      'spec.volumes[0].fc.lun: "lun" is missing: targetWWNs needs it',
      'spec.volumes[1].iscsi.iqn: "xyz" is not the name of an iSCSI node: it must start with iqn, eui or naa',
      'spec.volumes[1].iscsi.secretRef: "secretRef" is missing: authentication needs it',
      'spec.volumes[2].flocker.datasetName: "/" may not stand in it',
      'spec.volumes[3].storageos.volumeName: "volumeName" is missing',
      'spec.volumes[3].storageos.secretRef.name: "name" is missing',
      'spec.volumes[4].azureDisk.diskURI: the URI of a disk of the kind Managed starts with /subscriptions/',
      'spec.volumes[5].quobyte.registry: "a" is not a list of hosts with ports: it must be host:port, or several of them with commas between',
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
    'keys of labels',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, matchLabelKeys: [a, b], mismatchLabelKeys: [b], labelSelector: {matchLabels: {a: x}}}]}}
  containers: [{name: c, image: i}]
`,
    [
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[0]: the labelSelector has the key a already (remove it from one of the two)',
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[1]: "b" stands in mismatchLabelKeys too',
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
    'entries that stand twice',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  securityContext: {sysctls: [{name: a.b, value: c}, {name: a.b, value: d}]}
  resourceClaims: [{name: r, resourceClaimName: x}]
  containers: [{name: c, image: i, resources: {claims: [{name: r}, {name: r}]}}]
`,
    [
      'spec.securityContext.sysctls[1].name: another entry of sysctls has name "a.b" (remove one of the two)',
      'spec.containers[0].resources.claims[1].name: another entry of claims has the same name and request (remove one of the two)',
    ],
  ],
  [
    'what the server does not judge',
    `
apiVersion: batch/v1
kind: CronJob
metadata: {name: t}
spec: {schedule: '@daily', jobTemplate: {metadata: {labels: {a b: c}}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}}
`,
    [
      'warning spec.jobTemplate.metadata.labels["a b"]: "a b" is not a qualified name: the name must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit; the server stores it unseen, what reads it fails later',
    ],
  ],
  [
    'labels of pod security',
    `
apiVersion: v1
kind: Namespace
metadata: {name: t, labels: {pod-security.kubernetes.io/enforce: strict, pod-security.kubernetes.io/warn-version: '1.30'}}
spec: {finalizers: ['a b']}
`,
    [
      'spec.finalizers[0]: "a b" is not a qualified name: the name must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit',
      'spec.finalizers[0]: "a b" is not the name of a finalizer: it must have a domain before it (such as acme.io/cleanup)',
      'metadata.labels["pod-security.kubernetes.io/enforce"]: "strict" is no level of pod security (one of privileged, baseline and restricted)',
      'metadata.labels["pod-security.kubernetes.io/warn-version"]: "1.30" is no version of pod security (write latest, or one such as v1.34)',
    ],
  ],
  [
    'names and ratios of limits',
    `
apiVersion: v1
kind: LimitRange
metadata: {name: t}
spec: {limits: [{type: Container, max: {gpu: 1, cpu: 2}, min: {cpu: 1}, maxLimitRequestRatio: {cpu: 3, memory: 500m}}, {type: PersistentVolumeClaim, max: {storage: 1Gi, disk: 1}}]}
`,
    [
      'spec.limits[0].max.gpu: "gpu" is not the name of a resource: it must be cpu, memory, ephemeral-storage, hugepages-<size>, or have a domain before it, such as nvidia.com/gpu',
      'spec.limits[0].maxLimitRequestRatio.cpu: the ratio of cpu exceeds max divided by min',
      'spec.limits[0].maxLimitRequestRatio.memory: a ratio is at least 1',
      'spec.limits[1].max.disk: "disk" is no resource that the server knows: it must be one such as storage, or have a domain before it',
    ],
  ],
  [
    'a quota and its scopes',
    `
apiVersion: v1
kind: ResourceQuota
metadata: {name: t}
spec: {hard: {pods: 1, services: 2}, scopes: [BestEffort]}
`,
    ['spec.hard.services: the scope BestEffort does not count services (make a quota of its own for it)'],
  ],
  [
    'ranges of a node',
    `
apiVersion: v1
kind: Node
metadata: {name: t}
spec: {podCIDR: 10.0.0.0/24, podCIDRs: [10.0.0.0/24, 10.1.0.0/24, x], taints: [{key: a, effect: NoSchedule}, {key: a, value: b, effect: NoSchedule}]}
`,
    [
      'spec.taints[1].key: another entry of taints has the same key and effect (remove one of the two)',
      'spec.podCIDRs[2]: "x" is not an address range: it must be an address range, such as 10.9.8.0/24 or 2001:db8::/64',
      'spec.podCIDRs: at most one range of each IP family is taken',
    ],
  ],
  [
    'ranges of services',
    `
apiVersion: networking.k8s.io/v1
kind: ServiceCIDR
metadata: {name: t}
spec: {cidrs: [10.0.0.1/24, 10.1.0.0/24]}
`,
    [
      'spec.cidrs: at most one range of each IP family is taken',
      'spec.cidrs[0]: "10.0.0.1/24" does not start at the first address of its range',
    ],
  ],
  [
    'an address',
    `
apiVersion: networking.k8s.io/v1
kind: IPAddress
metadata: {name: x}
spec: {parentRef: {group: a_b, resource: a/b, name: c}}
`,
    [
      'metadata.name: "x" cannot be the name of a IPAddress: it must be an IP address, such as 10.9.8.7 or 2001:db8::1',
      'spec.parentRef.group: "a_b" is not a DNS name: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.parentRef.resource: "a/b" is not a name: "/" and "%" may not stand in it',
    ],
  ],
  [
    'an event of another namespace',
    `
apiVersion: v1
kind: Event
metadata: {name: t, namespace: a}
involvedObject: {kind: Pod, namespace: b}
`,
    ['involvedObject.namespace: the event is in the namespace a, its object is not'],
  ],
  [
    'a new event',
    `
apiVersion: events.k8s.io/v1
kind: Event
metadata: {name: t}
reportingInstance: x
reportingController: a.b/c
action: a
reason: b
type: Odd
eventTime: 2026-01-01T00:00:00.000000Z
deprecatedCount: 1
deprecatedFirstTimestamp: 2026-01-01T00:00:00Z
deprecatedSource: {host: x}
series: {count: 1}
`,
    [
      'type: "Odd" is none of the known values (one of "Normal" and "Warning")',
      'deprecatedFirstTimestamp: deprecatedFirstTimestamp may not be set (use eventTime)',
      'deprecatedCount: deprecatedCount may not be set (use series)',
      'deprecatedSource: deprecatedSource may not be set (use reportingController)',
      'series.count: the count of a series is 2 at least',
      'series.lastObservedTime: "lastObservedTime" is missing',
    ],
  ],
  [
    'storage classes',
    `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: t}
provisioner: a.b/c
allowedTopologies: [{matchLabelExpressions: [{key: a, values: [b, b]}, {key: a, values: [c]}]}, {}, {matchLabelExpressions: [{key: z, values: [b]}]}, {matchLabelExpressions: [{key: z, values: [b]}]}]
`,
    [
      'allowedTopologies[0].matchLabelExpressions[0].values[1]: "b" stands in values twice (remove one of the two)',
      'allowedTopologies[0].matchLabelExpressions[1].key: another entry of matchLabelExpressions has key "a" (remove one of the two)',
      'allowedTopologies[1]: a term needs matchLabelExpressions (remove the term to allow every place)',
      'allowedTopologies[3]: another term is the same (remove one of the two)',
    ],
  ],
  [
    'an attachment',
    `
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: t}
spec: {attacher: A_B, nodeName: node-1, source: {persistentVolumeName: x, inlineVolumeSpec: {accessModes: [ReadWriteOnce], capacity: {storage: 1}}}}
`,
    [
      'spec.attacher: "A_B" is not the name of a CSI driver: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.source.inlineVolumeSpec.capacity: capacity may not stand in an inline volume (remove it)',
      'spec.source.inlineVolumeSpec.csi: "csi" is missing: an inline volume needs it',
      'spec.source: one of persistentVolumeName and inlineVolumeSpec is needed',
    ],
  ],
  [
    'a claim of devices',
    `
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: t}
spec: {devices: {requests: [{name: a}, {name: b, exactly: {deviceClassName: x, allocationMode: All, count: 2}}], constraints: [{requests: [c]}], config: [{requests: [a]}]}}
`,
    [
      'spec.devices.config[0].opaque: "opaque" is missing',
      'spec.devices.requests[0]: a request needs one of exactly and firstAvailable',
      'spec.devices.requests[1].exactly.count: count does not go with allocationMode All (remove one of the two)',
      'spec.devices.constraints[0].requests[0]: the claim has no request "c"',
      'spec.devices.constraints[0].matchAttribute: "matchAttribute" is missing',
    ],
  ],
  [
    'a template of a claim of devices',
    `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: t}
spec: {metadata: {name: x}}
`,
    ['spec.metadata.name: name may not be set in the template of a claim (keep labels and annotations only)'],
  ],
  [
    'a slice of devices',
    `
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: t}
spec: {driver: a.b, pool: {name: A, resourceSliceCount: 0}, allNodes: false, nodeName: '', devices: [{name: d, attributes: {a-b: {}}}]}
`,
    [
      'spec.pool.name: "A" is not the name of a pool: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.pool.resourceSliceCount: 0 is out of range: at least 1',
      'spec.nodeName: "" is not a DNS name: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.devices[0].attributes.a-b: "a-b" is not the name of an attribute: the name must consist of letters, digits and "_", and not start with a digit',
      'spec: a slice needs one of nodeName, nodeSelector and allNodes',
      'spec.allNodes: allNodes can only be true (remove it)',
      'spec.devices[0].attributes.a-b: an attribute needs one of int, bool, string and version',
    ],
  ],
  [
    'a flow',
    `
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: {name: t}
spec: {priorityLevelConfiguration: {name: x}, rules: [{subjects: [{kind: User, group: {name: g}}], resourceRules: [{verbs: [look], apiGroups: ['*', a], resources: [pods]}], nonResourceRules: [{verbs: ['*'], nonResourceURLs: [a, /b*]}]}]}
`,
    [
      'spec.rules[0].subjects[0].user: "user" is missing: the kind User needs it',
      'spec.rules[0].subjects[0].group: group does not go with the kind User',
      'spec.rules[0].resourceRules[0].verbs[0]: "look" is no verb: one of create, delete, deletecollection, get, list, patch, proxy, update, watch',
      'spec.rules[0].resourceRules[0].apiGroups: "*" stands for everything: no other value may stand in apiGroups',
      'spec.rules[0].resourceRules[0].namespaces: "namespaces" is missing: without clusterScope it is needed (for all of them, ["*"])',
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: "a" is no path: it must start with "/", without spaces or a double "/"',
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: "/b*" is no path: "*" may stand only as its last part',
    ],
  ],
  [
    'a level of priority',
    `
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: t}
spec: {type: Limited, limited: {limitResponse: {type: Queue, queuing: {queues: 2, handSize: 3}}}}
`,
    ['spec.limited.limitResponse.queuing.handSize: handSize 3 exceeds queues 2'],
  ],
  [
    'a level that is exempt',
    `
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: t}
spec: {type: Exempt}
`,
    ['spec.type: the type Exempt is that of the level called exempt, and of no other'],
  ],
  [
    'a policy of admission',
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: t}
spec: {matchConstraints: {}, variables: [{name: a-b, expression: 'true'}], paramKind: {apiVersion: a/b/c, kind: x_y}}
`,
    [
      'spec.variables[0].name: "a-b" is not a name in CEL: it must be a letter or "_" and then letters, digits and "_"',
      'spec.paramKind.apiVersion: "a/b/c" is not a group and version: it must be a group, "/" and a version',
      'spec.paramKind.kind: "x_y" is not the name of a kind: it must consist of lower case letters, digits and "-", start with a letter and end with a letter or digit',
      'spec.matchConstraints.resourceRules: "resourceRules" is missing: a policy needs one rule at least',
      'spec.validations: "validations" is missing: a policy needs validations or auditAnnotations',
    ],
  ],
  [
    'a binding of a policy',
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: t}
spec: {policyName: p, validationActions: [Deny, Warn, Warn], paramRef: {parameterNotFoundAction: Deny}, matchResources: {resourceRules: [{operations: [CREATE], apiGroups: [a], apiVersions: [''], resources: ['*', pods]}, {operations: [CREATE], apiGroups: [a], apiVersions: [v1], resources: [a/*, a/b]}]}}
`,
    [
      'spec.paramRef: name or selector is needed',
      'spec.matchResources.resourceRules[0].resources: "*" stands for every resource: no other resource may stand beside it (remove what it stands for)',
      'spec.matchResources.resourceRules[0].apiVersions[0]: an entry may not be empty (for all of them, write "*")',
      'spec.matchResources.resourceRules[1].resources[1]: "a/*" stands for a/b already',
      'spec.validationActions[2]: "Warn" stands in validationActions twice (remove one of the two)',
      'spec.validationActions: Deny and Warn may not stand together',
    ],
  ],
  [
    'a parameter by name and selector',
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: t}
spec: {policyName: p, validationActions: [Deny], paramRef: {name: x, selector: {}, parameterNotFoundAction: Deny}}
`,
    ['spec.paramRef.selector: name and selector may not stand together (remove one of the two)'],
  ],
  [
    'a request for a certificate',
    `
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: t}
spec: {request: YWJj, signerName: a/b, usages: [client auth, client auth, fly]}
`,
    [
      'spec.signerName: "a/b" is not the name of a signer: the domain before the "/" must have at least two parts',
      'spec.usages[2]: "fly" is none of the known values (one of "signing", "digital signature", "content commitment", "key encipherment", "key agreement", "data encipherment", "cert sign", "crl sign", "encipher only", "decipher only", "any", "server auth" and 11 more)',
      'spec.request: the request holds no PEM block "CERTIFICATE REQUEST" (encode the whole file of the request, with its first line)',
      'spec.usages[1]: "client auth" stands in usages twice (remove one of the two)',
    ],
  ],
  [
    'a schema without types',
    `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: xs.a.b}
spec: {group: a.b, scope: Namespaced, names: {plural: xs, kind: X}, versions: [{name: v1, served: true, storage: true, subresources: {status: {a: b}, scale: {specReplicasPath: spec.r, statusReplicasPath: .status.r}}, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {}, b: {type: array, items: {}}, c: {x-kubernetes-int-or-string: true}}}}}}}]}
`,
    [
      'spec.versions[0].subresources.status.a: "a" is not a field of status',
      'spec.versions[0].subresources.scale.specReplicasPath: "spec.r" is not a JSON path: it must be keys with a dot before each, such as .spec.replicas',
      'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a.type: "type" is missing: every property has one',
      'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.b.items.type: "type" is missing: every item has one',
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
      'metadata.annotations["container.apparmor.security.beta.kubernetes.io/c"]: "strict" is no AppArmor profile (write runtime/default, unconfined, or localhost/ and a name)',
      'metadata.annotations["container.apparmor.security.beta.kubernetes.io/d"]: the pod has no container "d"',
      'metadata.annotations["seccomp.security.alpha.kubernetes.io/pod"]: "localhost/../x" is no seccomp profile (use securityContext.seccompProfile)',
      'metadata.annotations["controller.kubernetes.io/pod-deletion-cost"]: "much" is no cost: it must be an integer of 32 bits',
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
    'ranges in an annotation',
    `
apiVersion: v1
kind: Service
metadata: {name: t, annotations: {service.beta.kubernetes.io/load-balancer-source-ranges: '10.0.0.0/8, x'}}
spec: {ports: [{port: 80}]}
`,
    [
      'metadata.annotations["service.beta.kubernetes.io/load-balancer-source-ranges"]: the annotation goes with the type LoadBalancer only',
      'metadata.annotations["service.beta.kubernetes.io/load-balancer-source-ranges"]: "x" is not an address range (write ranges such as 10.9.8.0/24 with commas between)',
    ],
  ],
  [
    'a day that does not exist',
    `
apiVersion: v1
kind: ConfigMap
metadata: {name: t, creationTimestamp: 2026-02-30T00:00:00Z}
`,
    ['metadata.creationTimestamp: "2026-02-30T00:00:00Z" is not a time: it must look like 2026-01-31T12:00:00Z'],
  ],
  [
    'variables of expressions',
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: t}
spec: {matchConstraints: {resourceRules: [{apiGroups: [a], apiVersions: [v1], operations: [CREATE], resources: [b]}]}, validations: [{expression: objct.spec.x > 1}, {expression: '5'}, {expression: "object.metadata.?labels[?'a'].orValue('x') == 'x' && object.spec.l.all(i, i > 0)"}]}
`,
    [
      'spec.validations[0].expression: no variable is called "objct" here (did you mean "object"?)',
      'spec.validations[1].expression: the expression gives a value, not true or false (compare it with something)',
    ],
  ],
  [
    'variables of a webhook',
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: t}
webhooks: [{name: a.b.c, clientConfig: {url: 'https://a.b'}, sideEffects: None, admissionReviewVersions: [v1], matchConditions: [{name: a, expression: params.x == 1}]}]
`,
    [
      'webhooks[0].matchConditions[0].expression: no variable is called "params" here (known here: object, oldObject, request, authorizer and namespaceObject)',
    ],
  ],
  [
    'numbers of objects',
    `
apiVersion: v1
kind: ResourceQuota
metadata: {name: t}
spec: {hard: {count/jobs.batch: 1.5, cpu: 1.5}}
`,
    ['spec.hard["count/jobs.batch"]: a number of objects is an integer'],
  ],
  [
    'rules of restarts and files of variables',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  tolerations: [{key: a, operator: Gt, value: '5'}]
  securityContext: {seLinuxChangePolicy: MountOption}
  volumes: [{name: v, secret: {secretName: s}}]
  containers: [{name: c, image: i, restartPolicyRules: [{action: RestartAllContainers}, {action: Odd, exitCodes: {operator: In, values: [1]}}], env: [{name: A, valueFrom: {fileKeyRef: {volumeName: v, path: ../x, key: A=B}}}, {name: B, valueFrom: {fileKeyRef: {volumeName: w, path: x, key: B}}}]}]
`,
    [
      'spec.tolerations[0].operator: "Gt" needs a server with its feature gate on: by default it is off',
      'spec.securityContext.seLinuxChangePolicy: "MountOption" needs a server with its feature gate on: by default it is off',
      'spec.containers[0].restartPolicyRules[0].action: "RestartAllContainers" needs a server with its feature gate on: by default it is off',
      'spec.containers[0].restartPolicyRules[0].exitCodes: "exitCodes" is missing',
      'spec.containers[0].restartPolicyRules[1].action: "Odd" is none of the known values (one of "Restart")',
      'spec.containers[0].env[0].valueFrom.fileKeyRef.path: "../x" is not a path: it may not hold ".."',
      'spec.containers[0].env[0].valueFrom.fileKeyRef.key: "A=B" is not the name of an environment variable: it must consist of printable ASCII characters other than "="',
      'spec.containers[0].restartPolicy: "restartPolicy" is missing: restartPolicyRules need it (such as restartPolicy: Never)',
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: the volume "v" is no emptyDir',
      'spec.containers[0].env[1].valueFrom.fileKeyRef.volumeName: the pod has no volume "w"',
    ],
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
  expect(said(manifest.trim())).toEqual(findings);
});

const gated = (field: string, version: string, later: string): string =>
  `warning ${field}: Kubernetes ${version} drops "${field.split('.').at(-1)}": its feature gate is off by default (it needs a server with the feature gate on${later})`;
const pod = (spec: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: t}\nspec: ${spec}`;
const rule = 'restartPolicyRules: [{action: Odd, exitCodes: {operator: In}}]';

test.each([
  ['1.33', 'spec.containers[0].restartPolicyRules: "restartPolicyRules" is a field of Kubernetes from 1.34 on, this is 1.33'],
  ['1.34', gated('spec.containers[0].restartPolicyRules', '1.34', ', or Kubernetes 1.35')],
  ['1.35', 'spec.containers[0].restartPolicyRules[0].action: "Odd" is none of the known values'],
])('a field whose gate is off, for Kubernetes %s', (version, finding) => {
  expect(said(pod(`{containers: [{name: c, image: i, ${rule}}]}`), version)[0]).toContain(finding);
});

test('what is below a dropped field is decoded, not judged', () => {
  const text = pod('{containers: [{name: c, image: i, lifecycle: {stopSignal: 5}}], workloadRef: {name: 1, odd: x}}');
  expect(said(text)).toEqual([
    gated('spec.containers[0].lifecycle.stopSignal', '1.35', ''),
    'spec.containers[0].lifecycle.stopSignal: expected a string, found an integer (put quotes around it: "5")',
    gated('spec.workloadRef', '1.35', ''),
    'spec.workloadRef.name: expected a string, found an integer (put quotes around it: "1")',
    'spec.workloadRef.odd: "odd" is not a field of WorkloadReference',
  ]);
});
