import { walk } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const hostUnderscore: Rule = {
  id: 'host-underscore',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An underscore is not allowed in a hostname: the proxy does not reach it, and certificates cannot carry it.',
  docs: {
    checks: 'Looks for underscores in the names of hosts.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 503 for `my_api.localhost`, and reach the server as `my-api.localhost`.',
    fix: 'Use a name with "-" instead.',
    wrong: withRoute('backends:\n- host: "my_api:8080"'),
    correct: withRoute('backends:\n- host: "my-api:8080"'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        const host = get(node, 'host');
        const name = /^(?:[a-z]+:\/\/)?([^/:@]+)/i.exec(text(host) ?? '')?.[1] ?? '';
        if (name.includes('_') && !name.includes('$'))
          report({
            at: host!,
            path: [...path, 'host'],
            message: `the hostname "${name}" contains an underscore`,
            suggestion: `use "${name.replaceAll('_', '-')}"`,
          });
      },
      place => place.has('host'),
    );
  },
};
