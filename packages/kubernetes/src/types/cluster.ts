/** storage, scheduling, node, coordination, resource. Fields follow k8s.io/api 0.29 to 0.35. */
export const clusterTypes = `
StorageClass object
  provisioner!: qualified-lower
  parameters: {not-empty: string}
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
  attacher!: csi-driver
  nodeName!: subdomain
  source!: VolumeAttachmentSource

VolumeAttachmentSource
  persistentVolumeName: subdomain
  inlineVolumeSpec: InlineVolumeSpec

InlineVolumeSpec
  capacity: {quantity}
  accessModes!: [ReadWriteOnce|ReadOnlyMany|ReadWriteMany|ReadWriteOncePod]
  claimRef: ObjectReference
  persistentVolumeReclaimPolicy storageClassName volumeAttributesClassName volumeMode: string
  mountOptions: [string]
  nodeAffinity: VolumeNodeAffinity
  + PersistentVolumeSource

CSIDriver object
  spec: CSIDriverSpec

CSIDriverSpec
  attachRequired podInfoOnMount storageCapacity requiresRepublish seLinuxMount: bool
  volumeLifecycleModes: [Persistent|Ephemeral]
  fsGroupPolicy: None|File|ReadWriteOnceWithFSType
  tokenRequests: [TokenRequest]
  nodeAllocatableUpdatePeriodSeconds: int64(10..) since 1.33 gated 1.35
  serviceAccountTokenInSecrets: bool since 1.35

TokenRequest
  audience: string
  expirationSeconds: int64(600..4294967296)

CSINode object
  spec: CSINodeSpec

CSINodeSpec
  drivers: [CSINodeDriver]

CSINodeDriver
  name!: csi-driver
  nodeID!: text256
  topologyKeys: [label-key]
  allocatable: VolumeNodeResources

VolumeNodeResources
  count: int32(0..)

CSIStorageCapacity object
  nodeTopology: LabelSelector
  storageClassName!: subdomain
  capacity maximumVolumeSize: quantity

VolumeAttributesClass object
  driverName!: qualified-lower
  parameters!: {not-empty: string}

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
  strategy preferredHolder: string since 1.31 gated

DeviceClass object
  spec: DeviceClassSpec

DeviceClassSpec
  selectors: [DeviceSelector]
  config: [DeviceConfiguration]
  extendedResourceName: string gated

DeviceConfiguration
  opaque!: OpaqueDeviceConfiguration

OpaqueDeviceConfiguration
  driver!: csi-driver
  parameters!: object

DeviceClaimConfiguration
  requests: [string]
  + DeviceConfiguration

DeviceSelector
  cel!: CELDeviceSelector

CELDeviceSelector
  expression!: cel

ResourceClaim object
  spec: ResourceClaimSpec
  status: object

ResourceClaimTemplate object
  spec: ResourceClaimTemplateSpec

ResourceClaimTemplateSpec
  metadata: TemplateMeta
  spec: ResourceClaimSpec

ResourceClaimSpec
  devices: DeviceClaim

DeviceClaim
  requests: [DeviceRequest]
  constraints: [DeviceConstraint]
  config: [DeviceClaimConfiguration]

DeviceRequest
  name!: label
  exactly: ExactDeviceRequest
  firstAvailable: [DeviceSubRequest]

ExactDeviceRequest
  deviceClassName!: subdomain
  selectors: [DeviceSelector]
  allocationMode: All|ExactCount
  count: int64(0..)
  adminAccess: bool
  tolerations: [DeviceToleration] gated
  capacity: DeviceCapacityRequirements gated

DeviceCapacityRequirements
  requests: {quantity}

DeviceSubRequest
  name!: label
  deviceClassName!: subdomain
  selectors: [DeviceSelector]
  allocationMode: All|ExactCount
  count: int64(0..)
  tolerations: [DeviceToleration] gated
  capacity: DeviceCapacityRequirements gated

DeviceToleration
  key: label-key
  operator: Exists|Equal
  value: string
  effect: NoSchedule|NoExecute|None@1.35
  tolerationSeconds: int64

DeviceConstraint
  requests: [string]
  matchAttribute: device-attribute
  distinctAttribute: device-attribute gated

ResourceSlice object
  spec!: ResourceSliceSpec

ResourceSliceSpec
  driver!: csi-driver
  pool!: ResourcePool
  nodeName*: subdomain
  nodeSelector: NodeSelector
  allNodes: bool
  perDeviceNodeSelection: bool gated
  devices: [SliceDevice]
  sharedCounters: [CounterSet] gated

ResourcePool
  name!: pool-name
  generation: int64(0..)
  resourceSliceCount!: int64(1..)

SliceDevice
  name!: label
  attributes: {device-name: DeviceAttribute}
  capacity: {device-name: DeviceCapacity}
  consumesCounters: [DeviceCounterConsumption] gated
  nodeName: string gated
  nodeSelector: NodeSelector gated
  allNodes: bool gated
  taints: [DeviceTaint] gated
  bindsToNode: bool gated
  bindingConditions bindingFailureConditions: [string] gated
  allowMultipleAllocations: bool gated

DeviceAttribute
  int: int64
  bool: bool
  string: text64
  version: semver

DeviceCapacity
  value: quantity
  requestPolicy: object gated

DeviceTaint
  key!: label-key
  value: label-value
  effect!: NoSchedule|NoExecute|None@1.35
  timeAdded: time

CounterSet
  name!: label
  counters!: {DeviceCapacityCounter}

DeviceCapacityCounter
  value!: quantity

DeviceCounterConsumption
  counterSet!: string
  counters!: {DeviceCapacityCounter}
`;
