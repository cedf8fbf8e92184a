import { ruleSets } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const authzNoRules: Rule = {
  id: 'authz-no-rules',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An authorization policy without rules lets everything pass.',
  docs: {
    checks: 'Authorization policies have at least one rule.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 200 with `authorization: {rules: []}`.',
    fix: 'Write the rules, or remove the policy. To refuse everything, write `{deny: "true"}`.',
    wrong: onRoute('authorization: {rules: []}'),
    correct: onRoute(`authorization: {rules: ['request.path.startsWith("/public")']}`),
  },
  check({ root, report }) {
    for (const { node, path } of ruleSets(root)) {
      const rules = get(node, 'rules');
      if (rules?.kind === 'list' && rules.items.length === 0)
        report({
          at: rules,
          path: [...path, 'rules'],
          message: 'without rules everything passes',
          suggestion: 'write a rule, or remove the policy',
        });
    }
  },
};
