import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { ownPodsOf } from '../objects/own-pods.js';
import { containersOf } from '../objects/pods.js';

const example = (path: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", ports: [{containerPort: 8080}], readinessProbe: {httpGet: {path: "${path}", port: 8080}}}]
`;

function checkProbe(probe: Node, path: Path, report: RuleContext['report']): void {
  const asked = at(probe, 'httpGet', 'path');
  const written = text(asked) ?? '';
  const problem = /^[a-z]+:\/\//i.test(written)
    ? 'the path is an address'
    : written.includes('#')
      ? 'the path has a fragment, which is never sent'
      : undefined;
  if (problem !== undefined)
    report({
      at: asked!,
      path: [...path, 'httpGet', 'path'],
      message: `${problem}: the probe asks for something else`,
      suggestion: 'write the path alone',
    });
}

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
  check({ root, report }) {
    for (const pod of ownPodsOf(root)) {
      for (const { node, path } of containersOf(pod))
        for (const key of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
          const probe = get(node, key);
          if (probe !== undefined) checkProbe(probe, [...path, key], report);
        }
    }
  },
};
