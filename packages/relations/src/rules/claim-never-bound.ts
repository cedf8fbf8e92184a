import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, type Node, type Rule, text } from '@mcpgw/structure';
import { mebibyte, quantityOf } from '../objects/amounts.js';
import { ownOfKind, writtenOf } from '../objects/objects.js';
import { ownPodsOf } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { sayOf } from '../objects/say.js';

const example = (size: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${size}}}}
`;

export const claimNeverBound: Rule = {
  id: 'claim-never-bound',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The claim gets a volume that holds nothing, or none: pods that mount it wait or fail.',
  docs: {
    checks:
      'Claims, templates of claims in StatefulSets and ephemeral volumes for less than 1 MiB, which come from a missing unit. An info for a claim with an empty class and no volume, for which only a volume that somebody made by hand is taken.',
    basedOn: 'The documentation of Kubernetes about volumes and claims. Its controllers were not run for this rule.',
    fix: 'Write the size as `10Gi`, and leave `storageClassName` out for the default class.',
    wrong: example('"10"'),
    correct: example('10Gi'),
  },
  check({ root, report }) {
    for (const { owner, spec, path } of claimsOf(root)) {
      const say = sayOf(report, owner);
      const size = at(spec, 'resources', 'requests', 'storage');
      const written = writtenOf(size);
      const bytes = quantityOf(written) ?? 0;
      if (size !== undefined && bytes > 0 && bytes < mebibyte)
        say(
          [...path, 'resources', 'requests', 'storage'],
          `${written} of storage is ${bytes < 1 ? 'less than a byte' : `${Math.round(bytes)} bytes`}`,
          `write "${/^\d+/.exec(written)?.[0] ?? '1'}Gi"`,
        );
      if (text(get(spec, 'storageClassName')) === '' && !isGiven(spec, 'volumeName') && !isGiven(spec, 'selector'))
        say(
          [...path, 'storageClassName'],
          'with an empty class nothing makes a volume: the claim waits for one that is made by hand',
          'leave the field out for the default class, or name the volume',
          'info',
        );
    }
  },
};

/** Every claim: objects, those that a StatefulSet makes, and those of ephemeral volumes. */
function claimsOf(root: Node): { owner: Node; spec: Node | undefined; path: Path }[] {
  const claims = ownOfKind(root, 'PersistentVolumeClaim').map(({ node }) => ({ owner: node, spec: get(node, 'spec'), path: ['spec'] }));
  const sets = ownOfKind(root, 'StatefulSet').flatMap(({ node }) =>
    placed(node, [], 'spec', 'volumeClaimTemplates').map(each => ({
      owner: node,
      spec: get(each.node, 'spec'),
      path: [...each.path, 'spec'],
    })),
  );
  const volumes = ownPodsOf(root).flatMap(pod =>
    placed(pod.spec, pod.path, 'volumes').map(each => ({
      owner: pod.owner.node,
      spec: at(each.node, 'ephemeral', 'volumeClaimTemplate', 'spec'),
      path: [...each.path, 'ephemeral', 'volumeClaimTemplate', 'spec'],
    })),
  );
  return [...claims, ...sets, ...volumes];
}
