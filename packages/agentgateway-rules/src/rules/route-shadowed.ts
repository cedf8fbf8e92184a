import { shadowedMatches } from '@mcpgw/agentgateway/internal';
import { formatPath } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

export const routeShadowed: Rule = {
  id: 'route-shadowed',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The kind and length of a path decide, not its place in the file; of equal matches the route with the first name wins.',
  docs: {
    checks:
      'Puts the matches of a listener in the order in which the proxy tries them, and looks for matches that another one always precedes.',
    seen: 'Live: v1.1.0 and v1.4.1 answer from the route with the first name, which is the second of the file.',
    fix: 'Make the match narrower, remove it, or name the routes in the order that is meant.',
    wrong: withListener('routes:\n- name: b\n  backends:\n  - host: "one:8080"\n- name: a\n  backends:\n  - host: "two:8080"'),
    correct: withListener(
      'routes:\n- name: b\n  backends:\n  - host: "one:8080"\n- name: a\n  matches:\n  - path:\n      pathPrefix: /a\n  backends:\n  - host: "two:8080"',
    ),
  },
  check({ root, version, report }) {
    for (const { match, by, why, certain } of shadowedMatches(root, version)) {
      report({
        at: match.node,
        path: match.path,
        message: certain ? `no request reaches this match: ${why}` : why,
        ...(certain ? {} : { severity: 'info' }),
        suggestion: `change the match, or that of ${formatPath(by.path)}`,
      });
    }
  },
};
