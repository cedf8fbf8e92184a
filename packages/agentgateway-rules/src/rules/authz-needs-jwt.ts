import { authorizationRules } from '@mcpgw/agentgateway/internal';
import { guardsVariable, type Rule, readsVariable } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const authzNeedsJwt: Rule = {
  id: 'authz-needs-jwt',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The rule reads claims of a token, and no token is checked anywhere on the way: it never holds.',
  docs: {
    checks: 'Rules that allow or require by `jwt` come after a policy that checks a token.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 403 to every request.',
    fix: 'Add jwtAuth to the listener or the route.',
    wrong: onRoute(`authorization: {rules: ['jwt.sub == "anna"']}`),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}\nauthorization: {rules: ['jwt.sub == "anna"']}`,
    ),
  },
  check({ root, report }) {
    for (const rule of authorizationRules(root)) {
      if (rule.effect === 'deny' || rule.jwt !== 'none' || !readsVariable(rule.expression, 'jwt') || guardsVariable(rule.expression, 'jwt'))
        continue;
      report({
        at: rule.node,
        path: rule.path,
        message: 'the rule reads "jwt", but no token is checked here',
        suggestion: 'add jwtAuth to the listener or the route',
      });
    }
  },
};
