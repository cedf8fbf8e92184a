import { listed, routes } from '@mcpgw/agentgateway/internal';
import { at, get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const headerContradiction: Rule = {
  id: 'header-contradiction',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The same header would need two values at once: the match holds for no request that sends it once.',
  docs: {
    checks: 'Looks for a header that one match wants to have two different values; `:method` has that of `method`.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404 to a request with one of the values. With the header sent twice, once with each value, v1.1.0 answers 404, and v1.4.1 takes it.',
    fix: 'Write two matches, or one regular expression.',
    wrong: withRoute(
      'matches:\n- path:\n    pathPrefix: /\n  headers:\n  - name: x-a\n    value:\n      exact: one\n  - name: x-a\n    value:\n      exact: two',
    ),
    correct: withRoute('matches:\n- path:\n    pathPrefix: /\n  headers:\n  - name: x-a\n    value:\n      exact: one'),
  },
  check({ root, report }) {
    for (const { node, path } of routes(root).flatMap(route => listed(get(route.node, 'matches'), [...route.path, 'matches']))) {
      const method = text(get(node, 'method'));
      const seen = new Map<string, string>(method === undefined ? [] : [[':method', method]]);
      for (const header of listed(get(node, 'headers'), [...path, 'headers'])) {
        const name = (text(get(header.node, 'name')) ?? '').toLowerCase();
        const value = text(at(header.node, 'value', 'exact'));
        if (value === undefined) continue;
        if (seen.has(name) && seen.get(name) !== value)
          report({
            at: header.node,
            path: header.path,
            message: `the header "${name}" would need two values at once`,
            suggestion: 'write two matches, or one regular expression',
          });
        seen.set(name, value);
      }
    }
  },
};
