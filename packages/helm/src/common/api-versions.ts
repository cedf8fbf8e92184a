/** The API versions that Helm 4.2.4 knows without a cluster (client-go v0.36 and apiextensions), in its order. */
export const apiVersions4: readonly string[] = [
  'v1',
  'admissionregistration.k8s.io/v1',
  'admissionregistration.k8s.io/v1alpha1',
  'admissionregistration.k8s.io/v1beta1',
  'internal.apiserver.k8s.io/v1alpha1',
  'apps/v1',
  'apps/v1beta1',
  'apps/v1beta2',
  'authentication.k8s.io/v1',
  'authentication.k8s.io/v1alpha1',
  'authentication.k8s.io/v1beta1',
  'authorization.k8s.io/v1',
  'authorization.k8s.io/v1beta1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'batch/v1beta1',
  'certificates.k8s.io/v1',
  'certificates.k8s.io/v1beta1',
  'certificates.k8s.io/v1alpha1',
  'coordination.k8s.io/v1alpha2',
  'coordination.k8s.io/v1beta1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'discovery.k8s.io/v1beta1',
  'events.k8s.io/v1',
  'events.k8s.io/v1beta1',
  'extensions/v1beta1',
  'flowcontrol.apiserver.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1beta1',
  'flowcontrol.apiserver.k8s.io/v1beta2',
  'flowcontrol.apiserver.k8s.io/v1beta3',
  'networking.k8s.io/v1',
  'networking.k8s.io/v1beta1',
  'node.k8s.io/v1',
  'node.k8s.io/v1alpha1',
  'node.k8s.io/v1beta1',
  'policy/v1',
  'policy/v1beta1',
  'rbac.authorization.k8s.io/v1',
  'rbac.authorization.k8s.io/v1beta1',
  'rbac.authorization.k8s.io/v1alpha1',
  'resource.k8s.io/v1',
  'resource.k8s.io/v1beta2',
  'resource.k8s.io/v1beta1',
  'resource.k8s.io/v1alpha3',
  'scheduling.k8s.io/v1alpha2',
  'scheduling.k8s.io/v1beta1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1beta1',
  'storage.k8s.io/v1',
  'storage.k8s.io/v1alpha1',
  'storagemigration.k8s.io/v1beta1',
  'apiextensions.k8s.io/v1beta1',
  'apiextensions.k8s.io/v1',
];

/** The API versions of Helm 4.3.1 (client-go v0.37 and apiextensions). */
export const apiVersions43: readonly string[] = apiVersions4.flatMap(version => {
  if (version === 'networking.k8s.io/v1') return ['lifecycle.k8s.io/v1alpha1', version];
  if (version === 'storagemigration.k8s.io/v1beta1') return ['storagemigration.k8s.io/v1', version];
  return version === 'scheduling.k8s.io/v1alpha2' ? ['scheduling.k8s.io/v1alpha3'] : [version];
});

/** The API versions of Helm 3.20.0 (client-go v0.35 and apiextensions). */
export const apiVersions3: readonly string[] = apiVersions4.flatMap(version => {
  if (version === 'autoscaling/v2') return [version, 'autoscaling/v2beta1', 'autoscaling/v2beta2'];
  return version === 'scheduling.k8s.io/v1alpha2' ? ['scheduling.k8s.io/v1alpha1'] : [version];
});
