import type { Rule } from '@mcpgw/structure';
import { serviceNames, serviceReferences } from '../views/services.js';

export const danglingServiceRef: Rule = {
  id: 'dangling-service-ref',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A reference to a service that is not in the top-level `services` is never resolved.',
  check({ root, report }) {
    const known = serviceNames(root);
    for (const { node, path, name } of serviceReferences(root)) {
      if (known.has(name)) continue;
      report({
        at: node,
        path,
        message: `there is no service "${name}" in the top-level "services"`,
        suggestion: 'add it, or name the address with "host"',
      });
    }
  },
};
