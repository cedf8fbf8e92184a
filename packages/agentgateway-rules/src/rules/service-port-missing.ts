import { serviceNames, serviceReferences } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';

export const servicePortMissing: Rule = {
  id: 'service-port-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The service is known but does not serve this port: every connection to it fails.',
  docs: {
    checks: 'Compares the port of each reference to a service with the ports of the service.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and answer 503.',
    fix: 'Name a port of the service, or add it there.',
    wrong:
      'services:\n- name: api\n  namespace: default\n  hostname: api.example\n  vips: ["/10.0.0.1"]\n  ports:\n    "80": 8080\nworkloads:\n- workloadIps: [10.1.0.1]\n  namespace: default\n  services:\n    default/api.example:\n      "80": 8080\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - service:\n          name: default/api.example\n          port: 81\n',
    correct:
      'services:\n- name: api\n  namespace: default\n  hostname: api.example\n  vips: ["/10.0.0.1"]\n  ports:\n    "80": 8080\nworkloads:\n- workloadIps: [10.1.0.1]\n  namespace: default\n  services:\n    default/api.example:\n      "80": 8080\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - service:\n          name: default/api.example\n          port: 80\n',
  },
  check({ root, report }) {
    const known = serviceNames(root);
    for (const { node, path, name, port } of serviceReferences(root)) {
      const ports = known.get(name);
      if (ports === undefined || port === undefined || ports.includes(port)) continue;
      report({
        at: node,
        path,
        message: `the service "${name}" has no port ${port}`,
        suggestion: ports.length === 0 ? 'add the port to the service' : `it has ${ports.join(', ')}`,
      });
    }
  },
};
