import { get, type Rule, text } from '@mcpgw/structure';
import { forOwnContainers } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';

const example = (path: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: settings, configMap: {name: settings}}]
  containers: [{name: web, image: "web:1", volumeMounts: [{name: settings, mountPath: ${path}}]}]
`;
/** Folders of images whose files programs need. */
const folders = /^\/(?:etc|usr|usr\/(?:local\/)?(?:s?bin|lib)|usr\/local|s?bin|lib|lib64|)\/*$/;

export const mountHides: Rule = {
  id: 'mount-hides',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A mount hides all files that the image has in the folder: users, certificates, libraries or the program itself are gone.',
  docs: {
    checks:
      'Mounts of containers, init containers left out: none replaces a folder of the system, such as `/etc` or `/usr/bin`, as a whole.',
    basedOn: 'The documentation of Kubernetes about volumes, which hide what the image has in their folder. No kubelet ran the examples.',
    fix: 'Mount a folder of your own, such as /etc/web, or a single file by subPath.',
    wrong: example('/etc'),
    correct: example('/etc/web'),
  },
  check: context =>
    forOwnContainers(context, (container, say) => {
      for (const { node, path } of container.isInit ? [] : placed(container.node, container.path, 'volumeMounts')) {
        const where = text(get(node, 'mountPath'));
        if (where !== undefined && folders.test(where) && get(node, 'subPath') === undefined)
          say([...path, 'mountPath'], `the volume hides everything that the image has in ${where}`, 'mount it at a folder of your own');
      }
    }),
};
