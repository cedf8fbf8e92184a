import { at, type Rule, textOrEmpty } from '@mcpgw/structure';
import { probeKeys } from '../objects/handlers.js';
import { forOwnContainers } from '../objects/own-pods.js';

const example = (path: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", ports: [{containerPort: 8080}], readinessProbe: {httpGet: {path: "${path}", port: 8080}}}]
`;

export const probePath: Rule = {
  id: 'probe-path',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The kubelet asks for another path than the one that was meant, and the answer decides about the container.',
  docs: {
    checks: 'Paths of HTTP probes: no address with a scheme, no fragment.',
    fix: 'Write the path alone; scheme, host and port have fields of their own.',
    wrong: example('http://localhost:8080/ready'),
    correct: example('/ready'),
  },
  check: context =>
    forOwnContainers(context, ({ node, path }, say) => {
      for (const key of probeKeys) {
        const written = textOrEmpty(at(node, key, 'httpGet', 'path'));
        const problem = /^[a-z]+:\/\//i.test(written)
          ? 'the path is an address'
          : written.includes('#')
            ? 'the path has a fragment, which is never sent'
            : undefined;
        if (problem !== undefined)
          say([...path, key, 'httpGet', 'path'], `${problem}: the probe asks for something else`, 'write the path alone');
      }
    }),
};
