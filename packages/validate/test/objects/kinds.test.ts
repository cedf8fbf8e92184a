/** Findings for services, configuration, policies and the other kinds that run no pods. */
import { said } from './said.js';

const cases: readonly (readonly [name: string, manifest: string, findings: readonly string[]])[] = [
  [
    'a service',
    `
apiVersion: v1
kind: Service
metadata: {name: 1t}
spec: {ports: [{port: 80, nodePort: 30000}, {port: 80}], externalTrafficPolicy: Local}
`,
    [
      'metadata.name: "1t" cannot be the name of a Service: it must consist of lower case letters, digits and "-", start with a letter and end with a letter or digit',
      'spec.ports[0].name: with several ports, each needs a name',
      'spec.ports[1].name: with several ports, each needs a name',
      'spec.ports[1].port: another port of the service is 80 (TCP)',
      'spec.ports[0].nodePort: a service of type ClusterIP has no node port (set type to NodePort, or remove nodePort)',
      'spec.externalTrafficPolicy: externalTrafficPolicy goes with type LoadBalancer or NodePort only (remove externalTrafficPolicy)',
    ],
  ],
  [
    'an external name',
    `
apiVersion: v1
kind: Service
metadata: {name: t}
spec: {type: ExternalName, clusterIP: None}
`,
    [
      'spec.externalName: "externalName" is missing: the type ExternalName needs it',
      'spec.clusterIP: a service of type ExternalName has no clusterIP (remove clusterIP)',
    ],
  ],
  [
    'node ports',
    `
apiVersion: v1
kind: Service
metadata: {name: t}
spec: {type: NodePort, clusterIP: None, ports: [{port: 80, nodePort: 80}]}
`,
    [
      'spec.ports[0].nodePort: 80 lies outside of 30000 to 32767, the default range of node ports',
      'spec.clusterIP: a service of type NodePort cannot be headless (remove clusterIP: None)',
    ],
  ],
  [
    'a config map',
    `
apiVersion: v1
kind: ConfigMap
metadata: {name: t, labels: {a: true}}
data: {a/b: x, c: {d: e}, k: v}
binaryData: {k: YQ==}
spec: {}
`,
    [
      'metadata.labels.a: expected the value of a label, found a boolean (put quotes around it: "true")',
      'data["a/b"]: "a/b" is not a key: it must consist of letters, digits, "-", "_" and "."',
      'data.c: expected a string, found a mapping',
      'spec: "spec" is not a field of ConfigMap',
      'data.k: "k" stands in binaryData too',
    ],
  ],
  [
    'secrets',
    `
apiVersion: v1
kind: Secret
metadata: {name: t}
type: kubernetes.io/tls
data: {tls.crt: "?"}
`,
    [
      'data["tls.crt"]: "?" is not base64: it must be base64 with "=" at its end as padding',
      'data: a secret of type kubernetes.io/tls needs the key "tls.key"',
    ],
  ],
  [
    'a network policy',
    `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: t}
spec: {podSelector: {}, policyTypes: [ingress], ingress: [{from: [{}, {ipBlock: {cidr: 10.0.0.0/8, except: [11.0.0.0/16]}, podSelector: {}}], ports: [{port: 90, endPort: 80}, {port: 0}]}]}
`,
    [
      'spec.policyTypes[0]: "ingress" is not one of the known values (did you mean "Ingress"?)',
      'spec.ingress[0].from[0]: a peer needs podSelector, namespaceSelector or ipBlock (to allow every peer, remove the list)',
      'spec.ingress[0].from[1].ipBlock.except[0]: "11.0.0.0/16" must lie within 10.0.0.0/8 and be smaller',
      'spec.ingress[0].from[1].ipBlock: ipBlock may not stand beside a selector (make two peers of it)',
      'spec.ingress[0].ports[0].endPort: endPort 80 lies below port 90',
      'spec.ingress[0].ports[1].port: 0 is out of range: from 1 to 65535',
    ],
  ],
  [
    'an ingress',
    `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: t}
spec: {rules: [{host: 10.0.0.1, http: {paths: [{path: a, pathType: Prefix, backend: {service: {name: x}}}, {path: /b, backend: {}}]}}]}
`,
    [
      'spec.rules[0].host: "10.0.0.1" is not a host: it must be a DNS name, an IP address is refused',
      'spec.rules[0].http.paths[0].backend.service.port: the port needs a name or a number',
      'spec.rules[0].http.paths[0].path: "a" must start with "/"',
      'spec.rules[0].http.paths[1].backend: a backend needs service or resource',
      'spec.rules[0].http.paths[1].pathType: "pathType" is missing',
    ],
  ],
  [
    'a budget',
    `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: t}
spec: {minAvailable: "1", maxUnavailable: 101%}
`,
    [
      'spec.minAvailable: "1" is neither a number nor a percentage such as "25%" (remove the quotes)',
      'spec.maxUnavailable: minAvailable and maxUnavailable may not both be set (remove one of the two)',
      'spec.maxUnavailable: more than 100% is refused',
    ],
  ],
  [
    'an autoscaler',
    `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: t}
spec: {minReplicas: 5, maxReplicas: 3, scaleTargetRef: {kind: Deployment, name: x}, targetCPUUtilizationPercentage: 5, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 5, averageValue: 1}}}, {type: Pods}]}
`,
    [
      'spec.targetCPUUtilizationPercentage: "targetCPUUtilizationPercentage" is not a field of HorizontalPodAutoscalerSpec',
      'spec.metrics[0].resource.target.averageValue: the target may not have both averageUtilization and averageValue',
      'spec.metrics[1].pods: "pods" is missing: the type Pods needs it',
      'spec.maxReplicas: maxReplicas 3 lies below minReplicas 5',
      'spec.scaleTargetRef.apiVersion: "apiVersion" is missing (for a deployment or stateful set, apps/v1)',
    ],
  ],
  [
    'a claim',
    `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: t}
spec: {accessModes: [], resources: {requests: {storage: 0}}}
`,
    ['spec.accessModes: "accessModes" may not be empty', 'spec.resources.requests.storage: the storage of a claim must exceed 0'],
  ],
  [
    'a role',
    `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: t}
rules: [{verbs: [get], nonResourceURLs: [/x]}, {verbs: [], resources: [pods]}]
`,
    [
      'rules[0].nonResourceURLs: a role of a namespace cannot allow URLs (use a ClusterRole)',
      'rules[1].verbs: "verbs" may not be empty',
      'rules[1].apiGroups: a rule about resources needs apiGroups (for the core group, [""])',
    ],
  ],
  [
    'a binding',
    `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: t}
roleRef: {kind: Role, name: x}
subjects: [{kind: ServiceAccount, name: a, apiGroup: x}]
`,
    [
      'roleRef.kind: a ClusterRoleBinding binds a ClusterRole, found "Role"',
      'subjects[0].apiGroup: a service account has no apiGroup (remove apiGroup)',
      'subjects[0].namespace: "namespace" is missing: a service account has one',
    ],
  ],
  [
    'a webhook',
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: t}
webhooks: [{name: a.b, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: "http://x"}, timeoutSeconds: 31}]
`,
    [
      'webhooks[0].clientConfig.url: "http://x" is refused: it must start with https://',
      'webhooks[0].timeoutSeconds: 31 is out of range: from 1 to 30',
      'webhooks[0].name: "a.b" must have at least three parts (such as check.example.com)',
    ],
  ],
  [
    'a definition',
    `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: x}
