import { formatPath } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { shadowedMatches } from '../views/route-order.js';

export const routeShadowed: Rule = {
  id: 'route-shadowed',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The kind and length of a path decide, not its place in the file; of equal matches the route with the first name wins.',
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
