/** Descriptions of less common fields: volumes of storage systems, admission, definitions of kinds, devices and others. */
export const restWords = `
*:
  name: Its name.
  type: Which of the forms it has.
  path: The path.
  value: The value.
  expression: CEL expression.
  apiGroup: API group of the object; empty for the core group.
  group: The API group.
  uid: The uid of the object; another one of the same name is not meant.
  resourceVersion: Changes with every write. Written by the server.
  generation: Counts changes of what is wanted. Written by the server.
  selfLink: No longer used.
  managedFields: Who set which fields. Written by the server.
  deletionGracePeriodSeconds: Seconds until the object is gone. Written by the server.
  creationTimestamp: When the server took the object. Written by the server.
  deletionTimestamp: When the object is to be gone. Written by the server.
  ownerReferences: Objects that this one belongs to; it goes away after the last of them.
  generateName: The start of a name; the server adds characters that make it unique.
  fieldPath: The part of the object that is meant.
  minReadySeconds: Seconds that a new pod has to be ready before it counts.
  revisionHistoryLimit: How many old versions are kept to go back to.
  rollingUpdate: How large the steps are.
  clientConfig: Where it is reached.
  service: The Service that is called.
  failurePolicy: What happens when it cannot be asked: Ignore lets the request through, Fail refuses it.
  matchPolicy: Whether other versions of the same objects count too.
  matchConditions: CEL expressions; it is asked only where all hold.
  sideEffects: Whether asking it changes anything.
  timeoutSeconds: Seconds that an answer may take.
  admissionReviewVersions: Versions of the question that it understands.
  reinvocationPolicy: Whether it is asked again after later ones changed the object.
  webhooks: Who is asked, and about what.
  operations: CREATE, UPDATE, DELETE, CONNECT, or * for all.
  apiGroups: API groups of the resources; * for all.
  apiVersions: Versions of the API; * for all.
  scope: Whether objects of the cluster, of namespaces, or both are meant.
  resourceNames: Names of single objects; all where nothing is said.
  resourceRules: Which requests are meant.
  excludeResourceRules: Which of these are not meant.
  verbs: What may be done; * for everything.
  nonResourceURLs: Paths of the server, such as /healthz.
  namespaces: Namespaces that are meant.
  subjects: Who is meant.
  user: The user.
  driver: Name of the driver.
  volumeID: Id of the volume.
  volumeName: Name of the volume.
  volumeNamespace: Namespace of the volume within the storage system.
  volumeAttributes: Settings for the driver.
  volumeAttributesClassName: The VolumeAttributesClass whose settings it has.
  monitors: Addresses of the monitors.
  partition: The partition; 0 is the whole disk.
  lun: Number of the unit.
  options: Settings.
  pool: The pool.
  keyring: File with the keyring.
  secretFile: File with the secret.
  secretName: Name of the Secret.
  secretNamespace: Namespace of the Secret.
  shareName: Name of the share.
  endpoints: The endpoints.
  endpointsNamespace: Namespace of the endpoints.
  targetPortal: Address of the target.
  portals: Further addresses of the target.
  iqn: Name of the target.
  iscsiInterface: The interface to use.
  initiatorName: Name of the initiator.
  chapAuthDiscovery: Whether discovery is authenticated.
  chapAuthSession: Whether sessions are authenticated.
  capacity: How large it is.
  accessModes: How it may be mounted.
  claimRef: The claim that has it.
  persistentVolumeReclaimPolicy: What becomes of it when its claim is gone.
  storageClassName: The StorageClass it belongs to.
  volumeMode: Whether it is a file system or a block device.
  mountOptions: Options of the mount.
  nodeAffinity: Nodes that can reach it.
  nodeAffinityPolicy: Whether nodes that the pod does not want count.
  nodeTaintsPolicy: Whether nodes with taints that are not tolerated count.
  matchLabelKeys: Labels of the pod itself whose values are asked for too.
  mismatchLabelKeys: Labels of the pod itself whose values are not to be the same.
  minDomains: The least number of places.
  gcePersistentDisk: A disk of Google Cloud. Served by its CSI driver.
  awsElasticBlockStore: A volume of AWS. Served by its CSI driver.
  azureDisk: A disk of Azure. Served by its CSI driver.
  azureFile: A share of Azure. Served by its CSI driver.
  vsphereVolume: A disk of vSphere. Served by its CSI driver.
  portworxVolume: A volume of Portworx. Served by its CSI driver.
  cinder: A volume of OpenStack. Served by its CSI driver.
  iscsi: A unit of an iSCSI target.
  fc: A unit of a Fibre Channel target.
  gitRepo: A repository that is cloned. No longer served.
  glusterfs: A volume of GlusterFS. No longer served.
  rbd: An image of Ceph. No longer served.
  cephfs: A folder of CephFS. No longer served.
  flexVolume: A volume of a FlexVolume driver. Use CSI instead.
  flocker: A dataset of Flocker. No longer served.
  quobyte: A volume of Quobyte. No longer served.
  photonPersistentDisk: A disk of Photon. No longer served.
  scaleIO: A volume of ScaleIO. No longer served.
  storageos: A volume of StorageOS. No longer served.
  hostPath: A file or folder of the node.
  nfs: A folder of an NFS server.
  local: A disk or folder of one node.
  csi: A volume of a CSI driver.
  gateway: Address of the gateway.
  system: Name of the system.
  sslEnabled: Whether connections are encrypted.
  protectionDomain: The protection domain.
  storagePool: The pool.
  storageMode: Thick or thin.
  storagePolicyName: Name of the storage policy.
  storagePolicyID: Id of the storage policy.
  registry: Addresses of the registry.
  tenant: The tenant.
  fieldRef: A field of the pod.
  resourceFieldRef: A limit or request of a container.
  target: What it should be.
  metric: What is measured.
  signerName: Who signs, as domain/name.
  expirationSeconds: Seconds that it holds.
  audience: Who the token is for.
  effect: NoSchedule keeps new pods away, PreferNoSchedule where it can, NoExecute drives out running ones.
  timeAdded: When it was added.
  seLinuxOptions: Labels of SELinux.
  windowsOptions: Settings for Windows.
  appArmorProfile: The AppArmor profile.
  localhostProfile: The profile on the node, for type Localhost.
  selectors: Which devices are meant.
  config: Settings for drivers.
  deviceClassName: The DeviceClass.
  allocationMode: Whether a number of devices or all are wanted.
  count: How many.
  adminAccess: Whether devices that are in use may be looked at.
  opaque: Settings that only the driver reads.
  parameters: Settings.
  counters: Counters, by name.
  weight: How much it counts, from 1 to 100.
  series: How often it went on.
  related: Another object that it is about.
  action: What was done.
  reportingInstance: Which instance says so.
  eventTime: When it happened.
  nominalConcurrencyShares: The share of the server, compared with other levels.
  lendablePercent: How much of it other levels may borrow.
  containerName: Name of the container.
  resource: The resource.
  volumeClaimTemplate: What the claim looks like.

ObjectReference:
  name: Name of the object.
ManagedFieldsEntry: Which fields someone set.
  manager: Who set them.
  operation: Whether they were applied or updated.
  fieldsType: The form of fieldsV1.
  fieldsV1: The fields.
  subresource: The part of the object that was written.
  time: When they were set.
PodSpec:
  hostnameOverride: Host name of the pod, whatever the other fields say.
  workloadRef: The Workload that it belongs to.
Container:
  restartPolicyRules: What happens at which exit code.
ContainerResizePolicy:
  resourceName: cpu or memory.
  restartPolicy: Whether it is started anew.
ContainerResourceClaim: A claim of the pod that the container uses.
  name: Name of the claim in the pod.
  request: The request of the claim; all where nothing is said.
ContainerRestartRule: What happens at which exit code.
  action: What happens.
  exitCodes: The exit codes.
EnvVarSource:
  fileKeyRef: A variable in a file of a volume.
FileKeySelector: A variable in a file of a volume.
  volumeName: Name of the volume.
  path: The file.
GRPCAction: The health check of gRPC.
  service: The service that is asked about.
TCPSocketAction:
  host: The host; the pod itself where nothing is said.
SleepAction:
  seconds: Seconds to wait.
LifecycleHandler:
  exec: A program in the container.
  httpGet: A GET request.
  tcpSocket: Not served.
  sleep: Waits.
Lifecycle:
  stopSignal: The signal to stop, such as SIGTERM.
VolumeMount:
  mountPropagation: Whether mounts of the host appear here, and the other way round.
  recursiveReadOnly: Whether mounts below are read-only too.
VolumeDevice: Where a block device appears.
  devicePath: The path in the container.
ImageVolumeSource: The files of an image.
  reference: The image.
  pullPolicy: When it is fetched.
ProjectedVolumeSource: Several sources in one folder.
  sources: The sources.
VolumeProjection: One source.
  secret: Keys of a Secret.
  configMap: Keys of a ConfigMap.
  downwardAPI: Fields of the pod.
  serviceAccountToken: A token of the ServiceAccount.
  clusterTrustBundle: Certificates that are trusted.
  podCertificate: A certificate for the pod.
PodCertificateProjection:
  keyType: The sort of key.
  maxExpirationSeconds: The most seconds that it may hold.
  credentialBundlePath: File for key and certificates.
  keyPath: File for the key.
  certificateChainPath: File for the certificates.
  userAnnotations: Texts for the signer.
HostAlias: A line for /etc/hosts.
  ip: The address.
  hostnames: The names.
PodDNSConfig: Name servers and search domains.
  nameservers: Addresses of name servers.
  searches: Domains that short names are looked up in.
PodOS: The operating system of the containers.
PodReadinessGate:
  conditionType: The condition.
PodResourceClaim: A claim on devices.
  source: Where the claim comes from.
  resourceClaimName: Name of the ResourceClaim.
  resourceClaimTemplateName: Name of the ResourceClaimTemplate that a claim is made from.
PodClaimSource:
  resourceClaimName: Name of the ResourceClaim.
  resourceClaimTemplateName: Name of the ResourceClaimTemplate that a claim is made from.
PodSecurityContext:
  sysctls: Settings of the kernel.
  fsGroupChangePolicy: Whether the group of volumes is set again at every start.
  supplementalGroupsPolicy: Whether groups of the image count.
  seLinuxChangePolicy: How volumes get their labels.
SecurityContext:
  procMount: Whether /proc is shown whole.
SELinuxOptions: Labels of SELinux.
  role: The role.
  level: The level.
WindowsSecurityContextOptions: Settings for Windows.
  gmsaCredentialSpecName: Name of the credentials.
  gmsaCredentialSpec: The credentials themselves.
  runAsUserName: The user that processes have.
  hostProcess: Whether it runs as a process of the node.
WorkloadReference: The Workload that a pod belongs to.
  podGroup: The group of pods within it.
  podGroupReplicaKey: Which of several such groups.
PreferredSchedulingTerm: Nodes that are wanted, and how much.
  preference: The nodes.
WeightedPodAffinityTerm: Neighbours that are wanted or not, and how much.
  podAffinityTerm: The neighbours.
NodeSelector: Which nodes are meant.
  nodeSelectorTerms: Conditions; one of them has to hold.
NodeSelectorTerm: Conditions that all have to hold.
  matchFields: Conditions on fields of the node.
ServiceSpec:
  clusterIPs: Its addresses in the cluster, one a family.
  sessionAffinityConfig: How long requests of one client go to one pod.
  loadBalancerIP: The address of the load balancer. Use what its provider offers instead.
  allocateLoadBalancerNodePorts: Whether a load balancer gets ports of nodes.
  trafficDistribution: Which pods are preferred.
SessionAffinityConfig:
  clientIP: How long, for clients told apart by address.
NodeSpec:
  podCIDR: Addresses for pods of the node.
  podCIDRs: Addresses for pods of the node, one range a family.
  providerID: Id that the cloud gives it.
  externalID: No longer used.
  configSource: No longer used.
Endpoints:
  subsets: Addresses with the same ports.
EndpointSubset: Addresses with the same ports.
  addresses: Addresses that are ready.
  notReadyAddresses: Addresses that are not.
  ports: The ports.
EndpointAddress: An address.
  ip: The address.
  targetRef: The pod.
EndpointSlice:
  addressType: IPv4, IPv6 or FQDN.
  endpoints: The addresses.
  ports: The ports.
SliceEndpoint: A pod, or what else takes requests.
  addresses: Its addresses; they are one and the same.
  conditions: Whether it takes requests.
  targetRef: The pod.
  deprecatedTopology: No longer used.
  zone: The zone it is in.
  hints: Who should use it.
SliceEndpointConditions: Whether an endpoint takes requests.
  ready: Whether it takes requests.
  serving: Whether it would, were it not about to end.
  terminating: Whether it is about to end.
SliceEndpointHints: Who should use an endpoint.
  forZones: Zones whose clients should.
  forNodes: Nodes whose clients should.
Event:
  involvedObject: The object that it is about.
  reportingComponent: Who says so.
  source: Who says so.
  firstTimestamp: When it happened first.
  lastTimestamp: When it happened last.
NewEvent:
  reportingController: Who says so.
  regarding: The object that it is about.
  note: What happened, for a person.
  deprecatedSource: No longer used.
  deprecatedFirstTimestamp: No longer used.
  deprecatedLastTimestamp: No longer used.
  deprecatedCount: No longer used.
EventSeries: Something that went on.
  lastObservedTime: When it was seen last.
EventSource: Who says so.
  component: The component.
  host: The node.
LimitRangeItem: Bounds for one type of thing.
  max: The most.
  min: The least.
  default: Limits of those that name none.
  defaultRequest: Requests of those that name none.
  maxLimitRequestRatio: The most by which a limit may exceed the request.
ResourceQuotaSpec:
  scopes: Which objects count.
  scopeSelector: Which objects count.
ScopedResourceSelectorRequirement:
  scopeName: Which objects count.
ComponentStatus:
  conditions: Whether it is well.
PersistentVolumeClaimSpec:
  dataSourceRef: What the new storage is filled from; any kind.
VolumeNodeAffinity:
  required: Nodes that can reach the volume.
CSIPersistentVolumeSource: A volume of a CSI driver.
  volumeHandle: The driver's name of the volume.
  controllerPublishSecretRef: The Secret for attaching.
  nodePublishSecretRef: The Secret for mounting.
  nodeStageSecretRef: The Secret for preparing the mount.
  controllerExpandSecretRef: The Secret for growing.
  nodeExpandSecretRef: The Secret for growing on the node.
CSIVolumeSource: A volume of a CSI driver that goes away with the pod.
  nodePublishSecretRef: The Secret for mounting.
AzureDiskVolumeSource:
  diskName: Name of the disk.
  diskURI: Address of the disk.
  cachingMode: What is cached.
  kind: The sort of disk.
FCVolumeSource:
  targetWWNs: Names of the target.
  wwids: Ids of the volume.
FlockerVolumeSource:
  datasetName: Name of the dataset.
  datasetUUID: Id of the dataset.
GCEPersistentDiskVolumeSource:
  pdName: Name of the disk.
GitRepoVolumeSource:
  repository: Address of the repository.
  revision: The commit.
  directory: The folder to clone into.
NFSVolumeSource:
  server: The server.
  path: The folder of the server.
PhotonVolumeSource:
  pdID: Id of the disk.
QuobyteVolumeSource:
  volume: Name of the volume.
  group: The group.
RBDVolumeSource:
  image: Name of the image.
RBDPersistentVolumeSource:
  image: Name of the image.
VsphereVolumeSource:
  volumePath: Path of the disk.

ControllerRevision:
  data: The state.
  revision: Its number.
DaemonSetUpdateStrategy:
  type: RollingUpdate, step by step; OnDelete, when a pod is deleted.
StatefulSetUpdateStrategy:
  type: RollingUpdate, step by step; OnDelete, when a pod is deleted.
RollingUpdateStatefulSet:
  partition: Pods with a lower number stay as they are.
  maxUnavailable: How many pods may be missing.
StatefulSetClaimRetention:
  whenDeleted: What becomes of claims when the StatefulSet is deleted.
  whenScaled: What becomes of claims of pods that are no longer wanted.
StatefulSetOrdinals:
  start: The number of the first pod.
JobSpec:
  backoffLimitPerIndex: How many failures each numbered pod may have.
  maxFailedIndexes: How many numbered pods may fail.
  podReplacementPolicy: When a new pod takes the place of another.
  successPolicy: When it has ended well though not all pods have.
  managedBy: Who looks after it.
PodFailurePolicyRule: What a failure means.
  action: What happens.
  onExitCodes: For which exit codes.
  onPodConditions: For which conditions of the pod.
PodFailurePolicyOnPodCondition:
  status: The status of the condition.
SuccessPolicyRule:
  succeededIndexes: The numbers that have to end well.
  succeededCount: How many have to end well.
MetricSpec: Something that is measured, and what it should be.
  object: A measure of another object.
  pods: A measure of each pod.
  external: A measure from outside of the cluster.
  resource: CPU or memory of the pods.
  containerResource: CPU or memory of one container of each pod.
MetricTarget: What a measure should be.
  averageValue: The average over the pods.
  averageUtilization: The average share of what was asked for, in percent.
ObjectMetricSource:
  describedObject: The object that is measured.
ResourceMetricSource:
  name: cpu or memory.
ContainerResourceMetricSource:
  name: cpu or memory.
  container: The container.
HorizontalPodAutoscalerBehavior: How fast the number may change.
  scaleUp: How fast it may go up.
  scaleDown: How fast it may go down.
HPAScalingRules: How fast the number may go one way.
  stabilizationWindowSeconds: Seconds that are looked back before it changes.
  selectPolicy: Which of the policies counts.
  policies: How much it may change.
  tolerance: How far off the measure may be before anything happens.
HPAScalingPolicy: How much may change within a time.
  value: How many pods, or percent of them.
  periodSeconds: Within how many seconds.

HTTPIngressRuleValue:
  paths: Paths, and where they lead.
IngressRule:
  http: Paths, and where they lead.
IngressBackend:
  service: The Service.
  resource: Another object in the same namespace.
ServiceBackendPort: A port of a Service, by name or number.
  name: Name of the port.
  number: Number of the port.
IngressClassSpec:
  controller: Who serves it, as domain/path.
  parameters: Settings of the controller.
IPBlock: A range of addresses.
  cidr: The range.
  except: Ranges within it that are not meant.
IPAddressSpec:
  parentRef: The object that has the address.
ServiceCIDRSpec:
  cidrs: The ranges.
PodDisruptionBudgetSpec:
  unhealthyPodEvictionPolicy: Whether pods that are not ready may always be evicted.
Eviction:
  deleteOptions: How the pod is deleted.

AggregationRule:
  clusterRoleSelectors: ClusterRoles whose rights are taken in, by their labels.
ClusterRole:
  aggregationRule: ClusterRoles whose rights are taken in.
RbacSubject: A user, a group or a ServiceAccount.
RoleRef: The role.
WebhookClientConfig: Where a webhook is reached.
  url: Its address.
ValidatingAdmissionPolicySpec: Which objects, and what has to hold.
  paramKind: The kind of objects that hold settings.
  matchConstraints: Which requests it is for.
  validations: Expressions that have to hold.
  auditAnnotations: What is noted in the audit log.
  variables: Expressions with names.
Validation: An expression that has to hold.
  messageExpression: CEL expression that gives the message.
AuditAnnotation:
  valueExpression: CEL expression that gives the text.
ValidatingAdmissionPolicyBindingSpec: Where a policy holds, and what happens then.
  policyName: Name of the policy.
  paramRef: The object that holds settings.
  matchResources: Which requests it is for.
  validationActions: What happens when it does not hold.
ParamRef:
  parameterNotFoundAction: What happens when the object is missing.
CustomResourceDefinitionSpec: The kind, its names and versions.
  names: Its names.
  scope: Whether its objects are in namespaces.
  versions: Its versions.
  conversion: How objects of one version become those of another.
  preserveUnknownFields: Must be false.
CustomResourceDefinitionNames: The names of a kind.
  plural: The name in addresses.
  singular: The name for commands.
  listKind: The kind of lists of it.
  shortNames: Short names for commands.
  categories: Groups of kinds that commands know, such as all.
CustomResourceDefinitionVersion: A version of a kind.
  served: Whether it is served.
  storage: Whether objects are stored in it; one version is.
  deprecated: Whether clients are warned.
  deprecationWarning: The warning.
  schema: What its objects look like.
  additionalPrinterColumns: Columns that commands show.
  selectableFields: Fields that objects can be selected by.
CustomResourceValidation:
  openAPIV3Schema: What its objects look like.
CustomResourceSubresources:
  scale: Where the number of replicas stands.
CustomResourceScale:
  specReplicasPath: Where the number that is wanted stands.
  statusReplicasPath: Where the number that there is stands.
  labelSelectorPath: Where the selector stands.
CustomResourceConversion:
  strategy: Whether anything changes from version to version.
  webhook: Who converts.
WebhookConversion:
  conversionReviewVersions: Versions of the question that it understands.
PrinterColumn: A column that commands show.
  jsonPath: The field.
  format: The form of the value.
  priority: Above 0 it is shown in wide output only.
SelectableField:
  jsonPath: The field.
JSONSchemaProps: A schema of JSON values.
  id: No longer used.
  $schema: No longer used.
  $ref: May not be used.
  format: The form of a text or number.
  title: A title.
  pattern: What a text has to match.
  default: What is put in where it is missing.
  example: An example.
  maximum: The greatest number.
  minimum: The least number.
  multipleOf: What a number has to be a multiple of.
  exclusiveMaximum: Whether the greatest number itself is refused.
  exclusiveMinimum: Whether the least number itself is refused.
  uniqueItems: May not be true.
  nullable: Whether null is taken.
  maxLength: The most characters.
  minLength: The least characters.
  maxItems: The most items.
  minItems: The least items.
  maxProperties: The most keys.
  minProperties: The least keys.
  enum: The values that are taken.
  required: Keys that have to be there.
  items: What items look like.
  allOf: Schemas that all have to hold.
  oneOf: Schemas of which exactly one has to hold.
  anyOf: Schemas of which one has to hold.
  not: A schema that may not hold.
  properties: Keys, and what stands under them.
  patternProperties: May not be used.
  definitions: May not be used.
  additionalProperties: What stands under other keys.
  additionalItems: May not be used.
  dependencies: May not be used.
  externalDocs: Where there is more to read.
  x-kubernetes-preserve-unknown-fields: Whether unknown keys are kept.
  x-kubernetes-embedded-resource: Whether it is a whole object.
  x-kubernetes-int-or-string: Whether both integers and texts are taken.
  x-kubernetes-list-map-keys: Keys that tell items apart.
  x-kubernetes-list-type: Whether a list is a whole, a set, or told apart by keys.
  x-kubernetes-map-type: Whether a mapping is a whole.
  x-kubernetes-validations: CEL expressions that have to hold.
ValidationRule: A CEL expression that has to hold.
  rule: CEL expression.
  messageExpression: CEL expression that gives the message.
  optionalOldSelf: Whether it is asked for new objects too.
APIServiceSpec: Which part of the API, and where it leads.
  group: The API group.
  version: The version of the API.
  insecureSkipTLSVerify: Whether its certificate is not verified.
  groupPriorityMinimum: Which group wins where names are the same; the greater.
  versionPriority: Which version comes first; the greater.
CertificateSigningRequestSpec: What is to be signed, and by whom.
  request: The request, as PEM in base64.
  usages: What the certificate is for.
  username: Who asks. Written by the server.
  groups: Groups of who asks. Written by the server.
  extra: More about who asks. Written by the server.
FlowSchemaSpec: Which requests, and how important they are.
  priorityLevelConfiguration: The importance.
  matchingPrecedence: Which FlowSchema wins; the lower.
  distinguisherMethod: What tells flows apart.
PolicyRulesWithSubjects: Requests of some subjects.
  resourceRules: Requests for resources.
  nonResourceRules: Other requests.
FlowSubject: A user, a group or a ServiceAccount.
  serviceAccount: The ServiceAccount.
ResourcePolicyRule: Requests for resources.
  clusterScope: Whether requests without a namespace count.
PriorityLevelConfigurationSpec: How many requests are served.
  type: Limited, or Exempt from all limits.
  limited: The limits.
  exempt: What is set aside.
LimitedPriorityLevel: The limits.
  borrowingLimitPercent: How much may be borrowed from other levels.
  limitResponse: What happens to requests beyond the limit.
LimitResponse: What happens to requests beyond the limit.
  queuing: How they wait.
QueuingConfiguration: How requests wait.
  queues: How many queues there are.
  handSize: How many of them a flow may use.
  queueLengthLimit: How many requests a queue may hold.

StorageClass:
  allowedTopologies: Where storage may be.
TopologySelectorTerm:
  matchLabelExpressions: Labels of the place.
VolumeAttachmentSpec: What is attached where.
  attacher: Name of the CSI driver.
  source: What is attached.
VolumeAttachmentSource: What is attached.
  persistentVolumeName: Name of the PersistentVolume.
  inlineVolumeSpec: The volume itself.
CSIDriverSpec: How a CSI driver wants to be used.
  attachRequired: Whether volumes are attached before they are mounted.
  podInfoOnMount: Whether it is told about the pod.
  storageCapacity: Whether it tells how much storage there is.
  requiresRepublish: Whether it is asked again and again.
  seLinuxMount: Whether it can mount with a label of SELinux.
  volumeLifecycleModes: Whether its volumes outlive pods.
  fsGroupPolicy: Whether the group of volumes is changed.
  tokenRequests: Tokens that it gets.
  nodeAllocatableUpdatePeriodSeconds: Seconds between looks at how many volumes a node can have.
  serviceAccountTokenInSecrets: Whether tokens are passed as secrets.
CSINodeSpec:
  drivers: The drivers.
CSINodeDriver: A driver of a node.
  nodeID: The driver's name of the node.
  topologyKeys: Labels that say where the node is.
  allocatable: How many volumes the node can have.
CSIStorageCapacity:
  nodeTopology: The place, by labels of its nodes.
  maximumVolumeSize: The largest volume.
VolumeAttributesClass:
  driverName: Name of the CSI driver.
PriorityClass:
  preemptionPolicy: Whether less important pods make room.
RuntimeClass:
  handler: Name of the handler.
  overhead: What it takes besides the containers.
  scheduling: Nodes that have it.
RuntimeOverhead:
  podFixed: How much, for each pod.
LeaseSpec: Who holds it, and how long.
  holderIdentity: Who holds it.
  leaseDurationSeconds: Seconds that it holds without being renewed.
  acquireTime: When it was taken.
  renewTime: When it was renewed last.
  leaseTransitions: How often it changed hands.
  strategy: How the next holder is found.
  preferredHolder: Who is to be the next holder.
DeviceClassSpec: Which devices, and their settings.
  extendedResourceName: The resource under which pods ask for them.
DeviceSelector: Devices that are meant.
  cel: A CEL expression over the device.
ResourceClaimSpec:
  devices: The devices.
DeviceClaim: The devices.
  requests: Devices that are wanted.
  constraints: What has to hold of several devices.
DeviceRequest: Devices that are wanted.
  exactly: The devices.
  firstAvailable: Choices, the first one that there is.
DeviceConstraint: What has to hold of several devices.
  requests: The requests that it is for; all where nothing is said.
  matchAttribute: An attribute that has to be the same.
  distinctAttribute: An attribute that has to differ.
ResourceSliceSpec: Devices, and who can reach them.
  allNodes: Whether every node can.
  perDeviceNodeSelection: Whether each device says who can.
  devices: The devices.
  sharedCounters: Counters that devices share.
DeviceAttribute: An attribute of a device, in one of its forms.
  int: An integer.
  bool: True or false.
  string: A text.
  version: A version, such as 1.2.3.
DeviceCapacity: How much of something a device has.
  requestPolicy: How much of it may be asked for.
DeviceCounterConsumption: What a device takes of counters that are shared.
  counterSet: The set of counters.
DeviceToleration: A taint of devices that does not keep them away.
  tolerationSeconds: Seconds that the device is kept.
ResourcePool: A pool of devices.
  resourceSliceCount: How many ResourceSlices describe the pool.
SliceDevice: A device.
  attributes: What it is.
  consumesCounters: What it takes of counters that are shared.
  allNodes: Whether every node can reach it.
  taints: What keeps claims away that do not tolerate it.
  bindsToNode: Whether it is bound to one node.
  bindingConditions: Conditions that have to hold before it is used.
  bindingFailureConditions: Conditions under which it cannot be used.
  allowMultipleAllocations: Whether several claims may share it.
ClaimMeta: Labels and annotations that claims made from the template get.
  labels: Labels of each new claim.
  annotations: Annotations of each new claim.
`;
