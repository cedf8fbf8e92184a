import { panics, walk } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';

/** Keys whose texts are not expressions. */
const noExpression = new Set(['directResponse', 'prompt', 'promptGuard', 'schema', 'inline']);

export const celMapPanic: Rule = {
  id: 'cel-map-panic',
  severity: 'error',
  kinds: ['agentgateway'],
  since: '0.12.0',
  until: '1.0.0-alpha.1',
  why: 'v0.12.0 stops while it reads an expression with a map literal that contains a variable inside of map(), of a list or of another map.',
  docs: {
    checks: 'No map literal with a variable stands in map(), in a list or in another map.',
    seen: 'v0.12.0 panicked while it read its own telemetry examples, which contain such an expression; later versions accept them.',
    fix: 'Use v1.0.0 or later, or write the map without variables, or build it outside of map().',
    version: '0.12.0',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        transformations: {request: {set: {x-a: 'request.headers.map(c, {"b": c})'}}}
      backends: [{host: 127.0.0.1:8080}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        transformations: {request: {set: {x-a: 'request.path'}}}
      backends: [{host: 127.0.0.1:8080}]
`,
  },
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
