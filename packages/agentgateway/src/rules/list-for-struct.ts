import { entries, get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../views/examples.js';
import { type Placed, policySets } from '../views/views.js';

function nested({ node, path }: Placed): Placed[] {
  return entries(node)
    .filter(({ key }) => key !== 'localRateLimit')
    .map(({ key, value }) => ({ node: value, path: [...path, key] }));
}

export const listForStruct: Rule = {
  id: 'list-for-struct',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty list is taken where a mapping belongs, and means that nothing is set.',
  docs: {
    checks: 'Looks for empty lists where a mapping belongs.',
    fix: 'Write the mapping, or remove the field.',
    wrong: withRoute('policies:\n  timeout: []'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 30s'),
  },
  check({ root, report }) {
    for (const { node, path } of [...policySets(root), ...policySets(root).flatMap(nested)]) {
      if (node.kind === 'list' && node.items.length === 0)
        report({
          at: node,
          path,
          message: 'an empty list stands where a mapping belongs: nothing is set',
          suggestion: 'write the mapping, or remove the field',
        });
    }
    const frontend = get(root, 'frontendPolicies');
    if (frontend?.kind === 'list')
      report({
        at: frontend,
        path: ['frontendPolicies'],
        message: 'an empty list stands where a mapping belongs: nothing is set',
        suggestion: 'write the mapping, or remove the field',
      });
  },
};
