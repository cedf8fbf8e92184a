import { get, type Rule, text } from '@mcpgw/structure';
import { forOwnContainers } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';

const example = (second: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", env: [{name: LOG_LEVEL, value: info}, {name: ${second}, value: debug}]}]
`;

export const envTwice: Rule = {
  id: 'env-twice',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The API server only warns: the container gets the last value, and tools that merge lists by name lose one of the entries.',
  docs: {
    checks: 'Variables of a container have different names.',
    fix: 'Keep one of the entries.',
    wrong: example('LOG_LEVEL'),
    correct: example('LOG_FORMAT'),
  },
  check: context =>
    forOwnContainers(context, (container, say) => {
      const seen = new Set<string>();
      for (const { node, path } of placed(container.node, container.path, 'env')) {
        const name = text(get(node, 'name'));
        if (name === undefined) continue;
        if (seen.has(name))
          say([...path, 'name'], `the variable "${name}" is set before: only this value is used`, 'keep one of the entries');
        seen.add(name);
      }
    }),
};
