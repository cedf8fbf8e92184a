import { get, items, type Rule, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { containersOf } from '../objects/pods.js';

const example = (mount: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: settings, configMap: {name: settings}}, {name: certs, secret: {secretName: certs}}]
  containers:
    - name: web
      image: web:1
      volumeMounts: [{name: settings, mountPath: /etc/web}, {name: certs, ${mount}}]
`;
/** Volumes of single files, in whose folders the kubelet makes a folder for each mount below. */
const ofFiles = ['configMap', 'secret', 'projected', 'downwardAPI'];

export const mountNested: Rule = {
  id: 'mount-nested',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The kubelet makes a folder in the volume for each mount below it. A file cannot be mounted on a folder, so the container does not start.',
  docs: {
    checks:
      'Mounts of a single file (`subPath`) of a ConfigMap, Secret, projected volume or volume of pod fields below the folder of another such volume. A whole volume below another one is fine.',
    basedOn: 'The source of Kubernetes v1.34.2. No kubelet ran the examples.',
    fix: 'Mount the file outside of that folder, put both into one projected volume, or mount the whole volume below the other one.',
    wrong: example('mountPath: /etc/web/tls.crt, subPath: tls.crt'),
    correct: example('mountPath: /etc/web/certs'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      const holders = new Set(
        items(get(pod.spec, 'volumes'))
          .filter(volume => ofFiles.some(key => get(volume, key) !== undefined))
          .map(volume => textOr(volume, 'name', '')),
      );
      if (holders.size === 0) return;
      for (const container of containersOf(pod)) {
        const mounts = placed(container.node, container.path, 'volumeMounts')
          .filter(({ node }) => holders.has(textOr(node, 'name', '')))
          .map(({ node, path }) => ({
            path,
            folder: textOr(node, 'mountPath', '').replace(/\/{1,20}$/, ''),
            isFile: (text(get(node, 'subPath')) ?? text(get(node, 'subPathExpr')) ?? '') !== '',
          }));
        for (const { path, folder, isFile } of mounts) {
          const above = mounts.find(each => !each.isFile && each.folder !== '' && folder.startsWith(`${each.folder}/`));
          if (isFile && above !== undefined)
            say(
              [...path, 'mountPath'],
              `a file cannot be mounted here: the kubelet makes a folder of this name in ${above.folder}`,
              'mount it outside of that folder, or use a projected volume',
            );
        }
      }
    }),
};
