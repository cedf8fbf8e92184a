/** The rest of the pages of the rules about single Kubernetes objects: how to fix a finding, and examples. */
import type { RuleDocs } from '@mcpgw/structure';

/** Pages by rule id. Every rule about Kubernetes objects has a row; the reason of the rule says what is checked. */
export const objectRuleDocs: Readonly<Record<string, RuleDocs>> = {
  'admission-policy': {
    fix: 'Set matchConstraints, and validations or auditAnnotations.',
    wrong: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: a}
spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE]}]}}
`,
    correct: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: a}
spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE]}]}, validations: [{expression: 'true'}]}
`,
  },
  'annotations-size': {
    basedOn: 'The limit in the source of Kubernetes 1.34. The examples are too long for this page.',
    fix: 'Keep large strings in a ConfigMap or outside the cluster.',
    needs: 'a long text',
    wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: a, annotations: {example.com/text: 300 KiB of text}}
`,
    correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {text: 300 KiB of text}
`,
  },
  'api-service': {
    fix: 'Name the object VERSION.GROUP, and verify the service by caBundle.',
    wrong: `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.other.com}
spec: {group: example.com, version: v1, groupPriorityMinimum: 1000, versionPriority: 15}
`,
    correct: `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.example.com}
spec: {group: example.com, version: v1, groupPriorityMinimum: 1000, versionPriority: 15}
`,
  },
  'attachment-source': {
    fix: 'Name a persistent volume, or describe a volume inline, not both.',
    wrong: `apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: a}
spec: {attacher: a.example, nodeName: n1, source: {}}
`,
    correct: `apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: a}
spec: {attacher: a.example, nodeName: n1, source: {persistentVolumeName: p}}
`,
  },
  'autoscaler-bounds': {
    fix: 'Set minReplicas to 1 or more, and maxReplicas at least as high.',
    wrong: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, minReplicas: 5, maxReplicas: 2}
`,
    correct: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, minReplicas: 2, maxReplicas: 5}
`,
  },
  'cel-variables': {
    fix: 'Use the variables that the finding lists, and compare values so that a condition is true or false.',
    wrong: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: a}
spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE]}]}, validations: [{expression: 'self.metadata.name == "a"'}]}
`,
    correct: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: a}
spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE]}]}, validations: [{expression: 'object.metadata.name == "a"'}]}
`,
  },
  'certificate-request': {
    fix: 'Create the request with a tool such as OpenSSL, and encode its PEM text in base64.',
    wrong: `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: a}
spec: {request: YQ==, signerName: kubernetes.io/kube-apiserver-client, usages: [client auth]}
`,
    correct: `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: a}
spec: {request: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIR01HNENBUUF3RERFS01BZ0dBMVVFQXd3QllUQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCR2ZsWmZxSjloMWM4TlVlSlFsMlNielZrU2wvL2N4bkI4SHlTWVFVQzAydndQTjZrSWlWN0hNbTVWRHo3VFNJCjFYSFl1MHRyQ2NTbXJpSkw0NmxwYUJ5Z0FEQUtCZ2dxaGtqT1BRUURBZ05JQURCRkFpRUF1VkI4OGY0SXAxSzcKTHBQQ2VEVVlweVhmZXdHTDcxM0VjTFlWakw1ZGhnY0NJSFc1bkpEU01PclRCU1FhaWkvRGdBQ0R5K1V2MmNRYgpuR2NXaDhSWnA0ZEYKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==, signerName: kubernetes.io/kube-apiserver-client, usages: [client auth]}
`,
  },
  'claim-storage': {
    fix: 'Request an amount above 0, such as 1Gi.',
    wrong: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 0}}}
`,
    correct: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`,
  },
  'client-config': {
    fix: 'Set `url` to an https address, or name a service, not both.',
    wrong: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: a.example.com, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: 'http://a.example/hook'}}]
`,
    correct: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: a.example.com, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: 'https://a.example/hook'}}]
`,
  },
  'config-data-size': {
    fix: 'Split the data into several objects, and use each key once.',
    wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {a: x}
binaryData: {a: eA==}
`,
    correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {a: x}
binaryData: {b: eA==}
`,
  },
  'container-names': {
    fix: 'Rename one of the containers.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1'}, {name: c, image: 'registry.example/b:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1'}, {name: d, image: 'registry.example/b:1'}]
`,
  },
  'container-ports': {
    fix: 'Rename one of the ports.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', ports: [{name: http, containerPort: 80}, {name: http, containerPort: 81}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', ports: [{name: http, containerPort: 80}, {name: admin, containerPort: 81}]}]
`,
  },
  'container-restart-policy': {
    basedOn: 'The definition of the field in Kubernetes 1.33 and 1.34; the examples are for 1.33.',
    fix: 'Remove restartPolicy from the container, or use Kubernetes 1.34 or later.',
    version: '1.33',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', restartPolicy: Never}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', command: [sleep, '1']}]
