import { type Rule, text } from '@mcpgw/structure';
import { panics } from '../views/cel-panics.js';
import { walk } from '../views/views.js';

/** Keys whose texts are not expressions. */
const noExpression = new Set(['directResponse', 'prompt', 'promptGuard', 'schema', 'inline']);

export const celMapPanic: Rule = {
  id: 'cel-map-panic',
  severity: 'error',
  kinds: ['agentgateway'],
  since: '0.12.0',
  until: '1.0.0-alpha.1',
  why: 'v0.12.0 stops while it reads an expression with a map literal that holds a variable inside of map(), of a list or of another map.',
  check({ root, report }) {
    walk({ node: root, path: [] }, ({ node, path }) => {
      const expression = text(node);
      if (expression === undefined || path.some(step => noExpression.has(String(step))) || !panics(expression)) return;
      report({
        at: node,
        path,
        message: 'v0.12.0 stops at this expression: a map literal with a variable stands in map(), in a list or in another map',
        suggestion: 'write the map without the variable, or use v1.0 or later',
      });
    });
  },
};
