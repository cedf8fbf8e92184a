/** One example of each kind of storage, scheduling, node, coordination and resource, for the published schemas. */
export const clusterExamples = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast}
provisioner: disks.example.com
parameters: {type: ssd}
reclaimPolicy: Delete
allowVolumeExpansion: true
volumeBindingMode: WaitForFirstConsumer
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: archive-worker-3}
spec:
  attacher: disks.example.com
  nodeName: worker-3
  source: {persistentVolumeName: archive}
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: disks.example.com}
spec:
  attachRequired: true
  podInfoOnMount: false
  volumeLifecycleModes: [Persistent]
---
apiVersion: storage.k8s.io/v1
kind: CSINode
metadata: {name: worker-3}
spec:
  drivers: [{name: disks.example.com, nodeID: worker-3, topologyKeys: [topology.example.com/zone]}]
---
apiVersion: storage.k8s.io/v1
kind: CSIStorageCapacity
metadata: {name: fast-zone-a, namespace: storage}
storageClassName: fast
capacity: 500Gi
nodeTopology: {matchLabels: {topology.example.com/zone: a}}
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttributesClass
metadata: {name: more-throughput}
driverName: disks.example.com
parameters: {throughput: "250"}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: customer-facing}
value: 100000
description: What customers wait for.
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: isolated}
handler: isolated
overhead: {podFixed: {memory: 120Mi, cpu: 250m}}
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: shop-operator, namespace: web}
spec:
  holderIdentity: shop-operator-0
  leaseDurationSeconds: 15
  renewTime: "2026-01-31T12:00:00.000000Z"
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpus}
spec:
  selectors: [{cel: {expression: device.driver == 'gpu.example.com'}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: one-gpu, namespace: batch}
spec:
  devices:
    requests: [{name: gpu, exactly: {deviceClassName: gpus}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one-gpu-each, namespace: batch}
spec:
  spec:
    devices:
      requests: [{name: gpu, exactly: {deviceClassName: gpus}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: worker-3-gpus}
spec:
  driver: gpu.example.com
  nodeName: worker-3
  pool: {name: worker-3, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0}]
`;
