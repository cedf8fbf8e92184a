import { formatPath } from '@mcpgw/diagnostics';
import { validateText } from '../../src/validate.js';

/** Path, message and suggestion of every finding. */
function said(text: string, kubernetesVersion = '1.33'): string[] {
  return validateText(text, { file: 'f.yaml', kind: 'manifest', kubeVersion: kubernetesVersion }).findings.map(
    ({ path = [], message, suggestion }) => `${formatPath(path)}: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`,
  );
}

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
    'a misspelt kind',
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
    'a misspelt field',
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
    ['spec.serviceAccountName: "serviceAccountName" is not a field of DeploymentSpec (it belongs under template.spec)'],
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
    ['spec.containers[0].image: the key "image" stands here twice'],
  ],
  [
    'a number for a text',
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
    'a text for a number',
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
    ['spec.containers[0].imagePullPolicy: "always" is none of the known values (did you mean "Always"?)'],
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
      'spec.containers[0].resources.requests.memory: "1gb" is no quantity: it must be a number, and after it nothing or one of m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei',
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
      'spec.containers[0].volumeMounts[1].subPath: "../x" is no path below the volume: it may not hold ".."',
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
  [
    'a selector that does not match',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: t}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: c}}
    spec:
      containers: [{name: c, image: i}]
`,
    [
      'spec.template.metadata.labels.a: the template lacks the label a: b that the selector wants, it has "c" (give the template every label of the selector)',
    ],
  ],
  [
    'a strategy without room',
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
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0%}}
  progressDeadlineSeconds: 5
  minReadySeconds: 9
`,
    [
      'spec.strategy.rollingUpdate.maxUnavailable: maxUnavailable and maxSurge may not both be 0: no pod could be replaced',
      'spec.progressDeadlineSeconds: progressDeadlineSeconds 5 must exceed minReadySeconds 9',
    ],
  ],
  [
    'a restart policy',
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
      restartPolicy: Never
`,
    ['spec.template.spec.restartPolicy: the pods of a Deployment must have restartPolicy Always, found Never'],
  ],
  [
    'a daemon set',
    `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: t}
spec: {selector: {}, updateStrategy: {rollingUpdate: {maxSurge: 1}}, template: {spec: {containers: []}}}
`,
    [
      'spec.updateStrategy.rollingUpdate.maxUnavailable: with maxSurge, maxUnavailable of a daemon set must be 0, its default is 1',
      'spec.template.spec.containers: "containers" may not be empty',
      'spec.selector: the selector is empty: it would select every pod',
    ],
  ],
  [
    'a stateful set',
    `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: a.b}
spec: {selector: {matchLabels: {a: b}}, volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes: [RWO], resources: {}}}], template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i, volumeMounts: [{name: d, mountPath: /d}]}]}}}
`,
    [
      'metadata.name: "a.b" cannot be the name of a StatefulSet: it must consist of lower case letters, digits and "-", and start and end with a letter or digit',
      'spec.volumeClaimTemplates[0].spec.accessModes[0]: "RWO" is none of the known values (one of "ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany" and "ReadWriteOncePod")',
      'spec.volumeClaimTemplates[0].spec.resources.requests: a claim must request storage (set resources.requests.storage)',
    ],
  ],
  [
    'a job',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: t}
spec: {selector: {matchLabels: {a: b}}, completionMode: Indexed, podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [0]}}]}, template: {spec: {containers: [{name: c, image: i}]}}}
`,
    [
      'spec.selector: the server makes the selector of a job (remove the selector, or set manualSelector: true)',
      'spec.podFailurePolicy.rules[0].onExitCodes.values[0]: 0 is no failure: the operator In does not take it',
      'spec.template.spec.restartPolicy: the pods of a job must have a restartPolicy other than Always, which is the default (set restartPolicy to OnFailure or Never)',
    ],
  ],
  [
    'a cron job',
    `
apiVersion: batch/v1
kind: CronJob
metadata: {name: t}
spec: {schedule: "0 */5 * * * *", timeZone: Mars/Base, jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}}
`,
    [
      'spec.schedule: "0 */5 * * * *" is not a schedule: it must have 5 fields, found 6',
      'spec.timeZone: "Mars/Base" is not a time zone: no such zone is known',
    ],
  ],
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
      'spec.policyTypes[0]: "ingress" is none of the known values (did you mean "Ingress"?)',
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
      'spec.hard.gpu: "gpu" is no resource that a quota counts',
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
      'metadata.namespace: "A" is no namespace: it must consist of lower case letters, digits and "-", and start and end with a letter or digit',
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
