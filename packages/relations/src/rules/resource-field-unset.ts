import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { containersOf, type PodView } from '../objects/pods.js';

const example = (requests: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web:1
      resources: {requests: {${requests}}}
      env: [{name: WORKERS, valueFrom: {resourceFieldRef: {resource: requests.cpu}}}]
`;

/** Every reference to a request or limit, with the container that it is about by default. */
function fieldsOf(pod: PodView): { ref: Node; path: Path; container: string }[] {
  const variables = containersOf(pod).flatMap(container =>
    placed(container.node, container.path, 'env').map(({ node, path }) => ({
      ref: at(node, 'valueFrom', 'resourceFieldRef'),
      path: [...path, 'valueFrom', 'resourceFieldRef'],
      container: textOr(container.node, 'name', ''),
    })),
  );
  const volumes = placed(pod.spec, pod.path, 'volumes').flatMap(({ node, path }) =>
    [
      ...placed(node, path, 'downwardAPI', 'items'),
      ...placed(node, path, 'projected', 'sources').flatMap(source => placed(source.node, source.path, 'downwardAPI', 'items')),
    ].map(item => ({ ref: get(item.node, 'resourceFieldRef'), path: [...item.path, 'resourceFieldRef'], container: '' })),
  );
  return [...variables, ...volumes].flatMap(({ ref, ...rest }) => (ref === undefined ? [] : [{ ref, ...rest }]));
}

export const resourceFieldUnset: Rule = {
  id: 'resource-field-unset',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Without a request the value is 0. Without a limit it is that of the whole node, which is right for a program that may use all of it, and too much for one beside others.',
  docs: {
    checks:
      'Every `resourceFieldRef` of variables and volumes names a request or limit that the container has. A limit counts as request too. A LimitRange of the namespace may set both. A missing limit is an info.',
    basedOn: 'The documentation of Kubernetes about resourceFieldRef. No kubelet ran the examples.',
    fix: 'Set the limit or request that is named.',
    wrong: example('memory: 512Mi'),
    correct: example('memory: 512Mi, cpu: 2'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      for (const { ref, path, container } of fieldsOf(pod)) {
        const [, kind, name] = /^(limits|requests)\.(cpu|memory|ephemeral-storage)$/.exec(textOr(ref, 'resource', '')) ?? [];
        const wanted = text(get(ref, 'containerName')) ?? container;
        const target = containersOf(pod).find(({ node }) => textOr(node, 'name', '') === wanted);
        if (kind === undefined || name === undefined || target === undefined) continue;
        const has = (key: string): boolean => [target.node, pod.spec].some(node => get(at(node, 'resources', key), name) !== undefined);
        if (has('limits') || (kind === 'requests' && has('requests'))) continue;
        say(
          [...path, 'resource'],
          kind === 'limits'
            ? `the container "${wanted}" has no limit of ${name}: the value is that of the node`
            : `the container "${wanted}" requests no ${name}: the value is 0`,
          `set resources.${kind}.${name}`,
          kind === 'limits' ? 'info' : undefined,
        );
      }
    }),
};
