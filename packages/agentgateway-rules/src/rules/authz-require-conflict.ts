import { type ExpressionView, expressions, neededTexts, protocolOf } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The scheme of every request of the listener that an expression belongs to; undefined if it is not known. */
function schemeOf({ set }: ExpressionView): string | undefined {
  const listener = set?.listener ?? set?.route?.listener;
  const protocol = listener === undefined ? '' : protocolOf(listener);
  return protocol === 'HTTP' ? 'http' : protocol === 'HTTPS' ? 'https' : undefined;
}

export const authzRequireConflict: Rule = {
  id: 'authz-require-conflict',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'All rules that are required have to hold at once, and these cannot: every request is refused.',
  docs: {
    checks:
      'Rules with `require` of one policy do not expect different values of the same variable, and no rule expects a scheme that the listener does not speak.',
    seen: 'Versions 1.1.0 and 1.4.1 answer 403 to every request with the two rules `require: request.method == "GET"` and `require: request.method == "POST"`, and on a listener without TLS with `require: request.scheme == "https"`, also if a proxy before it sends `X-Forwarded-Proto: https`.',
    fix: 'Write one rule with all values: `request.method in ["GET", "POST"]`. Where a load balancer ends TLS, compare a header that it sets.',
    wrong: onRoute(`authorization: {rules: [{require: 'request.method == "GET"'}, {require: 'request.method == "POST"'}]}`),
    correct: onRoute(`authorization: {rules: [{require: 'request.method in ["GET", "POST"]'}, {require: 'request.path != "/admin"'}]}`),
  },
  check({ root, version, report }) {
    const wanted = new Map<string, readonly string[]>();
    for (const view of expressions(root, version)) {
      const { node, path, use, tree, effect } = view;
      if (use !== 'require' && use !== 'allow') continue;
      const needs = neededTexts(tree);
      const scheme = schemeOf(view);
      if (scheme !== undefined && needs.get('request.scheme')?.includes(scheme) === false)
        report({
          at: node,
          path,
          message: `the scheme of every request of this listener is ${scheme}: ${effect}`,
          suggestion: 'compare a header that the load balancer sets, such as request.headers["x-forwarded-proto"]',
        });
      for (const [name, values] of use === 'require' ? needs : []) {
        const key = JSON.stringify([path.slice(0, -2), name]);
        const before = wanted.get(key);
        const both = before?.filter(value => values.includes(value)) ?? values;
        if (before !== undefined && before.length > 0 && both.length === 0)
          report({
            at: node,
            path,
            message: `a rule before requires another value of ${name}: every request is refused`,
            suggestion: `write one rule: ${name} in [${[...before, ...values].map(value => JSON.stringify(value)).join(', ')}]`,
          });
        wanted.set(key, both);
      }
    }
  },
};
