/** The built-in kinds of Kubernetes 1.29 to 1.35, by group and version. */
export interface ServedKind {
  readonly kind: string;
  /** The name of its type in the tables. */
  readonly type: string;
  readonly namespaced: boolean;
  readonly since: number;
}

/** The oldest supported minor version of Kubernetes 1. */
export const oldestMinor = 29;
/** The newest supported minor version of Kubernetes 1. */
export const newestMinor = 35;

/** `Kind` or `Kind=Type`, with `^` for a kind without namespaces, and `@1.33` for a kind that a later version added. */
const served: Readonly<Record<string, string>> = {
  v1: `Pod PodTemplate ReplicationController Service ServiceAccount ConfigMap Secret Namespace^ Node^ Endpoints Binding Event LimitRange
    ResourceQuota PersistentVolume^ PersistentVolumeClaim ComponentStatus^`,
  'apps/v1': 'Deployment ReplicaSet DaemonSet StatefulSet ControllerRevision',
  'batch/v1': 'Job CronJob',
  'autoscaling/v1': 'HorizontalPodAutoscaler=HorizontalPodAutoscalerV1 Scale',
  'autoscaling/v2': 'HorizontalPodAutoscaler',
  'networking.k8s.io/v1': 'NetworkPolicy Ingress IngressClass^ IPAddress^@1.33 ServiceCIDR^@1.33',
  'policy/v1': 'PodDisruptionBudget Eviction',
  'discovery.k8s.io/v1': 'EndpointSlice',
  'events.k8s.io/v1': 'Event=NewEvent',
  'rbac.authorization.k8s.io/v1': 'Role RoleBinding ClusterRole^ ClusterRoleBinding^',
  'admissionregistration.k8s.io/v1': `ValidatingWebhookConfiguration^ MutatingWebhookConfiguration^ ValidatingAdmissionPolicy^@1.30
    ValidatingAdmissionPolicyBinding^@1.30`,
  'apiextensions.k8s.io/v1': 'CustomResourceDefinition^',
  'apiregistration.k8s.io/v1': 'APIService^',
  'certificates.k8s.io/v1': 'CertificateSigningRequest^',
  'flowcontrol.apiserver.k8s.io/v1': 'FlowSchema^ PriorityLevelConfiguration^',
  'storage.k8s.io/v1': 'StorageClass^ VolumeAttachment^ CSIDriver^ CSINode^ CSIStorageCapacity VolumeAttributesClass^@1.34',
  'scheduling.k8s.io/v1': 'PriorityClass^',
  'node.k8s.io/v1': 'RuntimeClass^',
  'coordination.k8s.io/v1': 'Lease',
  'resource.k8s.io/v1': 'DeviceClass^@1.34 ResourceClaim@1.34 ResourceClaimTemplate@1.34 ResourceSlice^@1.34',
};

/** Versions of the server's own API groups that only some releases have, with kinds that have no table here. */
const withoutTable: Readonly<Record<string, string>> = {
  'admissionregistration.k8s.io/v1alpha1':
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/v1beta1':
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
  'authentication.k8s.io/v1': 'TokenReview TokenRequest SelfSubjectReview',
  'authorization.k8s.io/v1': 'SubjectAccessReview SelfSubjectAccessReview LocalSubjectAccessReview SelfSubjectRulesReview',
  'certificates.k8s.io/v1alpha1': 'ClusterTrustBundle PodCertificateRequest',
  'certificates.k8s.io/v1beta1': 'ClusterTrustBundle PodCertificateRequest',
  'coordination.k8s.io/v1alpha2': 'LeaseCandidate',
  'coordination.k8s.io/v1beta1': 'LeaseCandidate',
  'internal.apiserver.k8s.io/v1alpha1': 'StorageVersion',
  'networking.k8s.io/v1alpha1': 'IPAddress ServiceCIDR',
  'networking.k8s.io/v1beta1': 'IPAddress ServiceCIDR',
  'resource.k8s.io/v1alpha2': 'ResourceClaim ResourceClaimTemplate ResourceClass PodSchedulingContext',
  'resource.k8s.io/v1alpha3': 'ResourceClaim ResourceClaimTemplate DeviceClass ResourceSlice DeviceTaintRule PodSchedulingContext',
  'resource.k8s.io/v1beta1': 'ResourceClaim ResourceClaimTemplate DeviceClass ResourceSlice',
  'resource.k8s.io/v1beta2': 'ResourceClaim ResourceClaimTemplate DeviceClass ResourceSlice',
  'scheduling.k8s.io/v1alpha1': 'Workload',
  'storage.k8s.io/v1alpha1': 'VolumeAttributesClass',
  'storage.k8s.io/v1beta1': 'VolumeAttributesClass',
  'storagemigration.k8s.io/v1alpha1': 'StorageVersionMigration',
  'storagemigration.k8s.io/v1beta1': 'StorageVersionMigration',
};

const kinds = new Map<string, Map<string, ServedKind>>();
for (const [apiVersion, text] of Object.entries(served))
  kinds.set(
    apiVersion,
    new Map(
      text
        .split(/\s+/)
        .map(word => readKind(word))
        .map(kind => [kind.kind, kind]),
    ),
  );

function readKind(word: string): ServedKind {
  const match = /^(\w+)(?:=(\w+))?(\^)?(?:@1\.(\d+))?$/.exec(word)!;
  return { kind: match[1]!, type: match[2] ?? match[1]!, namespaced: match[3] === undefined, since: Number(match[4] ?? 0) };
}

/** The kind with a name that the server serves in a group and version; undefined if there is none. */
export function kindOf(apiVersion: string, kind: string): ServedKind | undefined {
  return kinds.get(apiVersion)?.get(kind);
}

/** Whether some version of the server has the kind although no table describes it. */
export function isUndescribedKind(apiVersion: string, kind: string): boolean {
  return withoutTable[apiVersion]?.split(' ').includes(kind) ?? false;
}

/** Every kind that has a table, by group and version. */
export function servedKinds(): ReadonlyMap<string, readonly ServedKind[]> {
  return new Map([...kinds].map(([apiVersion, names]) => [apiVersion, [...names.values()]]));
}

/** The names of kinds in a group and version, for suggestions. */
export function kindNames(apiVersion: string): string[] {
  return [...(kinds.get(apiVersion)?.keys() ?? [])];
}

/** The groups and versions that serve a kind with this name. */
export function apiVersionsOf(kind: string): string[] {
  return [...kinds].filter(([, names]) => names.has(kind)).map(([apiVersion]) => apiVersion);
}

/** Whether a group belongs to the server itself, so that no kinds can be installed in it. */
export function isServerGroup(group: string): boolean {
  return serverGroups.has(group);
}

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '');
const serverGroups = new Set([...kinds.keys(), ...Object.keys(withoutTable)].map(groupOf).concat('extensions'));
