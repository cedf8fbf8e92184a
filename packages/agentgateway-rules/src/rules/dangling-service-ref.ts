import { serviceNames, serviceReferences } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';

export const danglingServiceRef: Rule = {
  id: 'dangling-service-ref',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A reference to a service that is not in the top-level `services` is never resolved.',
  docs: {
    checks: 'Follows each reference to a service to the top-level services.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and answer 500.',
    fix: 'Write namespace/hostname of an entry of `services`.',
    wrong:
      'services:\n- name: api\n  namespace: default\n  hostname: api.example\n  vips: ["/10.0.0.1"]\n  ports:\n    "80": 8080\nworkloads:\n- workloadIps: [10.1.0.1]\n  namespace: default\n  services:\n    default/api.example:\n      "80": 8080\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - service:\n          name: default/other.example\n          port: 80\n',
    correct:
      'services:\n- name: api\n  namespace: default\n  hostname: api.example\n  vips: ["/10.0.0.1"]\n  ports:\n    "80": 8080\nworkloads:\n- workloadIps: [10.1.0.1]\n  namespace: default\n  services:\n    default/api.example:\n      "80": 8080\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - service:\n          name: default/api.example\n          port: 80\n',
  },
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