`,
  },
  'custom-resource-name': {
    fix: 'Name the definition PLURAL.GROUP.',
    wrong: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boat.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat, listKind: BoatList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`,
    correct: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat, listKind: BoatList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`,
  },
  'custom-resource-versions': {
    fix: 'Give each version a schema, and set storage: true for one of them.',
    wrong: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat, listKind: BoatList}
  versions: [{name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}]
`,
    correct: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat, listKind: BoatList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`,
  },
  'data-source-dropped': {
    seen: 'Kubernetes 1.34.2: the stored claim has no dataSource.',
    fix: 'Name a PersistentVolumeClaim or a VolumeSnapshot, or use dataSourceRef.',
    wrong: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSource: {apiGroup: example.com, kind: Image, name: i}}
`,
    correct: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSource: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: i}}
`,
  },
  'data-source': {
    fix: 'Set apiGroup for a source that is not a claim, and keep one of dataSource and dataSourceRef.',
    wrong: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSourceRef: {kind: VolumeSnapshot, name: i}}
`,
    correct: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSourceRef: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: i}}
`,
  },
  'device-request': {
    fix: 'Give each request one of exactly and firstAvailable, and name only requests of the claim.',
    wrong: `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: a}
spec: {devices: {requests: [{name: r}]}}
`,
    correct: `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: a}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}
`,
  },
  'disruption-budget': {
    fix: 'Keep one of minAvailable and maxUnavailable, as a number or at most 100%.',
    wrong: `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: a}
spec: {selector: {matchLabels: {app: a}}, minAvailable: 1, maxUnavailable: 1}
`,
    correct: `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: a}
spec: {selector: {matchLabels: {app: a}}, minAvailable: 1}
`,
  },
  'downward-file': {
    fix: 'Set one of fieldRef and resourceFieldRef.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, downwardAPI: {items: [{path: p}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, downwardAPI: {items: [{path: p, fieldRef: {fieldPath: metadata.name}}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'duplicate-entry': {
    fix: 'Remove one of the two entries, or rename it.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  securityContext: {sysctls: [{name: net.a, value: x}, {name: net.a, value: z}]}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  securityContext: {sysctls: [{name: kernel.shm_rmid_forced, value: x}, {name: net.ipv4.tcp_syncookies, value: z}]}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'endpoint-addresses': {
    fix: 'Write addresses of the type in addressType.',
    wrong: `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: a}
addressType: IPv4
endpoints: [{addresses: ["2001:db8::1"]}]
`,
    correct: `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: a}
addressType: IPv4
endpoints: [{addresses: [10.0.0.1]}]
`,
  },
  'endpoint-ports': {
    fix: 'Give each of several ports its own name.',
    wrong: `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: a}
addressType: IPv4
endpoints: [{addresses: [10.0.0.1]}]
ports: [{name: http, port: 80}, {name: http, port: 81}]
`,
    correct: `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: a}
