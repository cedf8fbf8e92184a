/** storage, scheduling, node, coordination, resource. Fields follow k8s.io/api 0.29 to 0.35. */
export const clusterTypes = `
StorageClass object
  provisioner!: qualified-lower
  parameters: {string}
  reclaimPolicy: Delete|Retain
  mountOptions: [string]
  allowVolumeExpansion: bool
  volumeBindingMode: Immediate|WaitForFirstConsumer
  allowedTopologies: [TopologySelectorTerm]

TopologySelectorTerm
  matchLabelExpressions: [TopologySelectorLabelRequirement]

TopologySelectorLabelRequirement
  key!: label-key
  values!: [string]

VolumeAttachment object
  spec!: VolumeAttachmentSpec
  status: object

VolumeAttachmentSpec
  attacher! nodeName!: string
  source!: VolumeAttachmentSource

VolumeAttachmentSource
  persistentVolumeName: string
  inlineVolumeSpec: object

CSIDriver object
  spec!: CSIDriverSpec

CSIDriverSpec
  attachRequired podInfoOnMount storageCapacity requiresRepublish seLinuxMount: bool
  volumeLifecycleModes: [Persistent|Ephemeral]
  fsGroupPolicy: None|File|ReadWriteOnceWithFSType
  tokenRequests: [TokenRequest]
  nodeAllocatableUpdatePeriodSeconds: int64 since 1.33
  serviceAccountTokenInSecrets: bool since 1.35

TokenRequest
  audience: string
  expirationSeconds: int64(600..4294967296)

CSINode object
  spec: CSINodeSpec

CSINodeSpec
  drivers: [CSINodeDriver]

CSINodeDriver
  name! nodeID!: string
  topologyKeys: [label-key]
  allocatable: VolumeNodeResources

VolumeNodeResources
  count: int32(0..)

CSIStorageCapacity object
  nodeTopology: LabelSelector
  storageClassName!: subdomain
  capacity maximumVolumeSize: quantity

VolumeAttributesClass object
  driverName!: csi-driver
  parameters!: {string}

PriorityClass object
  value: int32
  globalDefault: bool
  description: string
  preemptionPolicy*: PreemptLowerPriority|Never

RuntimeClass object
  handler!: label
  overhead: RuntimeOverhead
  scheduling: RuntimeScheduling

RuntimeOverhead
  podFixed: {resource-name: quantity}

RuntimeScheduling
  nodeSelector: {label-key: label-value}
  tolerations: [Toleration]

Lease object
  spec: LeaseSpec

LeaseSpec
  holderIdentity: string
  leaseDurationSeconds: int32(1..)
  acquireTime renewTime: micro-time
  leaseTransitions: int32(0..)
  strategy preferredHolder: string since 1.31

DeviceClass object
  spec: DeviceClassSpec

DeviceClassSpec
  selectors: [DeviceSelector]
  config: [any]
  extendedResourceName: string

DeviceSelector
  cel!: CELDeviceSelector

CELDeviceSelector
  expression!: cel

ResourceClaim object
  spec!: ResourceClaimSpec
  status: object

ResourceClaimTemplate object
  spec!: ResourceClaimTemplateSpec

ResourceClaimTemplateSpec
  metadata: TemplateMeta
  spec!: ResourceClaimSpec

ResourceClaimSpec
  devices: DeviceClaim

DeviceClaim
  requests: [DeviceRequest]
  constraints: [DeviceConstraint]
  config: [any]

DeviceRequest
  name!: label
  exactly: ExactDeviceRequest
  firstAvailable: [DeviceSubRequest]

ExactDeviceRequest
  deviceClassName!: subdomain
  selectors: [DeviceSelector]
  allocationMode: All|ExactCount
  count: int64
  adminAccess: bool
  tolerations: [DeviceToleration]
  capacity: object

DeviceSubRequest
  name!: label
  deviceClassName!: subdomain
  selectors: [DeviceSelector]
  allocationMode: All|ExactCount
  count: int64
  tolerations: [DeviceToleration]
  capacity: object

DeviceToleration
  key: label-key
  operator: Exists|Equal
  value: string
  effect: NoSchedule|NoExecute|None@1.35
  tolerationSeconds: int64

DeviceConstraint
  requests: [string]
  matchAttribute distinctAttribute: string

ResourceSlice object
  spec!: ResourceSliceSpec

ResourceSliceSpec
  driver!: subdomain
  pool!: object
  nodeName: string
  nodeSelector: NodeSelector
  allNodes perDeviceNodeSelection: bool
  devices sharedCounters: [any]
`;
