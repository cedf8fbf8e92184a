import { expressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const authzNotBool: Rule = {
  id: 'authz-not-bool',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The rule returns neither true nor false, so it never holds.',
  docs: {
    checks: 'The expression of every authorization rule returns true or false.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 403 to every request with the rule `\'"true"\'`, which is a string.',
    fix: 'Compare the value, such as `request.path == "/x"`.',
    wrong: onRoute(`authorization: {rules: ['request.path']}`),
    correct: onRoute(`authorization: {rules: ['request.path == "/x"']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, use, judgement } of expressions(root, version)) {
      const isRule = use === 'allow' || use === 'deny' || use === 'require';
      if (isRule && judgement.type !== undefined && judgement.type !== 'bool')
        report({
          at: node,
          path,
          message: 'the rule returns a value that is neither true nor false, and so never holds',
          suggestion: 'compare it, such as: request.path == "/x"',
        });
    }
  },
};
