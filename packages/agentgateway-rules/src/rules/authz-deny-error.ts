import { authorizationRules } from '@mcpgw/agentgateway/internal';
import { guardsVariable, type Rule, readsVariable } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const authzDenyError: Rule = {
  id: 'authz-deny-error',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without a token the rule fails to run, and a rule that fails denies nobody.',
  docs: {
    checks: 'Rules that deny by `jwt` come after a policy that checks a token.',
    seen: 'Live: v1.1.0 and v1.4.1: a rule that fails denies nobody.',
    fix: 'Add jwtAuth with `mode: strict`.',
    wrong: onRoute(`authorization: {rules: [{deny: 'jwt.sub == "anna"'}]}`),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}\nauthorization: {rules: [{deny: 'jwt.sub == "anna"'}]}`,
    ),
  },
  check({ root, report }) {
    for (const rule of authorizationRules(root)) {
      if (rule.effect !== 'deny' || !readsVariable(rule.expression, 'jwt') || guardsVariable(rule.expression, 'jwt') || rule.jwt !== 'none')
        continue;
      report({
        at: rule.node,
        path: rule.path,
        message: 'no token is checked here, so this rule fails to run and denies nobody',
        suggestion: 'add jwtAuth with "mode: strict"',
      });
    }
  },
};
