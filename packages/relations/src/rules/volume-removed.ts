import { get, type Rule } from '@mcpgw/structure';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';

const example = (source: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: data, ${source}}]
  containers: [{name: web, image: "web:1", volumeMounts: [{name: data, mountPath: /data}]}]
`;
/** Kinds of volumes that the API server still takes, with the version whose kubelet has no code for them. */
const removed: Readonly<Record<string, string>> = {
  scaleIO: '1.22',
  flocker: '1.25',
  quobyte: '1.25',
  storageos: '1.25',
  glusterfs: '1.26',
  photonPersistentDisk: '1.31',
  cephfs: '1.31',
  rbd: '1.31',
};

export const volumeRemoved: Rule = {
  id: 'volume-removed',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server takes the volume, and no kubelet can mount it: the pod stays in ContainerCreating.',
  docs: {
    checks:
      'Kinds of volumes that Kubernetes removed by 1.31: scaleIO, flocker, quobyte, storageos, glusterfs, photonPersistentDisk, cephfs and rbd. A warning for gitRepo, which kubelets have turned off by default since 1.33.',
    fix: 'Use a PersistentVolumeClaim of the CSI driver of the storage, or an init container that clones.',
    wrong: example('glusterfs: {endpoints: nodes, path: data}'),
    correct: example('persistentVolumeClaim: {claimName: data}'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      for (const { node, path } of placed(pod.spec, pod.path, 'volumes')) {
        for (const [key, version] of Object.entries(removed))
          if (get(node, key) !== undefined)
            say([...path, key], `Kubernetes ${version} removed volumes of ${key}: the pod never starts`, 'use a claim of a CSI driver');
        if (get(node, 'gitRepo') !== undefined)
          say(
            [...path, 'gitRepo'],
            'kubelets of 1.33 and later refuse gitRepo, unless it is turned on',
            'clone in an init container',
            'warning',
          );
      }
    }),
};
