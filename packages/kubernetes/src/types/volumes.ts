/** Volumes of pods and persistent volumes. Fields follow k8s.io/api core/v1 0.29 to 0.35. */
export const volumeTypes = `
Volume
  name!: label
  + VolumeSource

VolumeSource
  hostPath: HostPathVolumeSource
  emptyDir: EmptyDirVolumeSource
  gcePersistentDisk: GCEPersistentDiskVolumeSource
  awsElasticBlockStore: AWSElasticBlockStoreVolumeSource
  gitRepo: GitRepoVolumeSource
  secret: SecretVolumeSource
  nfs: NFSVolumeSource
  iscsi: ISCSIVolumeSource
  glusterfs: GlusterfsVolumeSource
  persistentVolumeClaim: PersistentVolumeClaimVolumeSource
  rbd: RBDVolumeSource
  flexVolume: FlexVolumeSource
  cinder: CinderVolumeSource
  cephfs: CephFSVolumeSource
  flocker: FlockerVolumeSource
  downwardAPI: DownwardAPIVolumeSource
  fc: FCVolumeSource
  azureFile: AzureFileVolumeSource
  configMap: ConfigMapVolumeSource
  vsphereVolume: VsphereVolumeSource
  quobyte: QuobyteVolumeSource
  azureDisk: AzureDiskVolumeSource
  photonPersistentDisk: PhotonVolumeSource
  projected: ProjectedVolumeSource
  portworxVolume: PortworxVolumeSource
  scaleIO: ScaleIOVolumeSource
  storageos: StorageOSVolumeSource
  csi: CSIVolumeSource
  ephemeral: EphemeralVolumeSource
  image: ImageVolumeSource since 1.31 gated 1.35

HostPathVolumeSource
  path!: no-backsteps
  type: DirectoryOrCreate|Directory|FileOrCreate|File|Socket|CharDevice|BlockDevice

EmptyDirVolumeSource
  medium: string
  sizeLimit: quantity

GCEPersistentDiskVolumeSource
  pdName!: string
  fsType: string
  partition: int32(0..255)
  readOnly: bool

AWSElasticBlockStoreVolumeSource
  volumeID!: string
  fsType: string
  partition: int32(0..255)
  readOnly: bool

GitRepoVolumeSource
  repository!: string
  revision: string
  directory: relative-path

SecretVolumeSource
  secretName!: string
  items: [KeyToPath]
  defaultMode: file-mode
  optional: bool

ConfigMapVolumeSource
  name!: string
  items: [KeyToPath]
  defaultMode: file-mode
  optional: bool

KeyToPath
  key!: string
  path!: mount-file
  mode: file-mode

NFSVolumeSource
  server!: string
  path!: absolute-path
  readOnly: bool

ISCSIVolumeSource
  targetPortal!: string
  iqn!: iscsi-name
  lun: int32(0..255)
  iscsiInterface fsType: string
  initiatorName*: iscsi-name
  readOnly chapAuthDiscovery chapAuthSession: bool
  portals: [string]
  secretRef: LocalObjectReference

GlusterfsVolumeSource
  endpoints! path!: string
  readOnly: bool

PersistentVolumeClaimVolumeSource
  claimName!: string
  readOnly: bool

RBDVolumeSource
  monitors!: [string]
  image!: string
  fsType pool user keyring: string
  secretRef: LocalObjectReference
  readOnly: bool

FlexVolumeSource
  driver!: string
  fsType: string
  secretRef: LocalObjectReference
  readOnly: bool
  options: {string}

CinderVolumeSource
  volumeID!: string
  fsType: string
  readOnly: bool
  secretRef: LocalObjectReference

CephFSVolumeSource
  monitors!: [string]
  path user secretFile: string
  secretRef: LocalObjectReference
  readOnly: bool

FlockerVolumeSource
  datasetName datasetUUID: string

DownwardAPIVolumeSource
  items: [DownwardAPIVolumeFile]
  defaultMode: file-mode

DownwardAPIVolumeFile
  path!: mount-file
  fieldRef: ObjectFieldSelector
  resourceFieldRef: ResourceFieldSelector
  mode: file-mode

FCVolumeSource
  targetWWNs wwids: [string]
  lun: int32(0..255)
  fsType: string
  readOnly: bool

AzureFileVolumeSource
  secretName! shareName!: string
  readOnly: bool

AzureFilePersistentVolumeSource
  + AzureFileVolumeSource
  secretNamespace: string

VsphereVolumeSource
  volumePath!: string
  fsType storagePolicyName storagePolicyID: string

QuobyteVolumeSource
  registry!: host-ports
  volume! user group: string
  tenant: tenant
  readOnly: bool

AzureDiskVolumeSource
  diskName! diskURI!: string
  cachingMode*: None|ReadOnly|ReadWrite
  fsType: string
  readOnly: bool
  kind: Shared|Dedicated|Managed

PhotonVolumeSource
  pdID!: string
  fsType: string

ProjectedVolumeSource
  sources: [VolumeProjection]
  defaultMode: file-mode

VolumeProjection
  secret configMap: KeyProjection
  downwardAPI: DownwardAPIProjection
  serviceAccountToken: ServiceAccountTokenProjection
  clusterTrustBundle: ClusterTrustBundleProjection gated
  podCertificate: PodCertificateProjection since 1.34 gated

KeyProjection
  name!: string
  items: [KeyToPath]
  optional: bool

DownwardAPIProjection
  items: [DownwardAPIVolumeFile]

ServiceAccountTokenProjection
  audience: string
  expirationSeconds: int64(600..4294967296)
  path!: mount-file

ClusterTrustBundleProjection
  name signerName: string
  labelSelector: LabelSelector
  optional: bool
  path!: mount-file

PodCertificateProjection
  signerName!: string
  keyType!: RSA3072|RSA4096|ECDSAP256|ECDSAP384|ECDSAP521|ED25519
  maxExpirationSeconds: int32(3600..7862400)
  credentialBundlePath keyPath certificateChainPath: mount-file
  userAnnotations: {string} since 1.35

PortworxVolumeSource
  volumeID!: string
  fsType: string
  readOnly: bool

ScaleIOVolumeSource
  gateway! system! volumeName!: string
  secretRef: LocalObjectReference
  sslEnabled readOnly: bool
  protectionDomain storagePool storageMode fsType: string

StorageOSVolumeSource
  volumeName!: label
  volumeNamespace: label
  fsType: string
  readOnly: bool
  secretRef: LocalObjectReference

CSIVolumeSource
  driver!: csi-driver
  readOnly: bool
  fsType: string
  volumeAttributes: {string}
  nodePublishSecretRef: NamedReference

EphemeralVolumeSource
  volumeClaimTemplate!: PersistentVolumeClaimTemplate

PersistentVolumeClaimTemplate
  metadata: TemplateMeta
  spec!: PersistentVolumeClaimSpec

ImageVolumeSource
  reference: string
  pullPolicy: Always|IfNotPresent|Never

PersistentVolumeClaim object
  spec!: PersistentVolumeClaimSpec
  status: object

PersistentVolumeClaimSpec
  accessModes!: [ReadWriteOnce|ReadOnlyMany|ReadWriteMany|ReadWriteOncePod]
  selector: LabelSelector
  resources!: VolumeResourceRequirements
  volumeName: string
  volumeAttributesClassName: subdomain gated 1.34
  storageClassName: subdomain
  volumeMode*: Filesystem|Block
  dataSource~: DataSource
  dataSourceRef: DataSourceReference

DataSource
  apiGroup kind name: string

DataSourceReference
  apiGroup: string
  kind! name!: string
  namespace: label gated

VolumeResourceRequirements
  limits requests: {quantity}

PersistentVolume object
  spec!: PersistentVolumeSpec
  status: object

PersistentVolumeSpec
  capacity!: {quantity}
  accessModes!: [ReadWriteOnce|ReadOnlyMany|ReadWriteMany|ReadWriteOncePod]
  claimRef: ObjectReference
  persistentVolumeReclaimPolicy: Retain|Delete|Recycle
  storageClassName: subdomain
  volumeAttributesClassName: subdomain gated 1.34
  mountOptions: [string]
  volumeMode*: Filesystem|Block
  nodeAffinity: VolumeNodeAffinity
  + PersistentVolumeSource

VolumeNodeAffinity
  required!: NodeSelector

PersistentVolumeSource
  hostPath: HostPathVolumeSource
  gcePersistentDisk: GCEPersistentDiskVolumeSource
  awsElasticBlockStore: AWSElasticBlockStoreVolumeSource
  nfs: NFSVolumeSource
  iscsi: ISCSIPersistentVolumeSource
  glusterfs: GlusterfsPersistentVolumeSource
  rbd: RBDPersistentVolumeSource
  flexVolume: FlexPersistentVolumeSource
  cinder: CinderPersistentVolumeSource
  cephfs: CephFSPersistentVolumeSource
  flocker: FlockerVolumeSource
  fc: FCVolumeSource
  azureFile: AzureFilePersistentVolumeSource
  vsphereVolume: VsphereVolumeSource
  quobyte: QuobyteVolumeSource
  azureDisk: AzureDiskVolumeSource
  photonPersistentDisk: PhotonVolumeSource
  portworxVolume: PortworxVolumeSource
  scaleIO: ScaleIOPersistentVolumeSource
  storageos: StorageOSPersistentVolumeSource
  local: LocalVolumeSource
  csi: CSIPersistentVolumeSource

GlusterfsPersistentVolumeSource
  + GlusterfsVolumeSource
  endpointsNamespace: string

ISCSIPersistentVolumeSource
  + ISCSIVolumeSource
  secretRef: NamedSecretReference

RBDPersistentVolumeSource
  + RBDVolumeSource
  secretRef: SecretReference

FlexPersistentVolumeSource
  + FlexVolumeSource
  secretRef: SecretReference

CinderPersistentVolumeSource
  + CinderVolumeSource
  secretRef: SecretReference

CephFSPersistentVolumeSource
  + CephFSVolumeSource
  secretRef: SecretReference

ScaleIOPersistentVolumeSource
  + ScaleIOVolumeSource
  secretRef: SecretReference

StorageOSPersistentVolumeSource
  + StorageOSVolumeSource
  secretRef: ObjectReference

NamedSecretReference
  name!: string
  namespace: string

LocalVolumeSource
  path!: no-backsteps
  fsType: string

CSIPersistentVolumeSource
  driver!: csi-driver
  volumeHandle!: string
  readOnly: bool
  fsType: string
  volumeAttributes: {string}
  controllerPublishSecretRef nodePublishSecretRef: CSISecretReference
  nodeStageSecretRef: CSIStageReference
  controllerExpandSecretRef nodeExpandSecretRef: CSISecretReference

CSIStageReference
  name namespace: string

CSISecretReference
  name!: subdomain
  namespace!: label
`;
