import type { ObjectRule } from '../objects/rule.js';
import { admissionPolicy } from './admission-policy.js';
import { annotationsSize } from './annotations-size.js';
import { apiService } from './api-service.js';
import { attachmentSource } from './attachment-source.js';
import { autoscalerBounds } from './autoscaler-bounds.js';
import { celVariables } from './cel-variables.js';
import { certificateRequest } from './certificate-request.js';
import { claimStorage } from './claim-storage.js';
import { clientConfig } from './client-config.js';
import { configDataSize } from './config-data-size.js';
import { containerNames } from './container-names.js';
import { containerPorts } from './container-ports.js';
import { containerRestartPolicy } from './container-restart-policy.js';
import { customResourceName } from './custom-resource-name.js';
import { customResourceVersions } from './custom-resource-versions.js';
import { dataSource } from './data-source.js';
import { dataSourceDropped } from './data-source-dropped.js';
import { deviceRequest } from './device-request.js';
import { disruptionBudget } from './disruption-budget.js';
import { downwardFile } from './downward-file.js';
import { duplicateEntry } from './duplicate-entry.js';
import { endpointAddresses } from './endpoint-addresses.js';
import { endpointPorts } from './endpoint-ports.js';
import { envFromSource } from './env-from-source.js';
import { envReference } from './env-reference.js';
import { envSource } from './env-source.js';
import { ephemeralContainers } from './ephemeral-containers.js';
import { eventNamespace } from './event-namespace.js';
import { fieldRef } from './field-ref.js';
import { fileKeyVolume } from './file-key-volume.js';
import { fileMode } from './file-mode.js';
import { finalizerNames } from './finalizer-names.js';
import { flowRule } from './flow-rule.js';
import { flowSubject } from './flow-subject.js';
import { hostPorts } from './host-ports.js';
import { hostProcess } from './host-process.js';
import { hostnameOverride } from './hostname-override.js';
import { ingressBackend } from './ingress-backend.js';
import { ingressClassParameters } from './ingress-class-parameters.js';
import { ingressPath } from './ingress-path.js';
import { ingressRules } from './ingress-rules.js';
import { initContainerFields } from './init-container-fields.js';
import { inlineVolume } from './inline-volume.js';
import { ipBlock } from './ip-block.js';
import { jobCompletion } from './job-completion.js';
import { jobName } from './job-name.js';
import { jobSelector } from './job-selector.js';
import { limitNames } from './limit-names.js';
import { limitRange } from './limit-range.js';
import { limitTypes } from './limit-types.js';
import { matchLabelKeys } from './match-label-keys.js';
import { metricSource } from './metric-source.js';
import { metricTarget } from './metric-target.js';
import { mountPath } from './mount-path.js';
import { mountPropagation } from './mount-propagation.js';
import { networkPolicyPeer } from './network-policy-peer.js';
import { networkPolicyPorts } from './network-policy-ports.js';
import { networkPolicyTypes } from './network-policy-types.js';
import { newEvent } from './new-event.js';
import { nodeFieldSelector } from './node-field-selector.js';
import { nodeLabels } from './node-labels.js';
import { nodeRanges } from './node-ranges.js';
import { objectName } from './object-name.js';
import { ownerReferences } from './owner-references.js';
import { persistentVolume } from './persistent-volume.js';
import { podAnnotations } from './pod-annotations.js';
import { podDns } from './pod-dns.js';
import { podFailurePolicy } from './pod-failure-policy.js';
import { podNamespaces } from './pod-namespaces.js';
import { podOs } from './pod-os.js';
import { podResources } from './pod-resources.js';
import { podSecurityLabels } from './pod-security-labels.js';
import { policyParameter } from './policy-parameter.js';
import { preStopSleep } from './pre-stop-sleep.js';
import { priorityClass } from './priority-class.js';
import { priorityLevel } from './priority-level.js';
import { probeHandler } from './probe-handler.js';
import { probeThreshold } from './probe-threshold.js';
import { procMount } from './proc-mount.js';
import { profileType } from './profile-type.js';
import { progressDeadline } from './progress-deadline.js';
import { projectedPaths } from './projected-paths.js';
import { projectedSource } from './projected-source.js';
import { quotaScopes } from './quota-scopes.js';
import { replicationSelector } from './replication-selector.js';
import { resizePolicy } from './resize-policy.js';
import { resourceAmounts } from './resource-amounts.js';
import { resourceClaims } from './resource-claims.js';
import { resourceFieldRef } from './resource-field-ref.js';
import { resourceQuota } from './resource-quota.js';
import { resourceSlice } from './resource-slice.js';
import { restartPolicy } from './restart-policy.js';
import { restartRules } from './restart-rules.js';
import { roleBinding } from './role-binding.js';
import { roleRules } from './role-rules.js';
import { rollingUpdate } from './rolling-update.js';
import { scaleTarget } from './scale-target.js';
import { schedulingGates } from './scheduling-gates.js';
import { schemaStructure } from './schema-structure.js';
import { secretKeys } from './secret-keys.js';
import { securityContext } from './security-context.js';
import { selectorMatchesTemplate } from './selector-matches-template.js';
import { selectorRequirement } from './selector-requirement.js';
import { serviceClusterIp } from './service-cluster-ip.js';
import { serviceExternalName } from './service-external-name.js';
import { serviceNodePort } from './service-node-port.js';
import { servicePorts } from './service-ports.js';
import { serviceRanges } from './service-ranges.js';
import { serviceTypeFields } from './service-type-fields.js';
import { sessionAffinity } from './session-affinity.js';
import { sourceRanges } from './source-ranges.js';
import { specialAddress } from './special-address.js';
import { storageVolume } from './storage-volume.js';
import { successPolicy } from './success-policy.js';
import { templateIdentity } from './template-identity.js';
import { templateLimits } from './template-limits.js';
import { tolerations } from './tolerations.js';
import { topologyKey } from './topology-key.js';
import { topologySpread } from './topology-spread.js';
import { topologyTerms } from './topology-terms.js';
import { trustBundle } from './trust-bundle.js';
import { validationActions } from './validation-actions.js';
import { volumeDevices } from './volume-devices.js';
import { volumeMounts } from './volume-mounts.js';
import { volumeNames } from './volume-names.js';
import { volumeSource } from './volume-source.js';
import { volumeWithoutSource } from './volume-without-source.js';
import { webhook } from './webhook.js';
import { webhookResources } from './webhook-resources.js';

