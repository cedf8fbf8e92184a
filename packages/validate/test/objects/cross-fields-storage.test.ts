/** Rules over several fields of storage and devices. */
import { saidWithSeverity } from './said.js';

const cases: readonly (readonly [name: string, manifest: string, findings: readonly string[]])[] = [
  [
    'a source of data',
    `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: t}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSource: {kind: PersistentVolumeClaim}, dataSourceRef: {kind: VolumeSnapshot, name: x}}
`,
    [
      'spec.dataSourceRef.kind: "VolumeSnapshot" is in no API group: without apiGroup, a source is a PersistentVolumeClaim (add apiGroup)',
      'spec.dataSource.name: "name" is missing',
      'spec.dataSource: dataSource differs from dataSourceRef (remove one of them)',
    ],
  ],
  [
    'a source of data that is dropped',
    `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: t}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSource: {apiGroup: a.b, kind: Populator, name: x}}
`,
    [
      'warning spec.dataSource: the server drops a dataSource that is neither a PersistentVolumeClaim nor a VolumeSnapshot (use dataSourceRef)',
    ],
  ],
  [
    'storage systems',
    `
apiVersion: v1
kind: Pod
metadata: {name: t}
spec:
  volumes:
  - {name: a, fc: {targetWWNs: [x]}}
  - {name: b, iscsi: {targetPortal: a, iqn: xyz, chapAuthSession: true}}
  - {name: c, flocker: {datasetName: a/b}}
  - {name: d, storageos: {secretRef: {}}}
  - {name: e, azureDisk: {diskName: a, diskURI: x, kind: Managed}}
  - {name: f, quobyte: {registry: a, volume: b}}
  containers: [{name: c, image: i}]
`,
    [
      'spec.volumes[0].fc.lun: "lun" is missing: targetWWNs needs it',
      'spec.volumes[1].iscsi.iqn: "xyz" is not the name of an iSCSI node: it must start with iqn, eui or naa',
      'spec.volumes[1].iscsi.secretRef: "secretRef" is missing: authentication needs it',
      'spec.volumes[2].flocker.datasetName: "/" may not stand in it',
      'spec.volumes[3].storageos.volumeName: "volumeName" is missing',
      'spec.volumes[3].storageos.secretRef.name: "name" is missing',
      'spec.volumes[4].azureDisk.diskURI: the URI of a disk of the kind Managed starts with /subscriptions/',
      'spec.volumes[5].quobyte.registry: "a" is not a list of hosts with ports: it must be host:port, or several of them with commas between',
    ],
  ],
  [
    'storage classes',
    `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: t}
provisioner: a.b/c
allowedTopologies: [{matchLabelExpressions: [{key: a, values: [b, b]}, {key: a, values: [c]}]}, {}, {matchLabelExpressions: [{key: z, values: [b]}]}, {matchLabelExpressions: [{key: z, values: [b]}]}]
`,
    [
      'allowedTopologies[0].matchLabelExpressions[0].values[1]: "b" stands in values twice (remove one of the two)',
      'allowedTopologies[0].matchLabelExpressions[1].key: another entry of matchLabelExpressions has key "a" (remove one of the two)',
      'allowedTopologies[1]: a term needs matchLabelExpressions (remove the term to allow every place)',
      'allowedTopologies[3]: another term is the same (remove one of the two)',
    ],
  ],
  [
    'an attachment',
    `
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: t}
spec: {attacher: A_B, nodeName: node-1, source: {persistentVolumeName: x, inlineVolumeSpec: {accessModes: [ReadWriteOnce], capacity: {storage: 1}}}}
`,
    [
      'spec.attacher: "A_B" is not the name of a CSI driver: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.source.inlineVolumeSpec.capacity: capacity may not stand in an inline volume (remove it)',
      'spec.source.inlineVolumeSpec.csi: "csi" is missing: an inline volume needs it',
      'spec.source: one of persistentVolumeName and inlineVolumeSpec is needed',
    ],
  ],
  [
    'a claim of devices',
    `
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: t}
spec: {devices: {requests: [{name: a}, {name: b, exactly: {deviceClassName: x, allocationMode: All, count: 2}}], constraints: [{requests: [c]}], config: [{requests: [a]}]}}
`,
    [
      'spec.devices.config[0].opaque: "opaque" is missing',
      'spec.devices.requests[0]: a request needs one of exactly and firstAvailable',
      'spec.devices.requests[1].exactly.count: count does not go with allocationMode All (remove one of the two)',
      'spec.devices.constraints[0].requests[0]: the claim has no request "c"',
      'spec.devices.constraints[0].matchAttribute: "matchAttribute" is missing',
    ],
  ],
  [
    'a template of a claim of devices',
    `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: t}
spec: {metadata: {name: x}}
`,
    ['spec.metadata.name: name may not be set in the template of a claim (keep labels and annotations only)'],
  ],
  [
    'a slice of devices',
    `
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: t}
spec: {driver: a.b, pool: {name: A, resourceSliceCount: 0}, allNodes: false, nodeName: '', devices: [{name: d, attributes: {a-b: {}}}]}
`,
    [
      'spec.pool.name: "A" is not the name of a pool: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.pool.resourceSliceCount: 0 is out of range: at least 1',
      'spec.nodeName: "" is not a DNS name: it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
      'spec.devices[0].attributes.a-b: "a-b" is not the name of an attribute: the name must consist of letters, digits and "_", and not start with a digit',
      'spec: a slice needs one of nodeName, nodeSelector and allNodes',
      'spec.allNodes: allNodes can only be true (remove it)',
      'spec.devices[0].attributes.a-b: an attribute needs one of int, bool, string and version',
    ],
  ],
];

test.each(cases)('%s', (_name, manifest, findings) => {
  expect(saidWithSeverity(manifest.trim())).toEqual(findings);
});
