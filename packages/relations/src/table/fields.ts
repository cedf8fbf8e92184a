/**
 * Every field of a known kind that names or selects another object. `test/fields.test.ts` fails for a field whose name looks like a
 * reference and that is neither here nor excused there with a reason.
 *
 * A line is `type.field: Kind words`, with the name of the structure as in the tables of the formats; without a field, the line is about
 * every place where the structure stands. The value is a name, or a mapping with `name` and possibly `kind`, `group` (`apiGroup`,
 * `apiVersion`), `namespace`, `port` and `key`. The kind in the line is the default; `*` if the mapping has to name it. Words:
 * `key` the mapping names a key; `key=NAME` the key that is read, or its default; `items` the keys are in `items` beside the name;
 * `optional` the mapping may say `optional: true`; `port` the mapping names a port of the Service; `quiet` the object usually belongs
 * to the cluster, and its absence is not worth a word; `granted` another namespace has to permit it with a ReferenceGrant.
 */
export const referenceFields = `
EnvVarSource.configMapKeyRef: ConfigMap key optional
EnvVarSource.secretKeyRef: Secret key optional
EnvFromSource.configMapRef: ConfigMap optional
EnvFromSource.secretRef: Secret optional
SecretVolumeSource.secretName: Secret items optional
VolumeSource.configMap: ConfigMap items optional
VolumeProjection.secret: Secret items optional
VolumeProjection.configMap: ConfigMap items optional
PersistentVolumeClaimVolumeSource.claimName: PersistentVolumeClaim
AzureFileVolumeSource.secretName: Secret
ISCSIVolumeSource.secretRef: Secret
RBDVolumeSource.secretRef: Secret
FlexVolumeSource.secretRef: Secret
CinderVolumeSource.secretRef: Secret
CephFSVolumeSource.secretRef: Secret
ScaleIOVolumeSource.secretRef: Secret
StorageOSVolumeSource.secretRef: Secret
CSIVolumeSource.nodePublishSecretRef: Secret
GlusterfsVolumeSource.endpoints: Endpoints quiet
ISCSIPersistentVolumeSource.secretRef: Secret
RBDPersistentVolumeSource.secretRef: Secret
FlexPersistentVolumeSource.secretRef: Secret
CinderPersistentVolumeSource.secretRef: Secret
CephFSPersistentVolumeSource.secretRef: Secret
ScaleIOPersistentVolumeSource.secretRef: Secret
StorageOSPersistentVolumeSource.secretRef: Secret
CSIPersistentVolumeSource.controllerPublishSecretRef: Secret
CSIPersistentVolumeSource.nodePublishSecretRef: Secret
CSIPersistentVolumeSource.nodeStageSecretRef: Secret
CSIPersistentVolumeSource.controllerExpandSecretRef: Secret
CSIPersistentVolumeSource.nodeExpandSecretRef: Secret
PodSpec.serviceAccountName: ServiceAccount
PodSpec.priorityClassName: PriorityClass quiet
PodSpec.runtimeClassName: RuntimeClass quiet
PodSpec.imagePullSecrets: Secret key=.dockerconfigjson
PodResourceClaim.resourceClaimName: ResourceClaim
PodResourceClaim.resourceClaimTemplateName: ResourceClaimTemplate
ServiceAccount.secrets: Secret
ServiceAccount.imagePullSecrets: Secret key=.dockerconfigjson
PersistentVolumeClaimSpec.volumeName: PersistentVolume quiet
PersistentVolumeClaimSpec.storageClassName: StorageClass quiet
PersistentVolumeClaimSpec.volumeAttributesClassName: VolumeAttributesClass quiet
PersistentVolumeClaimSpec.dataSource: PersistentVolumeClaim quiet
PersistentVolumeClaimSpec.dataSourceRef: PersistentVolumeClaim quiet
PersistentVolumeSpec.claimRef: PersistentVolumeClaim quiet
PersistentVolumeSpec.storageClassName: StorageClass quiet
PersistentVolumeSpec.volumeAttributesClassName: VolumeAttributesClass quiet
StatefulSetSpec.serviceName: Service
HorizontalPodAutoscalerV1Spec.scaleTargetRef: *
HorizontalPodAutoscalerSpec.scaleTargetRef: *
ObjectMetricSource.describedObject: * quiet
IngressSpec.ingressClassName: IngressClass quiet
IngressTLS.secretName: Secret key=tls.crt key=tls.key
IngressBackend.service: Service port
IngressBackend.resource: * quiet
IngressClassSpec.parameters: * quiet
RbacSubject: *
RoleRef: *
WebhookClientConfig.service: Service port
APIServiceSpec.service: Service port
ValidatingAdmissionPolicyBindingSpec.policyName: ValidatingAdmissionPolicy
ValidatingAdmissionPolicyBindingSpec.paramRef: * quiet
VolumeAttachmentSource.persistentVolumeName: PersistentVolume quiet
CSIStorageCapacity.storageClassName: StorageClass quiet
ExactDeviceRequest.deviceClassName: DeviceClass quiet
DeviceSubRequest.deviceClassName: DeviceClass quiet

a backend reference: Service port granted
a parent reference: Gateway
the spec of an AgentgatewayPolicy.targetRefs: *
the spec of a BackendTLSPolicy.targetRefs: *
the spec of a Gateway.gatewayClassName: GatewayClass quiet
infrastructure.parametersRef: *
the spec of a GatewayClass.parametersRef: *
TLS of a listener.certificateRefs: Secret key=tls.crt key=tls.key granted
TLS towards backends.clientCertificateRef: Secret key=tls.crt key=tls.key granted
validation of clients.caCertificateRefs: ConfigMap key=ca.crt granted
the validation of a backend.caCertificateRefs: ConfigMap key=ca.crt
TLS of a backend.caCertificateRefs: ConfigMap key=ca.crt
TLS of a backend.mtlsCertificateRef: Secret key=tls.crt key=tls.key
API key authentication.secretRef: Secret
basic authentication.secretRef: Secret key=.htaccess
basic authentication.username: Secret key optional
basic authentication.password: Secret key optional
credentials towards a backend.secretRef: Secret key=Authorization
a credential.secretRef: Secret key=Authorization
credentials for Bedrock.secretRef: Secret key=Authorization
credentials for OpenAI.secretRef: Secret key=Authorization
AWS credentials.secretRef: Secret
Azure credentials.secretRef: Secret
Google credentials.secretRef: Secret
MCP authentication.clientSecretRef: Secret
the client of an identity provider.secretRef: Secret
a signed client token.signingKeyRef: Secret
a signed client token.certificateRef: Secret
a target.backendRef: Service port
a target.modelRef: AgentgatewayModel
a filter.extensionRef: * quiet
a source of a value.configMapKeyRef: ConfigMap key optional
a source of a value.secretKeyRef: Secret key optional
a source.configMap: ConfigMap key=catalog.json

a key of a Secret: Secret key optional
a key of a ConfigMap: ConfigMap key optional
`;

/** Fields that select objects by their labels. The rules about them are named in the test of the fields. */
export const selectorFields = `
ServiceSpec.selector
ReplicationControllerSpec.selector
DeploymentSpec.selector
ReplicaSetSpec.selector
DaemonSetSpec.selector
StatefulSetSpec.selector
JobSpec.selector
PodDisruptionBudgetSpec.selector
NetworkPolicySpec.podSelector
NetworkPolicyPeer.podSelector
NetworkPolicyPeer.namespaceSelector
a ServiceMonitor.selector
a ServiceMonitor.namespaceSelector
a PodMonitor.selector
a PodMonitor.namespaceSelector
the spec of an AgentgatewayPolicy.targetSelectors
API key authentication.secretSelector
API key authentication.configMapSelector
an MCP target.selector
a choice of namespaces.selector
`;
