import { parseQuantity, wholeUnit } from '@mcpgw/kubernetes';
import { at, entries, type Rule, text } from '@mcpgw/structure';
import { containersOf, podsOf } from '../objects/pods.js';

const example = (memory: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", resources: {limits: {memory: ${memory}}}}]
`;
const mebibyte = 1_048_576;

/** What is wrong with an amount; undefined if a program may need it. */
function problem(
  resource: string,
  kind: string,
  amount: number,
  written: string,
): readonly [message: string, suggestion: string] | undefined {
  const digits = /^\d+/.exec(written)?.[0] ?? '1';
  if (resource === 'memory' && amount > 0 && amount < (kind === 'limits' ? 4 * mebibyte : mebibyte / 16))
    return [
      `memory: ${written} is ${amount < 1 ? 'less than one byte' : `${Math.round(amount)} bytes`}${kind === 'limits' ? ': the container is killed at its start' : ''}`,
      `write "${digits}Mi"`,
    ];
  if (resource === 'cpu' && amount >= 256)
    return [`cpu: ${written} is ${amount} cores: no node has room for the pod`, `write "${digits}m"`];
  if (resource === 'cpu' && kind === 'limits' && amount > 0 && amount < 0.005)
    return [`cpu: ${written} is too little to answer a probe`, 'write 100m or more'];
  return undefined;
}

export const containerResources: Rule = {
  id: 'container-resources',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The unit is another one than was meant: the container is killed at startup, or the pod fits on no node.',
  docs: {
    checks:
      'Requests and limits of containers: memory limits below 4 MiB, which come from a missing unit or from `m` (thousandths), 256 cores or more, and limits of less than five thousandths of a core.',
    fix: 'Write memory as `128Mi` and processors as `100m`.',
    wrong: example('512m'),
    correct: example('512Mi'),
  },
  check({ root, report }) {
    for (const pod of podsOf(root)) {
      if (!pod.owner.own) continue;
      for (const { node, path } of containersOf(pod))
        for (const kind of ['requests', 'limits'])
          for (const { key, value } of entries(at(node, 'resources', kind))) {
            const written = text(value) ?? (value.kind === 'scalar' ? value.text : '');
            const quantity = parseQuantity(written);
            const said = quantity === undefined ? undefined : problem(key, kind, Number(quantity) / Number(wholeUnit), written);
            if (said !== undefined) report({ at: value, path: [...path, 'resources', kind, key], message: said[0], suggestion: said[1] });
          }
    }
  },
};
