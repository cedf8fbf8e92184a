import { get, type Rule, text } from '@mcpgw/structure';
import { forOwnContainers } from '../objects/own-pods.js';

const example = (policy: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: web, image: "web:latest", imagePullPolicy: ${policy}}]}
`;

/** Why no image can have a name; undefined if one may. */
function brokenName(image: string): string | undefined {
  if (/^[a-z]+:\/\//.test(image)) return 'the name of an image has no scheme: the kubelet reports InvalidImageName';
  const name = image.replace(/@.*$/, '').replace(/:[\w][\w.-]{0,127}$/, '');
  const [first = '', ...rest] = name.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (/[A-Z]/.test(isHost ? rest.join('/') : name)) return 'the name of an image is in lower case: the kubelet reports InvalidImageName';
  if (/\S\s+\S/.test(image) || image.endsWith(':') || name.endsWith('/'))
    return 'no image has this name: the kubelet reports InvalidImageName';
  return undefined;
}

export const imageNotPulled: Rule = {
  id: 'image-not-pulled',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A node that has an image of this name never asks for a newer one: pods of one workload run different programs.',
  docs: {
    checks:
      'Names of images that the kubelet refuses: capital letters, a scheme, spaces (an error). Images with the tag `latest`, or without a tag and digest, beside `imagePullPolicy: IfNotPresent` or `Never`. An info for `Never` with any other image, which has to be on the node.',
    basedOn: 'The documentation of Kubernetes about imagePullPolicy. No kubelet ran the examples.',
    fix: 'Write the tag of a version, or `imagePullPolicy: Always`.',
    wrong: example('IfNotPresent'),
    correct: example('Always'),
  },
  check: context =>
    forOwnContainers(context, ({ node, path }, say) => {
      const image = text(get(node, 'image')) ?? '';
      const policy = text(get(node, 'imagePullPolicy')) ?? '';
      const tag = /:([\w][\w.-]{0,127})$/.exec(image)?.[1] ?? 'latest';
      const broken = brokenName(image);
      if (broken !== undefined) say([...path, 'image'], broken, 'write the name as the registry has it', 'error');
      const place = [...path, 'imagePullPolicy'];
      if (image === '' || image.includes('@') || (policy !== 'IfNotPresent' && policy !== 'Never')) return;
      if (tag === 'latest')
        say(
          place,
          `"${image.slice(0, 120)}" is asked for once per node: with ${policy} a newer image is not seen`,
          'write the tag of a version, or Always',
        );
      else if (policy === 'Never') say(place, 'the image is never pulled: it has to be on each node', 'write IfNotPresent', 'info');
    }),
};
