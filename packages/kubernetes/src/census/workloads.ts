/** What was asked of workloads and autoscalers: `types/workloads.ts`. */
import type { Census } from '@mcpgw/structure';
import { all, alone, choice, cluster, filled, inside, label, noAccess, object, ofCluster, refused, row, says, works } from './answers.js';

const replicas = row(says, noAccess, ['disruption-budget-blocks', 'claim-use'], ['autoscaler-out-of-reach', 'volume-use']);
const selects = row(works, noAccess, ['selector-matches-template'], ['selector-shared', 'selector-matches-template']);
const ready = row(works, noAccess, ['rollout-limits'], ['rollout-limits', 'progress-deadline']);
const history = row(works, noAccess, ['rollout-limits'], alone);
const update = row(works, noAccess, ['rollout-limits', 'rolling-update'], ['rolling-update', 'rollout-limits']);
const strategy = row(works, noAccess, ['claim-use'], ['rolling-update', 'claim-use']);
const deadline = row(works, noAccess, ['job-times'], ['job-times']);
const amount = row(works, noAccess, ['autoscaler-out-of-reach', 'metric-target'], ['autoscaler-out-of-reach', 'metric-target']);
const source = row(works, noAccess, ['metric-source'], ['metric-source']);
const failure = row(works, noAccess, ['pod-failure-policy'], ['pod-failure-policy']);

