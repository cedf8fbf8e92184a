/** One example of each kind of apps, batch and autoscaling, for the published schemas. */
export const workloadExamples = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, namespace: web, labels: {app: shop}}
spec:
  replicas: 3
  selector: {matchLabels: {app: shop}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 0, maxSurge: 25%}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      serviceAccountName: shop
      securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
      containers:
        - name: shop
          image: registry.example.com/shop:3.1
          ports: [{name: http, containerPort: 8080}]
          env:
            - {name: LOG_LEVEL, value: info}
            - {name: PASSWORD, valueFrom: {secretKeyRef: {name: shop-database, key: password}}}
          readinessProbe: {httpGet: {path: /ready, port: http}, periodSeconds: 5}
          resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi}}
          securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
          volumeMounts: [{name: config, mountPath: /etc/shop, readOnly: true}]
      volumes: [{name: config, configMap: {name: shop}}]
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: cache}
spec:
  replicas: 2
  selector: {matchLabels: {app: cache}}
  template:
    metadata: {labels: {app: cache}}
    spec:
      containers: [{name: cache, image: "registry.example.com/cache:7.2"}]
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: log-collector, namespace: logging}
spec:
  selector: {matchLabels: {app: log-collector}}
  template:
    metadata: {labels: {app: log-collector}}
    spec:
      tolerations: [{operator: Exists, effect: NoSchedule}]
      containers:
        - name: collector
          image: registry.example.com/collector:1.9
          volumeMounts: [{name: logs, mountPath: /var/log, readOnly: true}]
      volumes: [{name: logs, hostPath: {path: /var/log}}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: database, namespace: web}
spec:
  serviceName: database
  replicas: 3
  selector: {matchLabels: {app: database}}
  template:
    metadata: {labels: {app: database}}
    spec:
      containers:
        - name: database
          image: registry.example.com/database:16.2
          volumeMounts: [{name: data, mountPath: /var/lib/database}]
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 20Gi}}}
---
apiVersion: apps/v1
kind: ControllerRevision
metadata: {name: database-1}
revision: 1
data: {note: what the controller stored}
---
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, namespace: web}
spec:
  backoffLimit: 2
  ttlSecondsAfterFinished: 3600
  template:
    spec:
      restartPolicy: Never
      containers: [{name: migrate, image: "registry.example.com/shop:3.1", args: [migrate, --all]}]
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: report, namespace: web}
spec:
  schedule: 30 4 * * mon-fri
  timeZone: Europe/Berlin
  concurrencyPolicy: Forbid
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers: [{name: report, image: "registry.example.com/report:1.2"}]
---
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata: {name: cache}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: ReplicaSet, name: cache}
  minReplicas: 2
  maxReplicas: 6
  targetCPUUtilizationPercentage: 80
---
apiVersion: autoscaling/v1
kind: Scale
metadata: {name: shop, namespace: web}
spec: {replicas: 5}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: shop, namespace: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  minReplicas: 3
  maxReplicas: 12
  metrics:
    - type: Resource
      resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}
`;
