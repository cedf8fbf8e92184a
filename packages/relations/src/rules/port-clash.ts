import { get, type Rule, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { containersOf, isLasting, portNumber } from '../objects/pods.js';

const example = (port: number): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - {name: web, image: "web:1", ports: [{containerPort: 8080}]}
    - {name: metrics, image: "metrics:1", ports: [{containerPort: ${port}}]}
`;

export const portClash: Rule = {
  id: 'port-clash',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The containers of a pod share its network: the second program that listens on a port fails.',
  docs: {
    checks:
      'Ports that two containers of a pod list, with the same protocol. Init containers that end before the others start are left out.',
    fix: 'Let one of the programs listen on another port.',
    wrong: example(8080),
    correct: example(9090),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      const seen = new Map<string, string>();
      for (const { node, path } of containersOf(pod).filter(isLasting)) {
        const name = textOr(node, 'name', '');
        for (const port of placed(node, path, 'ports')) {
          const number = portNumber(port.node);
          const key = `${number}/${text(get(port.node, 'protocol')) ?? 'TCP'}`;
          const other = seen.get(key);
          if (number !== undefined && other !== undefined && other !== name)
            say(
              [...port.path, 'containerPort'],
              `the container "${other}" of the pod lists ${key} too: only one of them can listen`,
              'write another port',
            );
          if (number !== undefined && other === undefined) seen.set(key, name);
        }
      }
    }),
};
