/** apps, batch and autoscaling. Fields follow k8s.io/api 0.29 to 0.35. */
export const workloadTypes = `
Deployment object
  spec!: DeploymentSpec
  status: object

DeploymentSpec
  replicas: int32(0..)
  selector!: LabelSelector
  template!: PodTemplateSpec
  strategy: DeploymentStrategy
  minReadySeconds revisionHistoryLimit progressDeadlineSeconds: int32(0..)
  paused: bool

DeploymentStrategy
  type: Recreate|RollingUpdate
  rollingUpdate: RollingUpdate

RollingUpdate
  maxUnavailable maxSurge: count-or-percent

ReplicaSet object
  spec!: ReplicaSetSpec
  status: object

ReplicaSetSpec
  replicas minReadySeconds: int32(0..)
  selector!: LabelSelector
  template!: PodTemplateSpec

DaemonSet object
  spec!: DaemonSetSpec
  status: object

DaemonSetSpec
  selector!: LabelSelector
  template!: PodTemplateSpec
  updateStrategy: DaemonSetUpdateStrategy
  minReadySeconds revisionHistoryLimit: int32(0..)

DaemonSetUpdateStrategy
  type: RollingUpdate|OnDelete
  rollingUpdate: RollingUpdate

StatefulSet object
  spec!: StatefulSetSpec
  status: object

StatefulSetSpec
  replicas minReadySeconds: int32(0..)
  revisionHistoryLimit~: int32(0..)
  selector!: LabelSelector
  template!: PodTemplateSpec
  volumeClaimTemplates: [ClaimTemplate]
  serviceName: stateful-service
  podManagementPolicy: OrderedReady|Parallel
  updateStrategy: StatefulSetUpdateStrategy
  persistentVolumeClaimRetentionPolicy: StatefulSetClaimRetention
  ordinals: StatefulSetOrdinals

ClaimTemplate
  apiVersion kind: string
  metadata: ClaimMeta
  spec!: PersistentVolumeClaimSpec
  status: object

ClaimMeta
  name: label
  generateName namespace selfLink uid resourceVersion: string
  generation deletionGracePeriodSeconds: int64
  creationTimestamp deletionTimestamp: time
  labels~: {label-key: label-value}
  annotations~: {annotation-key: string}
  ownerReferences~: [OwnerReference]
  finalizers~: [label-key]
  managedFields~: [ManagedFieldsEntry]

StatefulSetUpdateStrategy
  type: RollingUpdate|OnDelete
  rollingUpdate: RollingUpdateStatefulSet

RollingUpdateStatefulSet
  partition: int32(0..)
  maxUnavailable: count-or-percent gated 1.35

StatefulSetClaimRetention
  whenDeleted whenScaled: Retain|Delete

StatefulSetOrdinals
  start: int32(0..)

ControllerRevision object
  data!: object
  revision: int64(0..)

Job object
  spec!: JobSpec
  status: object

JobSpec
  parallelism completions backoffLimit backoffLimitPerIndex maxFailedIndexes ttlSecondsAfterFinished: int32(0..)
  activeDeadlineSeconds: int64(0..)
  podFailurePolicy: PodFailurePolicy
  successPolicy: SuccessPolicy since 1.30 gated 1.31
  selector: LabelSelector
  manualSelector suspend: bool
  template!: PodTemplateSpec
  completionMode*: NonIndexed|Indexed
  podReplacementPolicy*: TerminatingOrFailed|Failed
  managedBy: domain-path since 1.30 gated 1.32

PodFailurePolicy
  rules: [PodFailurePolicyRule]

PodFailurePolicyRule
  action!: FailJob|FailIndex|Ignore|Count
  onExitCodes: PodFailurePolicyOnExitCodes
  onPodConditions: [PodFailurePolicyOnPodCondition]

PodFailurePolicyOnExitCodes
  containerName: string
  operator!: In|NotIn
  values!: [int32]

PodFailurePolicyOnPodCondition
  type!: label-key
  status: True|False|Unknown

SuccessPolicy
  rules!: [SuccessPolicyRule]

SuccessPolicyRule
  succeededIndexes: string
  succeededCount: int32(0..)

CronJob object
  spec!: CronJobSpec
  status: object

CronJobSpec
  schedule!: cron
  timeZone*: time-zone
  startingDeadlineSeconds: int64(0..)
  concurrencyPolicy: Allow|Forbid|Replace
  suspend: bool
  jobTemplate!: JobTemplateSpec
  successfulJobsHistoryLimit failedJobsHistoryLimit: int32(0..)

JobTemplateSpec
  metadata~: TemplateMeta
  spec!: JobSpec

HorizontalPodAutoscalerV1 object
  spec!: HorizontalPodAutoscalerV1Spec
  status: object

HorizontalPodAutoscalerV1Spec
  scaleTargetRef!: CrossVersionObjectReference
  minReplicas: int32(0..)
  maxReplicas!: int32(1..)
  targetCPUUtilizationPercentage: int32(1..)

HorizontalPodAutoscaler object
  spec!: HorizontalPodAutoscalerSpec
  status: object

HorizontalPodAutoscalerSpec
  scaleTargetRef!: CrossVersionObjectReference
  minReplicas: int32(0..)
  maxReplicas!: int32(1..)
  metrics: [MetricSpec]
  behavior: HorizontalPodAutoscalerBehavior

MetricSpec
  type!: Object|Pods|Resource|ContainerResource|External
  object: ObjectMetricSource
  pods external: MetricSource
  resource: ResourceMetricSource
  containerResource: ContainerResourceMetricSource

ObjectMetricSource
  describedObject!: CrossVersionObjectReference
  target!: MetricTarget
  metric!: MetricIdentifier

MetricSource
  metric!: MetricIdentifier
  target!: MetricTarget

ResourceMetricSource
  name!: string
  target!: MetricTarget

ContainerResourceMetricSource
  name!: resource-name
  container!: label
  target!: MetricTarget

MetricIdentifier
  name!: path-segment
  selector~: LabelSelector

MetricTarget
  type!: Utilization|Value|AverageValue
  value averageValue: quantity
  averageUtilization: int32(1..)

HorizontalPodAutoscalerBehavior
  scaleUp scaleDown: HPAScalingRules

HPAScalingRules
  stabilizationWindowSeconds: int32(0..3600)
  selectPolicy*: Max|Min|Disabled
  policies: [HPAScalingPolicy]
  tolerance: quantity since 1.33 gated 1.35

HPAScalingPolicy
  type!: Pods|Percent
  value!: int32(1..)
  periodSeconds!: int32(1..1800)

Scale object
  spec: ScaleSpec
  status: object

ScaleSpec
  replicas: int32(0..)
`;