export const workloadCensus: Census = {
  ...Object.fromEntries(
    'Deployment ReplicaSet DaemonSet StatefulSet Job CronJob HorizontalPodAutoscaler HorizontalPodAutoscalerV1'
      .split(' ')
      .map(name => [name, object]),
  ),
  DeploymentSpec: {
    replicas,
    selector: selects,
    template: inside,
    strategy: inside,
    minReadySeconds: ready,
    revisionHistoryLimit: history,
    progressDeadlineSeconds: row(works, noAccess, ['rollout-limits'], ['progress-deadline', 'rollout-limits']),
    paused: row(works, noAccess, ['workload-idle'], alone),
  },
  DeploymentStrategy: { type: strategy, rollingUpdate: inside },
  RollingUpdate: all('maxUnavailable maxSurge', update),
  ReplicaSetSpec: { replicas, minReadySeconds: choice, selector: selects, template: inside },
  DaemonSetSpec: { selector: selects, template: inside, updateStrategy: inside, minReadySeconds: choice, revisionHistoryLimit: history },
  DaemonSetUpdateStrategy: { type: row(says, noAccess, refused, ['rolling-update']), rollingUpdate: inside },
  StatefulSetSpec: {
    replicas,
    minReadySeconds: choice,
    revisionHistoryLimit: history,
    selector: selects,
    template: inside,
    volumeClaimTemplates: row(['volume-use'], noAccess, ['volume-use', 'claim-never-bound'], ['volume-use']),
    serviceName: row(works, noAccess, ['stateful-service', 'reference-not-found'], ['stateful-service']),
    podManagementPolicy: choice,
    updateStrategy: inside,
    persistentVolumeClaimRetentionPolicy: inside,
    ordinals: inside,
  },
  ClaimTemplate: {
    ...all('apiVersion kind', choice),
    metadata: inside,
    spec: inside,
    status: filled,
  },
  StatefulSetUpdateStrategy: { type: row(says, noAccess, refused, ['rolling-update']), rollingUpdate: inside },
  RollingUpdateStatefulSet: { partition: row(['workload-idle'], noAccess, ['workload-idle'], ['workload-idle']), maxUnavailable: update },
  StatefulSetClaimRetention: all('whenDeleted whenScaled', row(works, says, works, alone)),
  StatefulSetOrdinals: { start: choice },
  JobSpec: {
    parallelism: row(['job-times'], noAccess, ['workload-idle'], ['job-times']),
    completions: row(works, noAccess, ['workload-idle', 'job-completion'], ['job-times', 'job-completion']),
    ...all('backoffLimit backoffLimitPerIndex maxFailedIndexes', row(works, noAccess, ['job-completion'], ['job-completion'])),
    ttlSecondsAfterFinished: row(works, noAccess, ['job-times'], alone),
    activeDeadlineSeconds: deadline,
    podFailurePolicy: inside,
    successPolicy: inside,
    selector: row(works, noAccess, ['job-selector'], ['job-selector']),
    manualSelector: row(works, noAccess, ['job-selector'], ['job-selector']),
    suspend: row(works, noAccess, ['workload-idle'], alone),
    template: inside,
    completionMode: row(works, noAccess, ['job-completion'], ['job-completion']),
    podReplacementPolicy: row(works, noAccess, ['pod-failure-policy'], ['pod-failure-policy']),
    managedBy: ofCluster,
  },
  PodFailurePolicy: { rules: inside },
  PodFailurePolicyRule: all('action onExitCodes onPodConditions', failure),
  PodFailurePolicyOnExitCodes: all('containerName operator values', failure),
  PodFailurePolicyOnPodCondition: all('type status', failure),
  SuccessPolicy: { rules: inside },
  SuccessPolicyRule: all('succeededIndexes succeededCount', row(works, noAccess, ['success-policy'], ['success-policy'])),
  CronJobSpec: {
    schedule: row(['schedule-step'], noAccess, ['schedule-days', 'schedule-step'], ['schedule-days', 'job-times']),
    timeZone: row(works, noAccess, refused, alone),
    startingDeadlineSeconds: row(works, noAccess, ['schedule-days'], ['schedule-days']),
    concurrencyPolicy: row(works, noAccess, ['job-times'], ['job-times']),
    suspend: row(works, noAccess, ['workload-idle'], alone),
    jobTemplate: inside,
    successfulJobsHistoryLimit: choice,
    failedJobsHistoryLimit: row(works, noAccess, ['job-times'], alone),
  },
  JobTemplateSpec: { metadata: inside, spec: inside },
  HorizontalPodAutoscalerV1Spec: {
    scaleTargetRef: inside,
    ...all('minReplicas maxReplicas', row(['autoscaler-cannot-scale'], noAccess, ['autoscaler-bounds'], ['autoscaler-bounds'])),
    targetCPUUtilizationPercentage: row(works, noAccess, ['autoscaler-cannot-scale'], ['autoscaler-cannot-scale']),
  },
  HorizontalPodAutoscalerSpec: {
    scaleTargetRef: inside,
    ...all('minReplicas maxReplicas', row(['autoscaler-cannot-scale'], noAccess, ['autoscaler-bounds'], ['autoscaler-bounds'])),
    metrics: row(works, noAccess, ['autoscaler-cannot-scale', 'autoscaler-out-of-reach'], ['autoscaler-cannot-scale']),
    behavior: inside,
  },
  MetricSpec: all('type object pods external resource containerResource', source),
  ObjectMetricSource: { describedObject: inside, target: inside, metric: inside },
  MetricSource: { metric: inside, target: inside },
  ResourceMetricSource: { name: row(works, noAccess, ['autoscaler-cannot-scale'], ['autoscaler-cannot-scale']), target: inside },
  ContainerResourceMetricSource: {
    ...all('name container', row(works, noAccess, ['autoscaler-cannot-scale'], ['autoscaler-cannot-scale'])),
    target: inside,
  },
  MetricIdentifier: all('name selector', row(works, noAccess, cluster, alone)),
  MetricTarget: all('type value averageValue averageUtilization', amount),
  HorizontalPodAutoscalerBehavior: all('scaleUp scaleDown', inside),
  HPAScalingRules: {
    ...all('stabilizationWindowSeconds tolerance', choice),
    selectPolicy: row(works, noAccess, ['autoscaler-out-of-reach'], alone),
    policies: row(works, noAccess, ['autoscaler-bounds'], alone),
  },
  HPAScalingPolicy: all('type value periodSeconds', choice),
  CrossVersionObjectReference: all(
    'kind name apiVersion',
    row(works, noAccess, ['reference-not-found', 'scale-target'], ['autoscaler-cannot-scale']),
  ),
  LabelSelector: all(
    'matchExpressions matchLabels',
    row('The field that holds the selector answers this.', noAccess, refused, ['selector-requirement']),
  ),
  LabelSelectorRequirement: all('key operator values', row(works, noAccess, ['selector-requirement'], ['selector-requirement'])),
  LocalObjectReference: { name: row(works, noAccess, ['reference-not-found', 'reference-misspelled'], ['reference-content']) },
  NamedReference: { name: row(works, noAccess, ['reference-not-found', 'reference-misspelled'], alone) },
  ObjectReference: all('kind namespace name uid apiVersion resourceVersion fieldPath', label),
};