spec: {group: a.b, scope: Namespaced, names: {plural: xs, kind: X}, versions: [{name: v1, served: true, storage: false}]}
`,
    [
      'spec.versions: exactly one version must have storage: true, found 0',
      'spec.versions[0].schema: "schema.openAPIV3Schema" is missing: every version needs one',
      'metadata.name: the name must be "xs.a.b", found "x"',
    ],
  ],
  [
    'a limit range',
    `
apiVersion: v1
kind: LimitRange
metadata: {name: t}
spec: {limits: [{type: Pod, default: {cpu: 1}}, {type: Container, min: {cpu: 2}, max: {cpu: 1}}]}
`,
    ['spec.limits[0].default: default does not go with the type Pod', 'spec.limits[1].min.cpu: min of cpu exceeds max'],
  ],
  [
    'a quota',
    `
apiVersion: v1
kind: ResourceQuota
metadata: {name: t}
spec: {hard: {gpu: 1}, scopes: [BestEffort, NotBestEffort]}
`,
    [
      'spec.hard.gpu: "gpu" is not a resource that a quota counts',
      'spec.scopes: the scopes BestEffort and NotBestEffort contradict each other',
    ],
  ],
  [
    'a volume',
    `
apiVersion: v1
kind: PersistentVolume
metadata: {name: t}
spec: {capacity: {cpu: 1}, accessModes: [ReadWriteOnce], local: {path: /x}}
`,
    [
      'spec.capacity: the capacity of a volume has one entry, storage',
      'spec.nodeAffinity: "nodeAffinity" is missing: a local volume needs it',
    ],
  ],
  [
    'a metadata fault',
    `
apiVersion: v1
kind: ConfigMap
metadata: {name: t, namespace: A, labels: {"a b": c, d: "e f"}, annotations: {"/x": y}, finalizers: [x]}
`,
    [
      'metadata.labels["a b"]: "a b" is not a qualified name: the name must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit',
      'metadata.labels.d: "e f" is not the value of a label: it must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit',
      'metadata.annotations["/x"]: "/x" is not the key of an annotation: a domain must stand before the "/"',
      'metadata.annotations["/x"]: expected a string, found a boolean (put quotes around it: "y")',
      'metadata.finalizers[0]: "x" is not the name of a finalizer: it must have a domain before it (such as acme.io/cleanup)',
      'metadata.namespace: "A" is not a namespace: it must consist of lower case letters, digits and "-", and start and end with a letter or digit',
    ],
  ],
];

test.each(cases)('%s', (_name, manifest, findings) => {
  expect(said(manifest.trim())).toEqual(findings);
});
