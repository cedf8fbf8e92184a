/** Rules over several fields of quotas, ranges, events, admission and the other kinds, and of metadata. */
import { saidWithSeverity } from './said.js';

const cases: readonly (readonly [name: string, manifest: string, findings: readonly string[]])[] = [
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
    'entries that occur twice',
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
      'metadata.labels["pod-security.kubernetes.io/enforce"]: "strict" is not a level of pod security (one of privileged, baseline and restricted)',
      'metadata.labels["pod-security.kubernetes.io/warn-version"]: "1.30" is not a version of pod security (write latest, or one such as v1.34)',
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
      'spec.limits[1].max.disk: "disk" is not a resource that the server knows: it must be one such as storage, or have a domain before it',
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
    ['spec.hard.services: the scope BestEffort does not count services (make a separate quota for it)'],
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
      'type: "Odd" is not one of the known values (one of "Normal" and "Warning")',
      'deprecatedFirstTimestamp: deprecatedFirstTimestamp may not be set (use eventTime)',
      'deprecatedCount: deprecatedCount may not be set (use series)',
      'deprecatedSource: deprecatedSource may not be set (use reportingController)',
      'series.count: the count of a series is 2 at least',
      'series.lastObservedTime: "lastObservedTime" is missing',
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
      'spec.rules[0].resourceRules[0].verbs[0]: "look" is not a verb: one of create, delete, deletecollection, get, list, patch, proxy, update, watch',
      'spec.rules[0].resourceRules[0].apiGroups: "*" stands for everything: no other value may stand in apiGroups',
      'spec.rules[0].resourceRules[0].namespaces: "namespaces" is missing: without clusterScope it is needed (for all of them, ["*"])',
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: "a" is not a path: it must start with "/", without spaces or a double "/"',
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: "/b*" is not a path: "*" may stand only as its last part',
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
      'spec.usages[2]: "fly" is not one of the known values (one of "signing", "digital signature", "content commitment", "key encipherment", "key agreement", "data encipherment", "cert sign", "crl sign", "encipher only", "decipher only", "any", "server auth" and 11 more)',
      'spec.request: the request contains no PEM block "CERTIFICATE REQUEST" (encode the whole file of the request, with its first line)',
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
      'spec.validations[1].expression: the expression returns a value, not true or false (compare it with something)',
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
      'spec.containers[0].restartPolicyRules[1].action: "Odd" is not one of the known values (one of "Restart")',
      'spec.containers[0].env[0].valueFrom.fileKeyRef.path: "../x" is not a path: it may not hold ".."',
      'spec.containers[0].env[0].valueFrom.fileKeyRef.key: "A=B" is not the name of an environment variable: it must consist of printable ASCII characters other than "="',
      'spec.containers[0].restartPolicy: "restartPolicy" is missing: restartPolicyRules need it (such as restartPolicy: Never)',
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: the volume "v" is not an emptyDir',
      'spec.containers[0].env[1].valueFrom.fileKeyRef.volumeName: the pod has no volume "w"',
    ],
  ],
];

test.each(cases)('%s', (_name, manifest, findings) => {
  expect(saidWithSeverity(manifest.trim())).toEqual(findings);
});
