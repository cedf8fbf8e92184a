import { parseQuantity, wholeUnit } from '@mcpgw/kubernetes';
import { at, get, isGiven, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

const example = (size: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${size}}}}
`;
const mebibyte = 1_048_576;

export const claimNeverBound: Rule = {
  id: 'claim-never-bound',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The claim gets a volume that holds nothing, or none: pods that mount it wait or fail.',
  docs: {
    checks:
      'Claims for less than 1 MiB, which come from a missing unit. An info for a claim with an empty class and no volume, for which only a volume that somebody made by hand is taken.',
    fix: 'Write the size as `10Gi`, and leave `storageClassName` out for the default class.',
    wrong: example('"10"'),
    correct: example('10Gi'),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'PersistentVolumeClaim')) {
      if (!own) continue;
      const spec = get(node, 'spec');
      const size = at(spec, 'resources', 'requests', 'storage');
      const written = text(size) ?? (size?.kind === 'scalar' ? size.text : '');
      const bytes = Number(parseQuantity(written) ?? 0n) / Number(wholeUnit);
      if (size !== undefined && bytes > 0 && bytes < mebibyte)
        report({
          at: size,
          path: ['spec', 'resources', 'requests', 'storage'],
          message: `${written} of storage is ${bytes < 1 ? 'less than a byte' : `${Math.round(bytes)} bytes`}`,
          suggestion: `write "${/^\d+/.exec(written)?.[0] ?? '1'}Gi"`,
        });
      const storage = get(spec, 'storageClassName');
      if (text(storage) === '' && !isGiven(spec, 'volumeName') && !isGiven(spec, 'selector'))
        report({
          at: storage!,
          path: ['spec', 'storageClassName'],
          message: 'with an empty class nothing makes a volume: the claim waits for one that is made by hand',
          suggestion: 'leave the field out for the default class, or name the volume',
          severity: 'info',
        });
    }
  },
};
