import type { Rule } from '@mcpgw/structure';
import { serviceNames, serviceReferences } from '../views/services.js';

export const servicePortMissing: Rule = {
  id: 'service-port-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The service is known but does not serve this port: every connection to it fails.',
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
