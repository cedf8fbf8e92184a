/** Removed versions of the server's API groups, with the minor version that removed each of them, and the replacement. */
interface Removal {
  readonly kinds: string;
  readonly gone: number;
  readonly instead?: string;
}

const removals: Readonly<Record<string, readonly Removal[]>> = {
  'extensions/v1beta1': [
    { kinds: 'Deployment DaemonSet ReplicaSet', gone: 16, instead: 'apps/v1' },
    { kinds: 'NetworkPolicy', gone: 16, instead: 'networking.k8s.io/v1' },
    { kinds: 'Ingress', gone: 22, instead: 'networking.k8s.io/v1' },
    { kinds: 'PodSecurityPolicy', gone: 16 },
    { kinds: 'ThirdPartyResource', gone: 8, instead: 'apiextensions.k8s.io/v1 CustomResourceDefinition' },
  ],
  'apps/v1beta1': [{ kinds: 'Deployment StatefulSet ControllerRevision', gone: 16, instead: 'apps/v1' }],
  'apps/v1beta2': [{ kinds: 'Deployment DaemonSet ReplicaSet StatefulSet ControllerRevision', gone: 16, instead: 'apps/v1' }],
  'batch/v1beta1': [{ kinds: 'CronJob', gone: 25, instead: 'batch/v1' }],
  'batch/v2alpha1': [{ kinds: 'CronJob', gone: 21, instead: 'batch/v1' }],
  'policy/v1beta1': [
    { kinds: 'PodDisruptionBudget', gone: 25, instead: 'policy/v1' },
    { kinds: 'PodSecurityPolicy', gone: 25 },
    { kinds: 'Eviction', gone: 25, instead: 'policy/v1' },
  ],
  'networking.k8s.io/v1beta1': [{ kinds: 'Ingress IngressClass', gone: 22, instead: 'networking.k8s.io/v1' }],
  'autoscaling/v2beta1': [{ kinds: 'HorizontalPodAutoscaler', gone: 25, instead: 'autoscaling/v2' }],
  'autoscaling/v2beta2': [{ kinds: 'HorizontalPodAutoscaler', gone: 26, instead: 'autoscaling/v2' }],
  'rbac.authorization.k8s.io/v1beta1': [
    { kinds: 'Role RoleBinding ClusterRole ClusterRoleBinding', gone: 22, instead: 'rbac.authorization.k8s.io/v1' },
  ],
  'rbac.authorization.k8s.io/v1alpha1': [
    { kinds: 'Role RoleBinding ClusterRole ClusterRoleBinding', gone: 22, instead: 'rbac.authorization.k8s.io/v1' },
  ],
  'admissionregistration.k8s.io/v1beta1': [
    { kinds: 'ValidatingWebhookConfiguration MutatingWebhookConfiguration', gone: 22, instead: 'admissionregistration.k8s.io/v1' },
  ],
  'apiextensions.k8s.io/v1beta1': [{ kinds: 'CustomResourceDefinition', gone: 22, instead: 'apiextensions.k8s.io/v1' }],
  'apiregistration.k8s.io/v1beta1': [{ kinds: 'APIService', gone: 22, instead: 'apiregistration.k8s.io/v1' }],
  'certificates.k8s.io/v1beta1': [{ kinds: 'CertificateSigningRequest', gone: 22, instead: 'certificates.k8s.io/v1' }],
  'coordination.k8s.io/v1beta1': [{ kinds: 'Lease', gone: 22, instead: 'coordination.k8s.io/v1' }],
  'coordination.k8s.io/v1alpha1': [{ kinds: 'LeaseCandidate', gone: 32, instead: 'coordination.k8s.io/v1beta1' }],
  'discovery.k8s.io/v1beta1': [{ kinds: 'EndpointSlice', gone: 25, instead: 'discovery.k8s.io/v1' }],
  'events.k8s.io/v1beta1': [{ kinds: 'Event', gone: 25, instead: 'events.k8s.io/v1' }],
  'node.k8s.io/v1beta1': [{ kinds: 'RuntimeClass', gone: 25, instead: 'node.k8s.io/v1' }],
  'node.k8s.io/v1alpha1': [{ kinds: 'RuntimeClass', gone: 22, instead: 'node.k8s.io/v1' }],
  'scheduling.k8s.io/v1beta1': [{ kinds: 'PriorityClass', gone: 22, instead: 'scheduling.k8s.io/v1' }],
  'scheduling.k8s.io/v1alpha1': [{ kinds: 'PriorityClass', gone: 22, instead: 'scheduling.k8s.io/v1' }],
  'storage.k8s.io/v1beta1': [
    { kinds: 'StorageClass VolumeAttachment CSIDriver CSINode', gone: 22, instead: 'storage.k8s.io/v1' },
    { kinds: 'CSIStorageCapacity', gone: 27, instead: 'storage.k8s.io/v1' },
  ],
  'flowcontrol.apiserver.k8s.io/v1beta1': [
    { kinds: 'FlowSchema PriorityLevelConfiguration', gone: 26, instead: 'flowcontrol.apiserver.k8s.io/v1' },
  ],
  'flowcontrol.apiserver.k8s.io/v1beta2': [
    { kinds: 'FlowSchema PriorityLevelConfiguration', gone: 29, instead: 'flowcontrol.apiserver.k8s.io/v1' },
  ],
  'flowcontrol.apiserver.k8s.io/v1beta3': [
    { kinds: 'FlowSchema PriorityLevelConfiguration', gone: 32, instead: 'flowcontrol.apiserver.k8s.io/v1' },
  ],
};

/** The removal of a kind from a group and version, and its successor; undefined if it was not removed. */
export function removalOf(apiVersion: string, kind: string): Removal | undefined {
  return removals[apiVersion]?.find(({ kinds }) => kinds.split(' ').includes(kind));
}
