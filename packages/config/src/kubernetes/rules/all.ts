import { annotationsSize } from './annotations-size.js';
import { apiService } from './api-service.js';
import { autoscalerBounds } from './autoscaler-bounds.js';
import { claimStorage } from './claim-storage.js';
import { clientConfig } from './client-config.js';
import { configDataSize } from './config-data-size.js';
import { containerNames } from './container-names.js';
import { containerPorts } from './container-ports.js';
import { containerRestartPolicy } from './container-restart-policy.js';
import { customResourceName } from './custom-resource-name.js';
import { customResourceVersions } from './custom-resource-versions.js';
import { disruptionBudget } from './disruption-budget.js';
import { downwardFile } from './downward-file.js';
import { endpointAddresses } from './endpoint-addresses.js';
import { endpointPorts } from './endpoint-ports.js';
import { envFromSource } from './env-from-source.js';
import { envSource } from './env-source.js';
import { fieldRef } from './field-ref.js';
import { finalizerNames } from './finalizer-names.js';
import { hostPorts } from './host-ports.js';
import { ingressBackend } from './ingress-backend.js';
import { ingressClassParameters } from './ingress-class-parameters.js';
import { ingressPath } from './ingress-path.js';
import { ingressRules } from './ingress-rules.js';
import { initContainerFields } from './init-container-fields.js';
import { ipBlock } from './ip-block.js';
import { jobCompletion } from './job-completion.js';
import { jobSelector } from './job-selector.js';
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
import { nodeFieldSelector } from './node-field-selector.js';
import { objectName } from './object-name.js';
import { ownerReferences } from './owner-references.js';
import { persistentVolume } from './persistent-volume.js';
import { podDns } from './pod-dns.js';
import { podFailurePolicy } from './pod-failure-policy.js';
import { podNamespaces } from './pod-namespaces.js';
import { podOs } from './pod-os.js';
import { priorityClass } from './priority-class.js';
import { priorityLevel } from './priority-level.js';
import { probeHandler } from './probe-handler.js';
import { probeThreshold } from './probe-threshold.js';
import { procMount } from './proc-mount.js';
import { profileType } from './profile-type.js';
import { progressDeadline } from './progress-deadline.js';
import { projectedSource } from './projected-source.js';
import { replicationSelector } from './replication-selector.js';
import { resizePolicy } from './resize-policy.js';
import { resourceAmounts } from './resource-amounts.js';
import { resourceClaims } from './resource-claims.js';
import { resourceFieldRef } from './resource-field-ref.js';
import { resourceQuota } from './resource-quota.js';
import { restartPolicy } from './restart-policy.js';
import { roleBinding } from './role-binding.js';
import { roleRules } from './role-rules.js';
import { rollingUpdate } from './rolling-update.js';
import type { ObjectRule } from './rule.js';
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
import { serviceTypeFields } from './service-type-fields.js';
import { sessionAffinity } from './session-affinity.js';
import { specialAddress } from './special-address.js';
import { successPolicy } from './success-policy.js';
import { templateLimits } from './template-limits.js';
import { tolerations } from './tolerations.js';
import { topologySpread } from './topology-spread.js';
import { trustBundle } from './trust-bundle.js';
import { volumeMounts } from './volume-mounts.js';
import { volumeNames } from './volume-names.js';
import { volumeSource } from './volume-source.js';
import { volumeWithoutSource } from './volume-without-source.js';
import { webhook } from './webhook.js';

/** Every rule about Kubernetes objects, by id. Adding one is a file, a row here, and a test. */
export const objectRules: readonly ObjectRule[] = [
  annotationsSize,
  apiService,
  autoscalerBounds,
  claimStorage,
  clientConfig,
  configDataSize,
  containerNames,
  containerPorts,
  containerRestartPolicy,
  customResourceName,
  customResourceVersions,
  disruptionBudget,
  downwardFile,
  endpointAddresses,
  endpointPorts,
  envFromSource,
  envSource,
  fieldRef,
  finalizerNames,
  hostPorts,
  ingressBackend,
  ingressClassParameters,
  ingressPath,
  ingressRules,
  initContainerFields,
  ipBlock,
  jobCompletion,
  jobSelector,
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
  nodeFieldSelector,
  objectName,
  ownerReferences,
  persistentVolume,
  podDns,
  podFailurePolicy,
  podNamespaces,
  podOs,
  priorityClass,
  priorityLevel,
  probeHandler,
  probeThreshold,
  procMount,
  profileType,
  progressDeadline,
  projectedSource,
  replicationSelector,
  resizePolicy,
  resourceAmounts,
  resourceClaims,
  resourceFieldRef,
  resourceQuota,
  restartPolicy,
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
  serviceTypeFields,
  sessionAffinity,
  specialAddress,
  successPolicy,
  templateLimits,
  tolerations,
  topologySpread,
  trustBundle,
  volumeMounts,
  volumeNames,
  volumeSource,
  volumeWithoutSource,
  webhook,
];
