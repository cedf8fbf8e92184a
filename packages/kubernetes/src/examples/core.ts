/** One example of each kind of the core group, for the published schemas. */
export const coreExamples = `
apiVersion: v1
kind: Pod
metadata: {name: debug, namespace: tools}
spec:
  restartPolicy: Never
  containers:
    - name: shell
      image: registry.example.com/shell:1.4
      command: [sleep, "600"]
      resources: {requests: {cpu: 50m, memory: 32Mi}}
---
apiVersion: v1
kind: PodTemplate
metadata: {name: worker}
template:
  metadata: {labels: {app: worker}}
  spec:
    containers: [{name: worker, image: "registry.example.com/worker:2.0"}]
---
apiVersion: v1
kind: ReplicationController
metadata: {name: legacy}
spec:
  replicas: 2
  selector: {app: legacy}
  template:
    metadata: {labels: {app: legacy}}
    spec:
      containers: [{name: app, image: "registry.example.com/legacy:1.0"}]
---
apiVersion: v1
kind: Service
metadata: {name: shop, namespace: web, labels: {app: shop}}
spec:
  selector: {app: shop}
  ports:
    - {name: http, port: 80, targetPort: http}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: shop, namespace: web}
automountServiceAccountToken: false
imagePullSecrets: [{name: registry}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: shop, namespace: web}
data:
  LOG_LEVEL: info
  features.json: '{"search": true}'
---
apiVersion: v1
kind: Secret
metadata: {name: shop-database, namespace: web}
type: Opaque
stringData: {username: shop, password: replace-me}
---
apiVersion: v1
kind: Namespace
metadata: {name: web, labels: {pod-security.kubernetes.io/enforce: restricted}}
---
apiVersion: v1
kind: Node
metadata: {name: worker-3}
spec:
  taints: [{key: dedicated, value: batch, effect: NoSchedule}]
---
apiVersion: v1
kind: Endpoints
metadata: {name: old-database, namespace: web}
subsets:
  - addresses: [{ip: 10.20.30.40}]
    ports: [{name: postgres, port: 5432}]
---
apiVersion: v1
kind: Binding
metadata: {name: debug, namespace: tools}
target: {apiVersion: v1, kind: Node, name: worker-3}
---
apiVersion: v1
kind: Event
metadata: {name: shop.17a2b3c4, namespace: web}
involvedObject: {apiVersion: v1, kind: Pod, name: shop-0, namespace: web}
reason: Restarted
message: The container was started again.
type: Normal
count: 1
---
apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: web}
spec:
  limits:
    - type: Container
      default: {cpu: 500m, memory: 256Mi}
      defaultRequest: {cpu: 100m, memory: 128Mi}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: web, namespace: web}
spec:
  hard: {requests.cpu: "10", requests.memory: 20Gi, pods: "50"}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: archive}
spec:
  capacity: {storage: 100Gi}
  accessModes: [ReadWriteMany]
  persistentVolumeReclaimPolicy: Retain
  nfs: {server: nfs.example.com, path: /exports/archive}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: uploads, namespace: web}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  resources: {requests: {storage: 10Gi}}
---
apiVersion: v1
kind: ComponentStatus
metadata: {name: scheduler}
conditions: [{type: Healthy, status: "True"}]
`;
