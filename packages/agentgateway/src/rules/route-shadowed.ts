import { formatPath } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { shadowedMatches } from '../views/route-order.js';

export const routeShadowed: Rule = {
  id: 'route-shadowed',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The longer path wins here, not the earlier entry; of equal matches the first wins. Another route takes every request of this one.',
  check({ root, report }) {
    for (const { match, by, why } of shadowedMatches(root)) {
      report({
        at: match.node,
        path: match.path,
        message: `no request reaches this match: ${why}`,
        suggestion: `change the match, or that of ${formatPath(by.path)}`,
      });
    }
  },
};
