import { authorizationRules, expressions } from '@mcpgw/agentgateway/internal';
import { type Rule, yes } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const authzDenyAll: Rule = {
  id: 'authz-deny-all',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A rule that denies is stronger than every rule that allows: if it always holds, everything is refused.',
  docs: {
    checks: 'Rules that deny do not always hold, and do not deny exactly what another rule allows or requires.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 403 to every request with `deny: "true"`, whatever other rules allow.',
    fix: 'Deny what must not pass, and remove a rule that only means "otherwise": requests that no rule allows are refused anyway.',
    wrong: onRoute(`authorization: {rules: ['request.path == "/open"', {deny: 'true'}]}`),
    correct: onRoute(`authorization: {rules: ['request.path == "/open"']}`),
  },
  check({ root, version, report }) {
    const always = new Set(expressions(root, version).flatMap(({ text, judgement }) => (judgement.outcomes === yes ? [text] : [])));
    for (const { node, path, effect, expression, siblings } of authorizationRules(root)) {
      if (effect !== 'deny') continue;
      const allowed = siblings.some(({ effect: other, expression: text }) => other !== 'deny' && text.trim() === expression.trim());
      if (!allowed && !always.has(expression)) continue;
      report({
        at: node,
        path,
        message: allowed
          ? 'this denies exactly what another rule allows or requires'
          : 'this rule denies everything: every request is refused',
        suggestion: allowed ? 'remove one of the two' : 'remove it: what no rule allows is refused anyway',
      });
    }
  },
};
