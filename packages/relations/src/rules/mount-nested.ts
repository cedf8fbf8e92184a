import { get, items, type Rule, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { containersOf } from '../objects/pods.js';

const example = (folder: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: settings, configMap: {name: settings}}, {name: certs, secret: {secretName: certs}}]
  containers:
    - name: web
      image: web:1
      volumeMounts: [{name: settings, mountPath: /etc/web}, {name: certs, mountPath: ${folder}}]
`;
const readOnly = ['configMap', 'secret', 'projected', 'downwardAPI'];

export const mountNested: Rule = {
  id: 'mount-nested',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Volumes of ConfigMaps and Secrets can only be read: the runtime cannot make the folder for the second volume, and the container does not start.',
  docs: {
    checks:
      'Mounts of a container below the folder of a mounted ConfigMap, Secret, projected volume or volume of pod fields, unless that mount is of a single file (`subPath`).',
    basedOn: 'The documentation of Kubernetes about volumes of ConfigMaps and Secrets. No kubelet ran the examples.',
    fix: 'Mount the volumes beside each other, or put both into one projected volume.',
    wrong: example('/etc/web/certs'),
    correct: example('/etc/web-certs'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      const fixed = new Set(
        items(get(pod.spec, 'volumes'))
          .filter(volume => readOnly.some(key => get(volume, key) !== undefined))
          .map(volume => textOr(volume, 'name', '')),
      );
      if (fixed.size === 0) return;
      for (const container of containersOf(pod)) {
        const mounts = placed(container.node, container.path, 'volumeMounts').map(({ node, path }) => ({
          path,
          folder: textOr(node, 'mountPath', '').replace(/\/{1,20}$/, ''),
          isFixed: fixed.has(textOr(node, 'name', '')) && (text(get(node, 'subPath')) ?? text(get(node, 'subPathExpr')) ?? '') === '',
        }));
        for (const { path, folder } of mounts) {
          const above = mounts.find(each => each.isFixed && each.folder !== '' && folder.startsWith(`${each.folder}/`));
          if (above !== undefined)
            say(
              [...path, 'mountPath'],
              `${above.folder} can only be read, so that ${folder} cannot be made in it`,
              'mount it beside the other, or use a projected volume',
            );
        }
      }
    }),
};
