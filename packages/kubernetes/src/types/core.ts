/** The core group without pods and volumes. Fields follow k8s.io/api core/v1 0.29 to 0.35. */
export const coreTypes = `
ReplicationController object
  spec!: ReplicationControllerSpec
  status: object

ReplicationControllerSpec
  replicas minReadySeconds: int32(0..)
  selector: {string}
  template!: PodTemplateSpec

Service object
  spec!: ServiceSpec
  status: object

ServiceSpec
  ports: [ServicePort]
  selector: {label-key: label-value}
  clusterIP externalName: string
  clusterIPs: [string]
  type: ClusterIP|NodePort|LoadBalancer|ExternalName
  externalIPs: [ip]
  sessionAffinity: ClientIP|None
  sessionAffinityConfig: SessionAffinityConfig
  loadBalancerIP: string
  loadBalancerSourceRanges: [source-range]
  externalTrafficPolicy: Cluster|Local
  internalTrafficPolicy*: Cluster|Local
  healthCheckNodePort: int32(0..65535)
  publishNotReadyAddresses allocateLoadBalancerNodePorts: bool
  ipFamilies: [IPv4|IPv6]
  ipFamilyPolicy*: SingleStack|PreferDualStack|RequireDualStack
  loadBalancerClass*: label-key
  trafficDistribution*: PreferClose|PreferSameZone@1.34|PreferSameNode@1.34 since 1.30 gated 1.31

SessionAffinityConfig
  clientIP: ClientIPConfig

ClientIPConfig
  timeoutSeconds: int32(1..86400)

ServicePort
  name: label
  protocol: TCP|UDP|SCTP
  appProtocol*: label-key
  port!: port
  targetPort: target-port
  nodePort: int32(0..65535)

ServiceAccount object
  secrets: [ObjectReference]
  imagePullSecrets: [LocalObjectReference]
  automountServiceAccountToken: bool

ConfigMap object
  immutable: bool
  data: {config-key: string}
  binaryData: {config-key: base64}

Secret object
  immutable: bool
  data: {config-key: base64}
  stringData: {config-key: string}
  type: string

Namespace object
  spec: NamespaceSpec
  status: object

NamespaceSpec
  finalizers: [label-key]

Node object
  spec: NodeSpec
  status: object

NodeSpec
  podCIDR providerID externalID: string
  podCIDRs: [string]
  unschedulable: bool
  taints: [Taint]
  configSource: object

Taint
  key!: label-key
  value: label-value
  effect!: NoSchedule|PreferNoSchedule|NoExecute
  timeAdded: time

Endpoints object
  subsets: [EndpointSubset]

EndpointSubset
  addresses notReadyAddresses: [EndpointAddress]
  ports: [EndpointPort]

EndpointAddress
  ip!: ip
  hostname: label
  nodeName: subdomain
  targetRef: ObjectReference

EndpointPort
  name: label
  port!: port
  protocol: TCP|UDP|SCTP
  appProtocol*: label-key

Binding object
  target!: ObjectReference

Event object
  involvedObject: ObjectReference
  reason message type action reportingComponent reportingInstance: string
  source: EventSource
  firstTimestamp lastTimestamp: time
  eventTime: micro-time
  count: int32
  series: EventSeries
  related: ObjectReference

EventSource
  component host: string

EventSeries
  count: int32
  lastObservedTime: micro-time

LimitRange object
  spec: LimitRangeSpec

LimitRangeSpec
  limits: [LimitRangeItem]

LimitRangeItem
  type!: limit-type
  max min default defaultRequest maxLimitRequestRatio: {label-key: quantity}

ResourceQuota object
  spec: ResourceQuotaSpec
  status: object

ResourceQuotaSpec
  hard: {label-key: quantity}
  scopes: [string]
  scopeSelector: ScopeSelector

ScopeSelector
  matchExpressions: [ScopedResourceSelectorRequirement]

ScopedResourceSelectorRequirement
  scopeName!: Terminating|NotTerminating|BestEffort|NotBestEffort|PriorityClass|CrossNamespacePodAffinity|VolumeAttributesClass
  operator!: In|NotIn|Exists|DoesNotExist
  values: [string]

ComponentStatus object
  conditions: [any]

RangeAllocation object
  range: string
  data: base64

NewEvent object
  eventTime!: micro-time
  series: EventSeries
  reportingController!: label-key
  reportingInstance!: text128
  action!: text128
  reason!: text128
  note: text1024
  type!: Normal|Warning
  regarding related: ObjectReference
  deprecatedSource: EventSource
  deprecatedFirstTimestamp deprecatedLastTimestamp: time
  deprecatedCount: int32
`;
