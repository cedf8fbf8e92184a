import { at, entries, type Rule } from '@mcpgw/structure';
import { amountProblem } from '../objects/amounts.js';
import { writtenOf } from '../objects/objects.js';
import { forOwnContainers } from '../objects/own-pods.js';

const example = (memory: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", resources: {limits: {memory: ${memory}}}}]
`;
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
  check: context =>
    forOwnContainers(context, ({ node, path }, say) => {
      for (const kind of ['requests', 'limits'])
        for (const { key, value } of entries(at(node, 'resources', kind))) {
          const said = amountProblem(key, kind, writtenOf(value));
          if (said !== undefined) say([...path, 'resources', kind, key], said.message, said.suggestion, said.severity);
        }
    }),
};
