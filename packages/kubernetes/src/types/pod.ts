/** Pods and their containers. Fields follow k8s.io/api core/v1 0.29 to 0.35; what is required follows the server's validation. */
export const podTypes = `
Pod object
  spec!: PodSpec
  status: object

PodTemplate object
  template!: PodTemplateSpec

PodTemplateSpec
  metadata: TemplateMeta
  spec!: PodSpec

PodSpec
  volumes: [Volume]
  containers!: [MainContainer]
  initContainers: [InitContainer]
  ephemeralContainers: [EphemeralContainer]
  restartPolicy: Always|OnFailure|Never
  terminationGracePeriodSeconds: int64
  activeDeadlineSeconds: int64(1..2147483647)
  dnsPolicy: ClusterFirst|ClusterFirstWithHostNet|Default|None
  nodeSelector: {label-key: label-value}
  serviceAccountName serviceAccount nodeName priorityClassName runtimeClassName: subdomain
  automountServiceAccountToken hostNetwork hostPID hostIPC shareProcessNamespace enableServiceLinks: bool
  setHostnameAsFQDN hostUsers: bool
  securityContext: PodSecurityContext
  imagePullSecrets: [LocalObjectReference]
  hostname subdomain: label
  hostnameOverride*: hostname since 1.34 gated 1.35
  affinity: Affinity
  schedulerName: string
  tolerations: [Toleration]
  hostAliases: [HostAlias]
  priority: int32
  dnsConfig: PodDNSConfig
  readinessGates: [PodReadinessGate]
  preemptionPolicy*: PreemptLowerPriority|Never
  overhead: {resource-name: quantity}
  topologySpreadConstraints: [TopologySpreadConstraint]
  os: PodOS
  schedulingGates: [PodSchedulingGate]
  resourceClaims: [PodResourceClaim]
  resources: ResourceRequirements since 1.32 gated 1.34
  workloadRef: WorkloadReference since 1.35 gated

WorkloadReference
  name! podGroup!: string
  podGroupReplicaKey: string

PodOS
  name!: linux|windows

PodSchedulingGate
  name!: label-key

PodReadinessGate
  conditionType!: label-key

PodResourceClaim
  name!: label
  resourceClaimName resourceClaimTemplateName: subdomain since 1.31
  source: PodClaimSource until 1.31

PodClaimSource
  resourceClaimName resourceClaimTemplateName: subdomain

HostAlias
  ip!: ip
  hostnames: [subdomain]

PodDNSConfig
  nameservers: [ip]
  searches: [search-domain]
  options: [PodDNSConfigOption]

PodDNSConfigOption
  name!: string
  value: string

PodSecurityContext
  seLinuxOptions: SELinuxOptions
  windowsOptions: WindowsSecurityContextOptions
  runAsUser runAsGroup fsGroup: id
  supplementalGroups: [id]
  supplementalGroupsPolicy: Merge|Strict since 1.31 gated 1.33
  runAsNonRoot: bool
  sysctls: [Sysctl]
  fsGroupChangePolicy*: OnRootMismatch|Always
  seccompProfile: SeccompProfile
  appArmorProfile: AppArmorProfile since 1.30
  seLinuxChangePolicy: Recursive|MountOption@gate since 1.32 gated 1.33

SecurityContext
  capabilities: Capabilities
  privileged runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation: bool
  seLinuxOptions: SELinuxOptions
  windowsOptions: WindowsSecurityContextOptions
  runAsUser runAsGroup: id
  procMount*: Default|Unmasked
  seccompProfile: SeccompProfile
  appArmorProfile: AppArmorProfile since 1.30

Capabilities
  add drop: [string]

SELinuxOptions
  user role type level: string

WindowsSecurityContextOptions
  gmsaCredentialSpecName*: subdomain
  gmsaCredentialSpec*: windows-credentials
  runAsUserName*: windows-user
  hostProcess: bool

SeccompProfile
  type!: RuntimeDefault|Unconfined|Localhost
  localhostProfile: string

AppArmorProfile
  type!: RuntimeDefault|Unconfined|Localhost
  localhostProfile: string

Sysctl
  name!: sysctl
  value: string

Container
  name!: label
  image!: image
  command args: [string]
  workingDir terminationMessagePath: string
  ports: [ContainerPort]
  env: [EnvVar]
  envFrom: [EnvFromSource]
  resources: ResourceRequirements
  resizePolicy: [ContainerResizePolicy]
  restartPolicy: Always|OnFailure|Never
  restartPolicyRules: [ContainerRestartRule] since 1.34 gated 1.35
  volumeMounts: [VolumeMount]
  volumeDevices: [VolumeDevice]
  livenessProbe readinessProbe startupProbe: Probe
  lifecycle: Lifecycle
  terminationMessagePolicy: File|FallbackToLogsOnError
  imagePullPolicy: Always|IfNotPresent|Never
  securityContext: SecurityContext
  stdin stdinOnce tty: bool

InitContainer as Container
  + Container
  restartPolicy: init-restart

MainContainer as Container
  + Container
  restartPolicy: Always|OnFailure|Never gated 1.35

EphemeralContainer
  + Container
  targetContainerName: string

ContainerPort
  name: port-name
  containerPort!: port
  hostPort: int32(0..65535)
  protocol: TCP|UDP|SCTP
  hostIP: string

ContainerResizePolicy
  resourceName!: cpu|memory
  restartPolicy!: NotRequired|RestartContainer

ContainerRestartRule
  action!: Restart|RestartAllContainers@gate
  exitCodes!: ContainerRestartRuleOnExitCodes

ContainerRestartRuleOnExitCodes
  operator!: In|NotIn
  values: [int32]

EnvVar
  name!: env-name
  value: string
  valueFrom: EnvVarSource

EnvVarSource
  fieldRef: ObjectFieldSelector
  resourceFieldRef: ResourceFieldSelector
  configMapKeyRef secretKeyRef: KeySelector
  fileKeyRef: FileKeySelector since 1.34 gated 1.35

FileKeySelector
  volumeName!: label
  path!: no-backsteps
  key!: env-name
  optional: bool

ObjectFieldSelector
  apiVersion fieldPath!: string

ResourceFieldSelector
  containerName resource!: string
  divisor: quantity

KeySelector
  name!: reference
  key!: config-key
  optional: bool

EnvFromSource
  prefix: env-prefix
  configMapRef secretRef: EnvSourceReference

EnvSourceReference
  name!: reference
  optional: bool

ResourceRequirements
  limits requests: {resource-name: quantity}
  claims: [ContainerResourceClaim]

ContainerResourceClaim
  name!: label
  request: label since 1.31

VolumeMount
  name! mountPath!: string
  readOnly: bool
  subPath subPathExpr: string
  mountPropagation*: None|HostToContainer|Bidirectional
  recursiveReadOnly*: Disabled|IfPossible|Enabled since 1.30 gated 1.31

VolumeDevice
  name!: string
  devicePath!: no-backsteps

Probe
  + ProbeHandler
  initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold: int32(0..)
  terminationGracePeriodSeconds: int64(1..)

ProbeHandler
  exec: ExecAction
  httpGet: HTTPGetAction
  tcpSocket: TCPSocketAction
  grpc: GRPCAction

Lifecycle
  postStart preStop: LifecycleHandler
  stopSignal: string since 1.33 gated

LifecycleHandler
  exec: ExecAction
  httpGet: HTTPGetAction
  tcpSocket: TCPSocketAction
  sleep: SleepAction gated 1.30

ExecAction
  command!: [string]

HTTPGetAction
  path host: string
  port!: port-or-name
  scheme: HTTP|HTTPS
  httpHeaders: [HTTPHeader]

HTTPHeader
  name!: header-name
  value: string

TCPSocketAction
  port!: port-or-name
  host: string

GRPCAction
  port!: port
  service: string

SleepAction
  seconds: int64

Affinity
  nodeAffinity: NodeAffinity
  podAffinity podAntiAffinity: PodAffinity

NodeAffinity
  requiredDuringSchedulingIgnoredDuringExecution: NodeSelector
  preferredDuringSchedulingIgnoredDuringExecution: [PreferredSchedulingTerm]

PreferredSchedulingTerm
  weight!: int32(1..100)
  preference: NodeSelectorTerm

NodeSelector
  nodeSelectorTerms!: [NodeSelectorTerm]

NodeSelectorTerm
  matchExpressions matchFields: [NodeSelectorRequirement]

NodeSelectorRequirement
  key!: label-key
  operator!: In|NotIn|Exists|DoesNotExist|Gt|Lt
  values: [label-value]

PodAffinity
  requiredDuringSchedulingIgnoredDuringExecution: [PodAffinityTerm]
  preferredDuringSchedulingIgnoredDuringExecution: [WeightedPodAffinityTerm]

WeightedPodAffinityTerm
  weight!: int32(1..100)
  podAffinityTerm!: PodAffinityTerm

PodAffinityTerm
  labelSelector namespaceSelector: LabelSelector
  namespaces: [label]
  topologyKey!: label-key
  matchLabelKeys mismatchLabelKeys: [label-key] gated 1.31

Toleration
  key: label-key
  operator: Exists|Equal|Lt@gate|Gt@gate
  value: string
  effect: NoSchedule|PreferNoSchedule|NoExecute
  tolerationSeconds: int64

TopologySpreadConstraint
  maxSkew!: int32(1..)
  topologyKey!: string
  whenUnsatisfiable!: DoNotSchedule|ScheduleAnyway
  labelSelector: LabelSelector
  minDomains: int32(1..)
  nodeAffinityPolicy* nodeTaintsPolicy*: Honor|Ignore
  matchLabelKeys: [label-key]
`;