addressType: IPv4
endpoints: [{addresses: [10.0.0.1]}]
ports: [{name: http, port: 80}, {name: admin, port: 81}]
`,
  },
  'env-from-source': {
    fix: 'Keep one of configMapRef and secretRef in each entry.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', envFrom: [{configMapRef: {name: m}, secretRef: {name: s}}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', envFrom: [{configMapRef: {name: m}}, {secretRef: {name: s}}]}]
`,
  },
  'env-reference': {
    basedOn: 'The documentation of Kubernetes about variables in "command", "args" and "env". No kubelet ran the examples.',
    fix: 'Move the variable that is referred to before the reference.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
  - name: c
    image: 'registry.example/a:1'
    env: [{name: ADDRESS, value: 'http://$(HOST):80'}, {name: HOST, value: api}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
  - name: c
    image: 'registry.example/a:1'
    env: [{name: HOST, value: api}, {name: ADDRESS, value: 'http://$(HOST):80'}]
`,
  },
  'env-source': {
    fix: 'Keep value or valueFrom.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', env: [{name: A, value: x, valueFrom: {secretKeyRef: {name: s, key: k}}}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]}]
`,
  },
  'ephemeral-containers': {
    fix: 'Remove ephemeralContainers, and use kubectl debug while the pod runs.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  ephemeralContainers: [{name: d, image: 'registry.example/b:1'}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'event-namespace': {
    fix: 'Set metadata.namespace to the namespace of the object.',
    wrong: `apiVersion: v1
kind: Event
metadata: {name: a, namespace: other}
involvedObject: {kind: Pod, name: p, namespace: shop, apiVersion: v1}
`,
    correct: `apiVersion: v1
kind: Event
metadata: {name: a, namespace: shop}
involvedObject: {kind: Pod, name: p, namespace: shop, apiVersion: v1}
`,
  },
  'field-ref': {
    fix: 'Use a field that the finding lists.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.containers}}}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]
`,
  },
  'file-key-volume': {
    basedOn: 'The definition of the field in Kubernetes 1.35, an alpha feature of 1.34.',
    fix: 'Name an emptyDir volume of the pod.',
    version: '1.35',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, configMap: {name: m}}]
  initContainers: [{name: i, image: 'registry.example/b:1', volumeMounts: [{name: v, mountPath: /v}]}]
  containers: [{name: c, image: 'registry.example/a:1', env: [{name: A, valueFrom: {fileKeyRef: {volumeName: v, path: p, key: k}}}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}]
  initContainers: [{name: i, image: 'registry.example/b:1', volumeMounts: [{name: v, mountPath: /v}]}]
  containers: [{name: c, image: 'registry.example/a:1', env: [{name: A, valueFrom: {fileKeyRef: {volumeName: v, path: p, key: k}}}]}]
`,
  },
  'file-mode': {
    seen: 'Kubernetes 1.34.2: 400 is stored as the mode 0620, and 256 as 0400.',
    fix: 'Write the mode in octal with a zero in front, or its decimal number.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1'}]
  volumes: [{name: v, secret: {secretName: s, defaultMode: 400}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1'}]
  volumes: [{name: v, secret: {secretName: s, defaultMode: 256}}]
`,
  },
  'finalizer-names': {
    fix: 'Write DOMAIN/NAME.',
    wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: a, finalizers: [cleanup]}
`,
    correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: a, finalizers: [example.com/cleanup]}
`,
  },
  'flow-rule': {
    fix: 'Write known verbs, or "*" alone.',
    wrong: `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: {name: a}
spec: {priorityLevelConfiguration: {name: p}, rules: [{subjects: [{kind: Group, group: {name: system:authenticated}}], resourceRules: [{verbs: [read], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*']}]}]}
`,
    correct: `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: {name: a}
spec: {priorityLevelConfiguration: {name: p}, rules: [{subjects: [{kind: Group, group: {name: system:authenticated}}], resourceRules: [{verbs: [get], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*']}]}]}
`,
  },
  'flow-subject': {
    fix: 'Set the field that kind names, and no other.',
    wrong: `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: {name: a}
spec: {priorityLevelConfiguration: {name: p}, rules: [{subjects: [{kind: User, group: {name: g}}], resourceRules: [{verbs: [get], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*']}]}]}
`,
    correct: `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: {name: a}
spec: {priorityLevelConfiguration: {name: p}, rules: [{subjects: [{kind: User, user: {name: u}}], resourceRules: [{verbs: [get], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*']}]}]}
`,
  },
  'host-ports': {
    fix: 'Use each port of the host once, or remove hostPort.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostNetwork: true
  containers: [{name: c, image: 'registry.example/a:1', ports: [{containerPort: 80, hostPort: 8080}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostNetwork: true
  containers: [{name: c, image: 'registry.example/a:1', ports: [{containerPort: 8080, hostPort: 8080}]}]
`,
  },
  'host-process': {
    fix: 'Set hostProcess for the whole pod together with hostNetwork: true.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  os: {name: windows}
  securityContext: {windowsOptions: {hostProcess: true}}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  os: {name: windows}
  hostNetwork: true
  securityContext: {windowsOptions: {hostProcess: true}}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'hostname-override': {
    basedOn: 'The definition of the field in Kubernetes 1.35, an alpha feature of 1.34.',
    fix: 'Remove setHostnameAsFQDN, hostNetwork or hostnameOverride.',
    version: '1.35',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostnameOverride: h
  setHostnameAsFQDN: true
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostnameOverride: h
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'ingress-backend': {
    fix: 'Name a service with a port number or a port name, or a resource.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec: {rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: s, port: {number: 80, name: http}}}}]}}]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec: {rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: s, port: {number: 80}}}}]}}]}
`,
  },
  'ingress-class-parameters': {
    fix: 'Set namespace if scope is Namespace, and only then.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: a}
spec: {controller: example.com/c, parameters: {kind: P, name: p, scope: Namespace}}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: a}
spec: {controller: example.com/c, parameters: {kind: P, name: p, scope: Namespace, namespace: ns}}
`,
  },
  'ingress-path': {
    fix: 'Start the path with a slash, and write it without "//", "/./" and "/../".',
    wrong: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec: {rules: [{http: {paths: [{path: a//b, pathType: Prefix, backend: {service: {name: s, port: {number: 80}}}}]}}]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec: {rules: [{http: {paths: [{path: /a/b, pathType: Prefix, backend: {service: {name: s, port: {number: 80}}}}]}}]}
`,
  },
  'ingress-rules': {
    fix: 'Set rules or defaultBackend.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec: {}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec: {defaultBackend: {service: {name: s, port: {number: 80}}}}
`,
  },
  'init-container-fields': {
    fix: 'Remove the field, or set restartPolicy: Always for the init container.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  initContainers: [{name: i, image: 'registry.example/b:1', readinessProbe: {httpGet: {port: 80}}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  initContainers: [{name: i, image: 'registry.example/b:1', restartPolicy: Always, readinessProbe: {httpGet: {port: 80}}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'inline-volume': {
    fix: 'Describe a CSI volume, without claimRef and storageClassName.',
    wrong: `apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: a}
spec: {attacher: a.example, nodeName: n1, source: {inlineVolumeSpec: {accessModes: [ReadWriteOnce], nfs: {server: s, path: /p}}}}
`,
    correct: `apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: a}
spec: {attacher: a.example, nodeName: n1, source: {inlineVolumeSpec: {accessModes: [ReadWriteOnce], csi: {driver: d.example, volumeHandle: h}}}}
`,
  },
  'ip-block': {
    fix: 'Write exceptions that lie within the range.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24, except: [10.1.0.0/28]}}]}]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24, except: [10.0.0.0/28]}}]}]}
`,
  },
  'job-completion': {
    fix: 'Set completions for an indexed job, and use limits per index with indexed jobs only.',
    wrong: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  completionMode: Indexed
  parallelism: 2
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  completionMode: Indexed
  parallelism: 2
  completions: 3
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'job-name': {
    fix: 'Use a shorter name of lower case letters, digits and "-".',
    wrong: `apiVersion: batch/v1
kind: Job
metadata: {name: a.b}
spec:
  completionMode: Indexed
  completions: 3
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: batch/v1
kind: Job
metadata: {name: a-b}
spec:
  completionMode: Indexed
  completions: 3
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'job-selector': {
    fix: 'Remove the selector, or set manualSelector: true and give the template its labels.',
    wrong: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'limit-names': {
    fix: 'Name a resource such as `cpu`, `memory` or `storage`, or one with a domain before it.',
    wrong: `apiVersion: v1
kind: LimitRange
metadata: {name: a}
spec: {limits: [{type: Container, max: {cpus: 1}}]}
`,
    correct: `apiVersion: v1
kind: LimitRange
metadata: {name: a}
spec: {limits: [{type: Container, max: {cpu: 1}}]}
`,
  },
  'limit-range': {
    fix: 'Write min, defaultRequest, default and max in ascending order.',
    wrong: `apiVersion: v1
kind: LimitRange
metadata: {name: a}
spec: {limits: [{type: Container, min: {cpu: 2}, max: {cpu: 1}}]}
`,
    correct: `apiVersion: v1
kind: LimitRange
metadata: {name: a}
spec: {limits: [{type: Container, min: {cpu: 1}, max: {cpu: 2}}]}
`,
  },
  'limit-types': {
    fix: 'Merge the entries of one type.',
    wrong: `apiVersion: v1
kind: LimitRange
metadata: {name: a}
spec: {limits: [{type: Container, max: {cpu: 1}}, {type: Container, min: {cpu: 100m}}]}
`,
    correct: `apiVersion: v1
kind: LimitRange
metadata: {name: a}
spec: {limits: [{type: Container, max: {cpu: 1}, min: {cpu: 100m}}]}
`,
  },
  'match-label-keys': {
    fix: 'Set labelSelector, and leave the key out of it.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, matchLabelKeys: [app]}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a, labels: {tier: web, app: a}}
spec:
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {tier: web}}, matchLabelKeys: [app]}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'metric-source': {
    fix: 'Set the source that type names.',
    wrong: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 3, metrics: [{type: Resource, pods: {metric: {name: m}, target: {type: AverageValue, averageValue: 1}}}]}
`,
    correct: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 3, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}
`,
  },
  'metric-target': {
    fix: 'Set the one value that the type of the target names.',
    wrong: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 3, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageValue: 1, averageUtilization: 80}}}]}
`,
    correct: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 3, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}
`,
  },
  'mount-path': {
    fix: 'Set one of subPath and subPathExpr, as a relative path without "..".',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1', volumeMounts: [{name: v, mountPath: /v, subPath: ../x}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1', volumeMounts: [{name: v, mountPath: /v, subPath: x}]}]
`,
  },
  'mount-propagation': {
    fix: 'Make the container privileged, or use HostToContainer.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1', volumeMounts: [{name: v, mountPath: /v, mountPropagation: Bidirectional}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1', volumeMounts: [{name: v, mountPath: /v, mountPropagation: HostToContainer}]}]
`,
  },
  'network-policy-peer': {
    fix: 'Keep selectors, or ipBlock, in one entry.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{from: [{podSelector: {}, ipBlock: {cidr: 10.0.0.0/24}}]}]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{from: [{podSelector: {}}, {ipBlock: {cidr: 10.0.0.0/24}}]}]}
`,
  },
  'network-policy-ports': {
    fix: 'Write the start of the range as a number in port, and its end in endPort.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{ports: [{port: 90, endPort: 80}]}]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{ports: [{port: 80, endPort: 90}]}]}
`,
  },
  'network-policy-types': {
    fix: 'Keep each type once.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, policyTypes: [Ingress, Egress, Ingress]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, policyTypes: [Ingress, Egress]}
`,
  },
  'new-event': {
    fix: 'Set eventTime, and count at least 2 in a series.',
    wrong: `apiVersion: events.k8s.io/v1
kind: Event
metadata: {name: a, namespace: default}
eventTime: '2024-01-01T00:00:00.000000Z'
series: {count: 1, lastObservedTime: '2024-01-01T00:00:01.000000Z'}
reportingController: example.com/c
reportingInstance: c-1
action: Start
reason: Started
type: Normal
`,
    correct: `apiVersion: events.k8s.io/v1
kind: Event
metadata: {name: a, namespace: default}
eventTime: '2024-01-01T00:00:00.000000Z'
series: {count: 2, lastObservedTime: '2024-01-01T00:00:01.000000Z'}
reportingController: example.com/c
reportingInstance: c-1
action: Start
reason: Started
type: Normal
`,
  },
  'node-field-selector': {
    fix: 'Compare metadata.name with one name.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1, n2]}]}]}}}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}}}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'node-labels': {
    seen: 'Kubernetes 1.34.2: the pod stays Unschedulable on nodes with the architecture amd64.',
    fix: 'Write the label and its value as `kubectl get nodes --show-labels` prints them.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  nodeSelector: {kubernetes.io/arch: x86_64}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  nodeSelector: {kubernetes.io/arch: amd64}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'node-ranges': {
    fix: 'Keep one range of each IP family.',
    wrong: `apiVersion: v1
kind: Node
metadata: {name: a}
spec: {podCIDRs: [10.0.0.0/24, 10.0.1.0/24], podCIDR: 10.0.0.0/24}
`,
    correct: `apiVersion: v1
kind: Node
metadata: {name: a}
spec: {podCIDRs: [10.0.0.0/24], podCIDR: 10.0.0.0/24}
`,
  },
  'object-name': {
    fix: 'Write a name of lower case letters, digits and "-", as the finding says.',
    wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: My_Config}
`,
    correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: my-config}
`,
  },
  'owner-references': {
    fix: 'Set controller: true for one owner only.',
    wrong: `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  ownerReferences:
  - {apiVersion: v1, kind: Pod, name: p, uid: '1', controller: true}
  - {apiVersion: v1, kind: Pod, name: q, uid: '2', controller: true}
`,
    correct: `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  ownerReferences:
  - {apiVersion: v1, kind: Pod, name: p, uid: '1', controller: true}
  - {apiVersion: v1, kind: Pod, name: q, uid: '2', controller: false}
`,
  },
  'persistent-volume': {
    fix: 'Set capacity.storage above 0, and nodeAffinity for a local volume.',
    wrong: `apiVersion: v1
kind: PersistentVolume
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], capacity: {storage: 0}, nfs: {server: s, path: /p}}
`,
    correct: `apiVersion: v1
kind: PersistentVolume
metadata: {name: a}
spec: {accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, nfs: {server: s, path: /p}}
`,
  },
  'pod-annotations': {
    fix: 'Write a value that the finding names.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a, annotations: {controller.kubernetes.io/pod-deletion-cost: high}}
spec:
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a, annotations: {controller.kubernetes.io/pod-deletion-cost: '100'}}
spec:
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'pod-dns': {
    fix: 'Add nameservers, or use another DNS policy.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  dnsPolicy: None
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  dnsPolicy: None
  dnsConfig: {nameservers: [10.0.0.10]}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'pod-failure-policy': {
    fix: 'Write different exit codes in ascending order, without 0 for In.',
    wrong: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [0]}}]}
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1]}}]}
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'pod-namespaces': {
    fix: 'Keep one of hostPID and shareProcessNamespace.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostPID: true
  shareProcessNamespace: true
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  shareProcessNamespace: true
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'pod-os': {
    fix: 'Remove the settings of the other operating system.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  os: {name: windows}
  hostPID: true
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  os: {name: windows}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'pod-resources': {
    fix: 'Request at least as much for the pod as its containers request together.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  resources: {requests: {cpu: 500m}}
  containers: [{name: c, image: 'registry.example/a:1', resources: {requests: {cpu: 1}}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  resources: {requests: {cpu: 2}}
  containers: [{name: c, image: 'registry.example/a:1', resources: {requests: {cpu: 1}}}]
`,
  },
  'pod-security-labels': {
    fix: 'Write privileged, baseline or restricted, and latest or a version.',
    wrong: `apiVersion: v1
kind: Namespace
metadata: {name: a, labels: {pod-security.kubernetes.io/enforce: strict}}
`,
    correct: `apiVersion: v1
kind: Namespace
metadata: {name: a, labels: {pod-security.kubernetes.io/enforce: restricted}}
`,
  },
  'policy-parameter': {
    fix: 'Keep name or selector.',
    wrong: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: a}
spec: {policyName: p, validationActions: [Deny], paramRef: {name: x, selector: {}, parameterNotFoundAction: Deny}}
`,
    correct: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: a}
spec: {policyName: p, validationActions: [Deny], paramRef: {name: x, parameterNotFoundAction: Deny}}
`,
  },
  'pre-stop-sleep': {
    fix: 'Sleep for less than terminationGracePeriodSeconds.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  terminationGracePeriodSeconds: 30
  containers: [{name: c, image: 'registry.example/a:1', lifecycle: {preStop: {sleep: {seconds: 60}}}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  terminationGracePeriodSeconds: 30
  containers: [{name: c, image: 'registry.example/a:1', lifecycle: {preStop: {sleep: {seconds: 5}}}}]
`,
  },
  'priority-class': {
    fix: 'Choose a value up to 1000000000 and a name without system- at its start.',
    wrong: `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: a}
value: 2000000000
`,
    correct: `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: a}
value: 1000
`,
  },
  'priority-level': {
    fix: 'Set limited for the type Limited and exempt for Exempt.',
    wrong: `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: a}
spec: {type: Limited}
`,
    correct: `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: a}
spec: {type: Limited, limited: {nominalConcurrencyShares: 5, limitResponse: {type: Reject}}}
`,
  },
  'probe-handler': {
    fix: 'Keep one of `exec`, `httpGet`, `tcpSocket` and `grpc`.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', livenessProbe: {httpGet: {port: 80}, tcpSocket: {port: 80}}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', livenessProbe: {httpGet: {port: 80}}}]
`,
  },
  'probe-threshold': {
    fix: 'Remove successThreshold, or set it to 1.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', livenessProbe: {httpGet: {port: 80}, successThreshold: 2}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', livenessProbe: {httpGet: {port: 80}, successThreshold: 1}}]
`,
  },
  'proc-mount': {
    fix: 'Set hostUsers: false, or remove procMount.',
    version: '1.34',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', securityContext: {procMount: Unmasked}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostUsers: false
  containers: [{name: c, image: 'registry.example/a:1', securityContext: {procMount: Unmasked}}]
`,
  },
  'profile-type': {
    fix: 'Set localhostProfile for the type Localhost only.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  securityContext: {seccompProfile: {type: RuntimeDefault, localhostProfile: p.json}}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  securityContext: {seccompProfile: {type: Localhost, localhostProfile: p.json}}
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'progress-deadline': {
    fix: 'Set progressDeadlineSeconds above minReadySeconds.',
    wrong: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  minReadySeconds: 60
  progressDeadlineSeconds: 30
  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  minReadySeconds: 30
  progressDeadlineSeconds: 60
  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'projected-paths': {
    fix: 'Give each file its own path.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, projected: {sources: [{configMap: {name: m, items: [{key: k, path: p}]}}, {secret: {name: s, items: [{key: k, path: p}]}}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, projected: {sources: [{configMap: {name: m, items: [{key: k, path: p}]}}, {secret: {name: s, items: [{key: k, path: q}]}}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'projected-source': {
    fix: 'Keep one source in each entry.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, projected: {sources: [{configMap: {name: m}, secret: {name: s}}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, projected: {sources: [{configMap: {name: m}}, {secret: {name: s}}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'quota-scopes': {
    fix: 'Remove the resource, or the scope.',
    wrong: `apiVersion: v1
kind: ResourceQuota
metadata: {name: a}
spec: {hard: {services: 5}, scopes: [BestEffort]}
`,
    correct: `apiVersion: v1
kind: ResourceQuota
metadata: {name: a}
spec: {hard: {pods: 5}, scopes: [BestEffort]}
`,
  },
  'replication-selector': {
    fix: 'Give the template every label of the selector.',
    wrong: `apiVersion: v1
kind: ReplicationController
metadata: {name: a}
spec: {selector: {app: b}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}}
`,
    correct: `apiVersion: v1
kind: ReplicationController
metadata: {name: a}
spec: {selector: {app: a}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}}
`,
  },
  'resize-policy': {
    fix: 'Keep one entry for each resource.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}, {resourceName: cpu, restartPolicy: RestartContainer}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]}]
`,
  },
  'resource-amounts': {
    fix: 'Raise the limit, or lower the request.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', resources: {requests: {cpu: 1}, limits: {cpu: 2}}}]
`,
  },
  'resource-claims': {
    fix: 'List the claim in resourceClaims of the pod, with a claim or a template.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', resources: {claims: [{name: gpu}]}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  resourceClaims: [{name: gpu, resourceClaimName: g}]
  containers: [{name: c, image: 'registry.example/a:1', resources: {claims: [{name: gpu}]}}]
`,
  },
  'resource-field-ref': {
    fix: 'Use a resource such as limits.memory.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', env: [{name: A, valueFrom: {resourceFieldRef: {resource: memory}}}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', resources: {limits: {memory: 1Gi}}, env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.memory}}}]}]
`,
  },
  'resource-quota': {
    fix: 'Use names of resources and scopes that the finding lists.',
    wrong: `apiVersion: v1
kind: ResourceQuota
metadata: {name: a}
spec: {hard: {pods: 5}, scopes: [BestEffort, NotBestEffort]}
`,
    correct: `apiVersion: v1
kind: ResourceQuota
metadata: {name: a}
spec: {hard: {pods: 5}, scopes: [BestEffort]}
`,
  },
  'resource-slice': {
    fix: 'Set one of nodeName, nodeSelector and allNodes.',
    wrong: `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: a}
spec: {driver: d.example, pool: {name: p, generation: 1, resourceSliceCount: 1}}
`,
    correct: `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: a}
spec: {driver: d.example, pool: {name: p, generation: 1, resourceSliceCount: 1}, nodeName: n1}
`,
  },
  'restart-policy': {
    fix: 'Write Always for pods that keep running, Never or OnFailure for jobs.',
    wrong: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  template: {spec: {restartPolicy: Always, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'restart-rules': {
    basedOn: 'The definition of the field in Kubernetes 1.35, an alpha feature of 1.34.',
    fix: 'Set restartPolicy of the container, and keep at most 20 rules.',
    version: '1.35',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]}]
`,
  },
  'role-binding': {
    fix: 'Set the group and the namespace that the kind of the subject needs.',
    wrong: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: a}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects: [{kind: ServiceAccount, name: s}]
`,
    correct: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: a}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects: [{kind: ServiceAccount, name: s, namespace: ns}]
`,
  },
  'role-rules': {
    fix: 'Set apiGroups and resources; nonResourceURLs belong to ClusterRoles.',
    wrong: `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: a}
rules: [{verbs: [get], resources: [pods]}]
`,
    correct: `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: a}
rules: [{verbs: [get], apiGroups: [''], resources: [pods]}]
`,
  },
  'rolling-update': {
    fix: 'Set maxSurge or maxUnavailable above 0, and rollingUpdate with the type RollingUpdate only.',
    wrong: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}
  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'scale-target': {
    fix: 'Set apiVersion, such as apps/v1.',
    wrong: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {kind: Deployment, name: a}, maxReplicas: 3}
`,
    correct: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 3}
`,
  },
  'scheduling-gates': {
    fix: 'Keep each gate once, and remove nodeName.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  nodeName: n1
  schedulingGates: [{name: example.com/g}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  schedulingGates: [{name: example.com/g}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'schema-structure': {
    fix: 'Write a structural schema: type: object at the root, and no refused keywords.',
    wrong: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat, listKind: BoatList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: string}}}]
`,
    correct: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat, listKind: BoatList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`,
  },
  'secret-keys': {
    fix: 'Add the keys that the type needs.',
    wrong: `apiVersion: v1
kind: Secret
metadata: {name: a}
type: kubernetes.io/tls
stringData: {tls.crt: x}
`,
    correct: `apiVersion: v1
kind: Secret
metadata: {name: a}
type: kubernetes.io/tls
stringData: {tls.crt: x, tls.key: z}
`,
  },
  'security-context': {
    fix: 'Remove privileged, or set allowPrivilegeEscalation: true.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', securityContext: {privileged: true, allowPrivilegeEscalation: false}}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', securityContext: {allowPrivilegeEscalation: false}}]
`,
  },
  'selector-matches-template': {
    fix: 'Give the template every label of the selector.',
    wrong: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template: {metadata: {labels: {app: b}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'selector-requirement': {
    fix: 'Add values for In and NotIn, and remove them for Exists and DoesNotExist.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{from: [{podSelector: {matchExpressions: [{key: app, operator: In}]}}]}]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec: {podSelector: {}, ingress: [{from: [{podSelector: {matchExpressions: [{key: app, operator: In, values: [a]}]}}]}]}
`,
  },
  'service-cluster-ip': {
    fix: 'Write an address or None, and repeat it as the first entry of clusterIPs.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {clusterIP: 10.0.0.5, clusterIPs: [10.0.0.6], ports: [{port: 80}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {clusterIP: 10.0.0.5, clusterIPs: [10.0.0.5], ports: [{port: 80}]}
`,
  },
  'service-external-name': {
    fix: 'Set externalName to a DNS name.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {type: ExternalName}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {type: ExternalName, externalName: a.example}
`,
  },
  'service-node-port': {
    fix: 'Use a port from 30000 to 32767, or remove nodePort.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {type: NodePort, ports: [{port: 80, nodePort: 8080}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}
`,
  },
  'service-ports': {
    fix: 'Name each of several ports, and use each name and number once.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {ports: [{port: 80}, {port: 81}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {ports: [{name: http, port: 80}, {name: admin, port: 81}]}
`,
  },
  'service-ranges': {
    fix: 'Write ranges from their first address, one of each IP family.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: ServiceCIDR
metadata: {name: a}
spec: {cidrs: [10.96.0.1/16]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: ServiceCIDR
metadata: {name: a}
spec: {cidrs: [10.96.0.0/16]}
`,
  },
  'service-type-fields': {
    fix: 'Remove the field, or set the type that it belongs to.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {externalTrafficPolicy: Local, ports: [{port: 80}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {type: NodePort, externalTrafficPolicy: Local, ports: [{port: 80}]}
`,
  },
  'session-affinity': {
    seen: 'Kubernetes 1.34.2: the stored Service has no sessionAffinityConfig.',
    fix: 'Set sessionAffinity: ClientIP, or remove the settings.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}, ports: [{port: 80}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}, ports: [{port: 80}]}
`,
  },
  'source-ranges': {
    fix: 'Write address ranges with commas between them.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a, annotations: {service.beta.kubernetes.io/load-balancer-source-ranges: '10.0.0.1'}}
spec: {type: LoadBalancer, ports: [{port: 80}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a, annotations: {service.beta.kubernetes.io/load-balancer-source-ranges: '10.0.0.0/24'}}
spec: {type: LoadBalancer, ports: [{port: 80}]}
`,
  },
  'special-address': {
    fix: 'Write an address that other machines can reach.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {externalIPs: [127.0.0.1], ports: [{port: 80}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: a}
spec: {externalIPs: [10.0.0.1], ports: [{port: 80}]}
`,
  },
  'storage-volume': {
    fix: 'Set the fields that the finding names together, and keep one of those that exclude each other.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, fc: {targetWWNs: [w]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, fc: {targetWWNs: [w], lun: 1}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'success-policy': {
    fix: 'Name indexes below completions in ascending order.',
    wrong: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  completionMode: Indexed
  completions: 3
  successPolicy: {rules: [{succeededIndexes: 0-5}]}
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  completionMode: Indexed
  completions: 3
  successPolicy: {rules: [{succeededIndexes: 0-2}]}
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  'template-identity': {
    fix: 'Keep labels and annotations only in the metadata of the template.',
    wrong: `apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: a}
spec: {metadata: {name: x}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}}
`,
    correct: `apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: a}
spec: {metadata: {labels: {app: a}}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}}
`,
  },
  'template-limits': {
    fix: 'Remove the field from the template.',
    wrong: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template: {metadata: {labels: {app: a}}, spec: {activeDeadlineSeconds: 5, containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
    correct: `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: 'registry.example/a:1'}]}}
`,
  },
  tolerations: {
    fix: 'Remove value with Exists, and set key with every other operator.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  tolerations: [{key: k, operator: Exists, value: v}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  tolerations: [{key: k, operator: Exists}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'topology-key': {
    seen: 'Kubernetes 1.34.2: the pod stays Unschedulable.',
    fix: 'Write the key of a label, such as topology.kubernetes.io/zone.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: a b, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'topology-spread': {
    fix: 'Keep one constraint for each topologyKey and whenUnsatisfiable; use minDomains with DoNotSchedule.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  topologySpreadConstraints: [{maxSkew: 1, minDomains: 2, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  topologySpreadConstraints: [{maxSkew: 1, minDomains: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'topology-terms': {
    fix: 'Remove one of the equal terms.',
    wrong: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: a}
provisioner: p.example
allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a]}]}, {matchLabelExpressions: [{key: zone, values: [a]}]}]
`,
    correct: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: a}
provisioner: p.example
allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a]}]}]
`,
  },
  'trust-bundle': {
    basedOn: 'The definition of the field, which needs the feature gate ClusterTrustBundleProjection.',
    fix: 'Set name, or signerName with labelSelector.',
    needs: 'the feature gate ClusterTrustBundleProjection',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, projected: {sources: [{clusterTrustBundle: {path: p, name: b, signerName: example.com/s}}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, projected: {sources: [{clusterTrustBundle: {path: p, name: b}}]}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'validation-actions': {
    fix: 'Remove Warn or Deny.',
    wrong: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: a}
spec: {policyName: p, validationActions: [Deny, Warn]}
`,
    correct: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: a}
spec: {policyName: p, validationActions: [Deny, Audit]}
`,
  },
  'volume-devices': {
    fix: 'Keep the volume in volumeMounts or in volumeDevices.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, persistentVolumeClaim: {claimName: p}}]
  containers: [{name: c, image: 'registry.example/a:1', volumeMounts: [{name: v, mountPath: /v}], volumeDevices: [{name: v, devicePath: /dev/v}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, persistentVolumeClaim: {claimName: p}}]
  containers: [{name: c, image: 'registry.example/a:1', volumeDevices: [{name: v, devicePath: /dev/v}]}]
`,
  },
  'volume-mounts': {
    fix: 'Add the volume to the pod, or correct its name; use each path once.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: c, image: 'registry.example/a:1', volumeMounts: [{name: v, mountPath: /v}]}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1', volumeMounts: [{name: v, mountPath: /v}]}]
`,
  },
  'volume-names': {
    fix: 'Rename one of the volumes.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}, {name: v, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}, {name: w, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'volume-source': {
    fix: 'Keep one source.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}, configMap: {name: m}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, configMap: {name: m}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'volume-without-source': {
    seen: 'Kubernetes 1.34.2: the stored volume has `emptyDir: {}`.',
    fix: 'Name the source, or write emptyDir: {}.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
  },
  'webhook-resources': {
    fix: 'Remove what "*" covers already.',
    wrong: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: a.example.com, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: 'https://a.example/hook'}, rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: ['*', pods]}]}]
`,
    correct: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: a.example.com, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: 'https://a.example/hook'}, rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: ['*']}]}]
`,
  },
  webhook: {
    fix: 'Write a name of three parts, such as check.example.com, for each webhook.',
    wrong: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: check, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: 'https://a.example/hook'}}]
`,
    correct: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: a.example.com, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: 'https://a.example/hook'}}]
`,
  },
};
