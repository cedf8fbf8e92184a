/** Kinds in the order in which Helm installs them (kind_sorter.go). Other kinds follow by name. */
const installOrder: readonly string[] = [
  'PriorityClass',
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'SecretList',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleList',
  'ClusterRoleBinding',
  'ClusterRoleBindingList',
  'Role',
  'RoleList',
  'RoleBinding',
  'RoleBindingList',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
];

const ranks = (kinds: readonly string[]): ReadonlyMap<string, number> => new Map(kinds.map((kind, i) => [kind, i]));

/** helm.sh/helm/v3 v3.20.0 pkg/releaseutil: webhook configurations have no rank. */
export const kindRanks3 = ranks(installOrder);

/** helm.sh/helm/v4 v4.2.4 pkg/release/v1/util. */
export const kindRanks4 = ranks([...installOrder, 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);
