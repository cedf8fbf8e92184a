import { hostnames } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const hostnameWithPort: Rule = {
  id: 'hostname-with-port',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Hostnames are compared without the port: this one never matches.',
  docs: {
    checks: 'Looks for a port in the hostnames of listeners and routes.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404 to a request for the host, with and without the port; without the port in the list, both are taken.',
    fix: 'Write the name alone.',
    wrong: withRoute('hostnames: ["api.example:8080"]'),
    correct: withRoute('hostnames: [api.example]'),
  },
  check({ root, report }) {
    for (const { node, path, value } of hostnames(root)) {
      if (!/^[^:/]+:\d+$/.test(value)) continue;
      report({
        at: node,
        path,
        message: `the hostname "${value}" contains a port and never matches`,
        suggestion: `write "${value.split(':')[0]}"`,
        fix: [{ span: node.span, text: JSON.stringify(value.split(':')[0]) }],
      });
    }
  },
};
