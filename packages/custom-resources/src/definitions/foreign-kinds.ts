/**
 * Groups and kinds that are common in clusters but not described here. Their names help to distinguish a misspelled name from an
 * unknown kind. The names are from the documentation of each project.
 */
const foreign: Readonly<Record<string, string>> = {
  'acme.cert-manager.io': 'Challenge Order',
  'app.k8s.io': 'Application',
  'apps.kruise.io': 'AdvancedCronJob BroadcastJob CloneSet ContainerRecreateRequest DaemonSet SidecarSet StatefulSet UnitedDeployment',
  'apps.openshift.io': 'DeploymentConfig',
  'argoproj.io':
    'AnalysisRun AnalysisTemplate AppProject Application ApplicationSet ClusterAnalysisTemplate ClusterWorkflowTemplate CronWorkflow EventBus EventSource Experiment Rollout Sensor Workflow WorkflowTemplate',
  'autoscaling.k8s.io': 'VerticalPodAutoscaler VerticalPodAutoscalerCheckpoint',
  'batch.volcano.sh': 'Job',
  'bitnami.com': 'SealedSecret',
  'cert-manager.io': 'Certificate CertificateRequest ClusterIssuer Issuer',
  'cilium.io': 'CiliumClusterwideNetworkPolicy CiliumEndpoint CiliumIdentity CiliumLocalRedirectPolicy CiliumNetworkPolicy CiliumNode',
  'cloud.google.com': 'BackendConfig',
  'cluster.x-k8s.io': 'Cluster Machine MachineDeployment MachineHealthCheck MachineSet',
  'configuration.konghq.com': 'KongClusterPlugin KongConsumer KongIngress KongPlugin',
  'constraints.gatekeeper.sh': '',
  'eventing.knative.dev': 'Broker Trigger',
  'external-secrets.io': 'ClusterExternalSecret ClusterPushSecret ClusterSecretStore ExternalSecret PushSecret SecretStore',
  'externaldns.k8s.io': 'DNSEndpoint',
  'extensions.istio.io': 'WasmPlugin',
  'gateway.envoyproxy.io':
    'Backend BackendTrafficPolicy ClientTrafficPolicy EnvoyExtensionPolicy EnvoyPatchPolicy EnvoyProxy HTTPRouteFilter SecurityPolicy',
  'gateway.kgateway.dev':
    'Backend BackendConfigPolicy DirectResponse GatewayExtension GatewayParameters HTTPListenerPolicy ListenerPolicy TrafficPolicy',
  'gateway.networking.x-k8s.io': 'XBackendTrafficPolicy XListenerSet XMesh',
  'helm.cattle.io': 'HelmChart HelmChartConfig',
  'helm.toolkit.fluxcd.io': 'HelmRelease',
  'image.toolkit.fluxcd.io': 'ImagePolicy ImageRepository ImageUpdateAutomation',
  'inference.networking.k8s.io': 'InferencePool',
  'inference.networking.x-k8s.io': 'InferenceModel InferenceObjective InferencePool InferencePoolImport',
  'k8s.cni.cncf.io': 'NetworkAttachmentDefinition',
  'karpenter.k8s.aws': 'EC2NodeClass',
  'karpenter.sh': 'NodeClaim NodePool',
  'keda.sh': 'ClusterTriggerAuthentication ScaledJob ScaledObject TriggerAuthentication',
  'kustomize.config.k8s.io': 'Component Kustomization',
  'kustomize.toolkit.fluxcd.io': 'Kustomization',
  'kyverno.io': 'CleanupPolicy ClusterCleanupPolicy ClusterPolicy Policy PolicyException',
  'longhorn.io': 'BackingImage RecurringJob Volume',
  'metrics.k8s.io': 'NodeMetrics PodMetrics',
  'monitoring.coreos.com': 'Alertmanager AlertmanagerConfig Probe Prometheus PrometheusAgent ScrapeConfig ThanosRuler',
  'monitoring.googleapis.com': 'ClusterNodeMonitoring ClusterPodMonitoring ClusterRules GlobalRules OperatorConfig PodMonitoring Rules',
  'networking.gke.io':
    'FrontendConfig GCPBackendPolicy GCPGatewayPolicy HealthCheckPolicy ManagedCertificate MultiClusterIngress MultiClusterService',
  'networking.istio.io': 'DestinationRule EnvoyFilter Gateway ProxyConfig ServiceEntry Sidecar VirtualService WorkloadEntry WorkloadGroup',
  'networking.x-k8s.io': '',
  'node.k8s.io': 'RuntimeClass',
  'notification.toolkit.fluxcd.io': 'Alert Provider Receiver',
  'opentelemetry.io': 'Instrumentation OpAMPBridge OpenTelemetryCollector TargetAllocator',
  'operator.tigera.io': 'APIServer ImageSet Installation TigeraStatus',
  'operators.coreos.com': 'CatalogSource ClusterServiceVersion InstallPlan OperatorGroup Subscription',
  'pkg.crossplane.io': 'Configuration Function Provider',
  'apiextensions.crossplane.io': 'CompositeResourceDefinition Composition',
  'policy.networking.k8s.io': 'AdminNetworkPolicy BaselineAdminNetworkPolicy ClusterNetworkPolicy',
  'postgresql.cnpg.io': 'Backup Cluster ClusterImageCatalog Database ImageCatalog Pooler Publication ScheduledBackup Subscription',
  'crd.projectcalico.org': 'BGPConfiguration BGPPeer FelixConfiguration GlobalNetworkPolicy IPPool NetworkPolicy',
  'projectcalico.org': 'BGPConfiguration BGPPeer FelixConfiguration GlobalNetworkPolicy IPPool NetworkPolicy',
  'projectcontour.io': 'ContourConfiguration ContourDeployment ExtensionService HTTPProxy TLSCertificateDelegation',
  'route.openshift.io': 'Route',
  'scheduling.volcano.sh': 'PodGroup Queue',
  'scheduling.x-k8s.io': 'ElasticQuota PodGroup',
  'secrets-store.csi.x-k8s.io': 'SecretProviderClass SecretProviderClassPodStatus',
  'security.istio.io': 'AuthorizationPolicy PeerAuthentication RequestAuthentication',
  'security.openshift.io': 'SecurityContextConstraints',
  'serving.knative.dev': 'Configuration DomainMapping Revision Route Service',
  'serving.kserve.io': 'ClusterServingRuntime ClusterStorageContainer InferenceGraph InferenceService ServingRuntime TrainedModel',
  'snapshot.storage.k8s.io': 'VolumeSnapshot VolumeSnapshotClass VolumeSnapshotContent',
  'source.toolkit.fluxcd.io': 'Bucket ExternalArtifact GitRepository HelmChart HelmRepository OCIRepository',
  'tekton.dev': 'ClusterTask Pipeline PipelineRun StepAction Task TaskRun',
  'telemetry.istio.io': 'Telemetry',
  'templates.gatekeeper.sh': 'ConstraintTemplate',
  'topology.node.k8s.io': 'NodeResourceTopology',
  'traefik.io': 'IngressRoute IngressRouteTCP IngressRouteUDP Middleware MiddlewareTCP ServersTransport TLSOption TLSStore TraefikService',
  'velero.io': 'Backup BackupStorageLocation Restore Schedule VolumeSnapshotLocation',
  'vpcresources.k8s.aws': 'SecurityGroupPolicy',
  'wgpolicyk8s.io': 'ClusterPolicyReport PolicyReport',
};

/** The groups that are known only by name. */
export const foreignGroups: readonly string[] = Object.keys(foreign);

/** The known kinds of such a group. */
export const foreignKinds = (group: string): readonly string[] =>
  Object.hasOwn(foreign, group) ? foreign[group]!.split(' ').filter(Boolean) : [];
