/** Writes manifests of mixed kinds, as a repository of environments holds them: a file each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const labels = (name, indent) =>
  ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/part-of']
    .map(key => `${' '.repeat(indent)}${key}: ${name}\n`)
    .join('');

const head = (apiVersion, kind, name, i) => `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
  namespace: team-${i % 40}
  labels:
${labels(name, 4)}  annotations:
    example.com/revision: "${i}"
`;

const podSpec = (name, i, indent) =>
  `serviceAccountName: ${name}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: ${1000 + (i % 100)}
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: main
    image: registry.example.com/team/${name}:1.${i % 30}.0
    args:
      - --port=8080
      - --log-level=info
    ports:
      - name: http
        containerPort: 8080
        protocol: TCP
    env:
      - name: REGION
        value: eu-${i % 5}
      - name: TOKEN
        valueFrom:
          secretKeyRef:
            name: ${name}
            key: token
    resources:
      requests:
        cpu: ${100 + (i % 9) * 50}m
        memory: ${64 + (i % 7) * 32}Mi
      limits:
        memory: 512Mi
    livenessProbe:
      httpGet:
        path: /healthz
        port: http
      periodSeconds: 10
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop:
          - ALL
    volumeMounts:
      - name: config
        mountPath: /etc/config
        readOnly: true
volumes:
  - name: config
    configMap:
      name: ${name}
`
    .replace(/^/gm, ' '.repeat(indent))
    .trimEnd();

const template = (name, i) => `  selector:
    matchLabels:
${labels(name, 6)}  template:
    metadata:
      labels:
${labels(name, 8)}    spec:
${podSpec(name, i, 6)}
`;

const kinds = [
  (name, i) => `${head('apps/v1', 'Deployment', name, i)}spec:\n  replicas: ${1 + (i % 4)}\n${template(name, i)}`,
  (name, i) => `${head('apps/v1', 'StatefulSet', name, i)}spec:\n  serviceName: ${name}\n${template(name, i)}`,
  (name, i) => `${head('apps/v1', 'DaemonSet', name, i)}spec:\n${template(name, i)}`,
  (name, i) => `${head('v1', 'Service', name, i)}spec:
  type: ClusterIP
  selector:
${labels(name, 4)}  ports:
    - name: http
      port: 80
      targetPort: http
    - name: metrics
      port: ${9000 + (i % 50)}
      targetPort: 9090
`,
  (name, i) => `${head('v1', 'ConfigMap', name, i)}data:
${Array.from({ length: 12 }, (_, k) => `  setting-${k}: "value ${i} of ${k}"\n`).join('')}  app.properties: |
${Array.from({ length: 20 }, (_, k) => `    key.${k}=${i * k}\n`).join('')}`,
  (name, i) => `${head('v1', 'Secret', name, i)}type: Opaque\nstringData:\n  token: "\${TOKEN_${i % 10}}"\n`,
  (name, i) => `${head('v1', 'ServiceAccount', name, i)}automountServiceAccountToken: false\n`,
  (name, i) => `${head('networking.k8s.io/v1', 'Ingress', name, i)}spec:
  ingressClassName: nginx
  rules:
    - host: ${name}.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: ${name}
                port:
                  name: http
`,
  (name, i) => `${head('networking.k8s.io/v1', 'NetworkPolicy', name, i)}spec:
  podSelector:
    matchLabels:
${labels(name, 6)}  policyTypes:
    - Ingress
    - Egress
  ingress:
    - from:
        - namespaceSelector: {}
      ports:
        - protocol: TCP
          port: 8080
  egress:
    - ports:
        - protocol: UDP
          port: 53
`,
  (name, i) =>
    `${head('policy/v1', 'PodDisruptionBudget', name, i)}spec:\n  maxUnavailable: 1\n  selector:\n    matchLabels:\n${labels(name, 6)}`,
  (name, i) => `${head('autoscaling/v2', 'HorizontalPodAutoscaler', name, i)}spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: ${name}
  minReplicas: 2
  maxReplicas: ${3 + (i % 8)}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 70
`,
  (name, i) => `${head('rbac.authorization.k8s.io/v1', 'Role', name, i)}rules:
  - apiGroups:
      - ""
    resources:
      - configmaps
      - secrets
    verbs:
      - get
      - list
      - watch
`,
  (name, i) => `${head('rbac.authorization.k8s.io/v1', 'RoleBinding', name, i)}roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${name}
subjects:
  - kind: ServiceAccount
    name: ${name}
    namespace: team-${i % 40}
`,
  (name, i) => `${head('batch/v1', 'CronJob', name, i)}spec:
  schedule: "${i % 60} 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
${podSpec(name, i, 10)}
`,
];

/** Writes `count` manifests into `folder`, the kinds in turn. */
export function writeManifests(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++) {
    writeFileSync(join(folder, `object-${i}.yaml`), kinds[i % kinds.length](`service-${i}`, i));
  }
}