/** All rules for Kubernetes objects, by id. To add one, add a file, a row here, and a test. */
export const objectRules: readonly ObjectRule[] = [
  admissionPolicy,
  annotationsSize,
  apiService,
  attachmentSource,
  autoscalerBounds,
  celVariables,
  certificateRequest,
  claimStorage,
  clientConfig,
  configDataSize,
  containerNames,
  containerPorts,
  containerRestartPolicy,
  customResourceName,
  customResourceVersions,
  dataSource,
  dataSourceDropped,
  deviceRequest,
  disruptionBudget,
  downwardFile,
  duplicateEntry,
  endpointAddresses,
  endpointPorts,
  envFromSource,
  envReference,
  envSource,
  ephemeralContainers,
  eventNamespace,
  fieldRef,
  fileKeyVolume,
  fileMode,
  finalizerNames,
  flowRule,
  flowSubject,
  hostnameOverride,
  hostPorts,
  hostProcess,
  ingressBackend,
  ingressClassParameters,
  ingressPath,
  ingressRules,
  initContainerFields,
  inlineVolume,
  ipBlock,
  jobCompletion,
  jobName,
  jobSelector,
  limitNames,
  limitRange,
  limitTypes,
  matchLabelKeys,
  metricSource,
  metricTarget,
  mountPath,
  mountPropagation,
  networkPolicyPeer,
  networkPolicyPorts,
  networkPolicyTypes,
  newEvent,
  nodeFieldSelector,
  nodeLabels,
  nodeRanges,
  objectName,
  ownerReferences,
  persistentVolume,
  podAnnotations,
  podDns,
  podFailurePolicy,
  podNamespaces,
  podOs,
  podResources,
  podSecurityLabels,
  policyParameter,
  preStopSleep,
  priorityClass,
  priorityLevel,
  probeHandler,
  probeThreshold,
  procMount,
  profileType,
  progressDeadline,
  projectedPaths,
  projectedSource,
  quotaScopes,
  replicationSelector,
  resizePolicy,
  resourceAmounts,
  resourceClaims,
  resourceFieldRef,
  resourceQuota,
  resourceSlice,
  restartPolicy,
  restartRules,
  roleBinding,
  roleRules,
  rollingUpdate,
  scaleTarget,
  schedulingGates,
  schemaStructure,
  secretKeys,
  securityContext,
  selectorMatchesTemplate,
  selectorRequirement,
  serviceClusterIp,
  serviceExternalName,
  serviceNodePort,
  servicePorts,
  serviceRanges,
  serviceTypeFields,
  sessionAffinity,
  sourceRanges,
  specialAddress,
  storageVolume,
  successPolicy,
  templateIdentity,
  templateLimits,
  tolerations,
  topologyKey,
  topologySpread,
  topologyTerms,
  trustBundle,
  validationActions,
  volumeDevices,
  volumeMounts,
  volumeNames,
  volumeSource,
  volumeWithoutSource,
  webhook,
  webhookResources,
];
