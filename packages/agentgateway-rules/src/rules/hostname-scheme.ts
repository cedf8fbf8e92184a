import { hostnames } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const hostnameScheme: Rule = {
  id: 'hostname-scheme',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Hostnames are compared without a scheme: this one never matches.',
  docs: {
    checks: 'Looks for a scheme in the hostnames of listeners and routes.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404 to a request for the host.',
    fix: 'Write the name alone.',
    wrong: withRoute('hostnames: ["https://api.example"]'),
    correct: withRoute('hostnames: [api.example]'),
  },
  check({ root, report }) {
    for (const { node, path, value } of hostnames(root)) {
      if (!/^[a-z]+:\/\//i.test(value)) continue;
      const host = value.replace(/^[a-z]+:\/\//i, '').replace(/[/:].*$/, '');
      report({
        at: node,
        path,
        message: `the hostname "${value}" contains a scheme and never matches`,
        suggestion: `write "${host}"`,
        fix: [{ span: node.span, text: JSON.stringify(host) }],
      });
    }
  },
};
