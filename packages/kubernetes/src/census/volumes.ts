/** What was asked of volumes and claims: `types/volumes.ts`. */
import type { Census } from '@mcpgw/structure';
import { all, alone, choice, cluster, inside, key, mode, noAccess, ofCluster, reference, row, says, works } from './answers.js';

const source = row(works, noAccess, ['volume-source', 'volume-removed'], ['volume-source']);
const items = row(['reference-key-missing'], noAccess, ['reference-key-missing', 'projected-paths'], ['projected-paths']);
const projected = row(works, noAccess, ['projected-source', 'trust-bundle'], ['projected-paths']);
const storage = row(works, noAccess, 'Only the storage knows whether the value is right.', alone);

/** Kinds of storage, each of which only its server knows. */
const storages = `
AWSElasticBlockStoreVolumeSource: fsType partition readOnly volumeID
AzureDiskVolumeSource: cachingMode diskName diskURI fsType kind readOnly
AzureFileVolumeSource: readOnly secretName shareName
CSIVolumeSource: driver fsType nodePublishSecretRef readOnly volumeAttributes
CephFSVolumeSource: monitors path readOnly secretFile secretRef user
CinderVolumeSource: fsType readOnly secretRef volumeID
FCVolumeSource: fsType lun readOnly targetWWNs wwids
FlexVolumeSource: driver fsType options readOnly secretRef
FlockerVolumeSource: datasetName datasetUUID
GCEPersistentDiskVolumeSource: fsType partition pdName readOnly
GitRepoVolumeSource: directory repository revision
GlusterfsVolumeSource: endpoints path readOnly
ISCSIVolumeSource: chapAuthDiscovery chapAuthSession fsType initiatorName iqn iscsiInterface lun portals readOnly secretRef targetPortal
NFSVolumeSource: path readOnly server
PhotonVolumeSource: fsType pdID
PortworxVolumeSource: fsType readOnly volumeID
QuobyteVolumeSource: group readOnly registry tenant user volume
RBDVolumeSource: fsType image keyring monitors pool readOnly secretRef user
ScaleIOVolumeSource: fsType gateway protectionDomain readOnly secretRef sslEnabled storageMode storagePool system volumeName
StorageOSVolumeSource: fsType readOnly secretRef volumeName volumeNamespace
VsphereVolumeSource: fsType storagePolicyID storagePolicyName volumePath`;

const storageRows: Census = Object.fromEntries(
  storages
    .trim()
    .split('\n')
    .map(line => line.split(': '))
    .map(([name, fields]) => [name!, all(fields!, storage)]),
);

export const volumeCensus: Census = {
  ...storageRows,
  Volume: {
    name: row(['volume-use'], noAccess, ['volume-names'], ['volume-names', 'volume-use']),
    ...all(
      'gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume quobyte azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral image emptyDir persistentVolumeClaim',
      source,
    ),
    hostPath: row(works, ['namespace-refuses-pods'], ['volume-source'], ['namespace-refuses-pods']),
  },
  HostPathVolumeSource: all('path type', row(works, says, cluster, alone)),
  EmptyDirVolumeSource: {
    medium: row(['volume-use'], noAccess, ['volume-use'], ['volume-size']),
    sizeLimit: row(works, noAccess, ['volume-size'], ['volume-size']),
  },
  SecretVolumeSource: { secretName: reference, items, defaultMode: mode, optional: choice },
  ConfigMapVolumeSource: { name: reference, items, defaultMode: mode, optional: choice },
  KeyToPath: { key, path: row(works, noAccess, ['projected-paths'], ['projected-paths']), mode },
  DownwardAPIVolumeSource: { items: inside, defaultMode: mode },
  DownwardAPIVolumeFile: {
    path: row(works, noAccess, ['downward-file'], ['projected-paths']),
    fieldRef: inside,
    resourceFieldRef: row(['resource-field-unset'], noAccess, ['downward-file'], ['downward-file']),
    mode,
  },
  ProjectedVolumeSource: { sources: inside, defaultMode: mode },
  VolumeProjection: all('secret configMap downwardAPI serviceAccountToken clusterTrustBundle podCertificate', projected),
  KeyProjection: { name: reference, items, optional: choice },
  DownwardAPIProjection: { items: inside },
  ServiceAccountTokenProjection: {
    audience: row(works, noAccess, 'Only the program that reads the token knows its audience.', alone),
    expirationSeconds: choice,
    path: projected,
  },
  ClusterTrustBundleProjection: { ...all('name signerName labelSelector path', projected), optional: choice },
  PodCertificateProjection: all(
    'signerName keyType maxExpirationSeconds credentialBundlePath keyPath certificateChainPath userAnnotations',
    projected,
  ),
  EphemeralVolumeSource: { volumeClaimTemplate: inside },
  PersistentVolumeClaimTemplate: { metadata: inside, spec: inside },
  ImageVolumeSource: all('reference pullPolicy', ofCluster),
  PersistentVolumeClaimVolumeSource: { claimName: reference, readOnly: row(works, noAccess, ['claim-use'], ['claim-use']) },
  PersistentVolumeClaimSpec: {
    accessModes: row(works, noAccess, ['claim-use', 'volume-use'], ['volume-use', 'claim-use']),
    selector: ofCluster,
    resources: inside,
    volumeName: ofCluster,
    volumeAttributesClassName: ofCluster,
    storageClassName: row(works, noAccess, ['claim-never-bound'], ['claim-never-bound']),
    volumeMode: row(works, noAccess, ['claim-use'], ['claim-use']),
    dataSource: row(['data-source-dropped'], noAccess, ['data-source'], ['data-source']),
    dataSourceRef: row(works, noAccess, ['data-source'], ['data-source']),
  },
  DataSource: all('apiGroup kind name', row(['data-source-dropped'], noAccess, ['data-source'], ['data-source'])),
  DataSourceReference: all('apiGroup kind name namespace', row(works, noAccess, ['data-source'], ['data-source'])),
  VolumeResourceRequirements: {
    requests: row(works, noAccess, ['claim-never-bound', 'claim-storage'], ['claim-storage']),
    limits: row(works, noAccess, ['claim-storage'], ['claim-storage']),
  },
};
