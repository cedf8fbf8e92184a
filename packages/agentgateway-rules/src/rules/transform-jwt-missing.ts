import { transformExpressions } from '@mcpgw/agentgateway/internal';
import { guardsVariable, type Rule, readsVariable } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const transformJwtMissing: Rule = {
  id: 'transform-jwt-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The expression reads claims of a token, and no token is checked anywhere on the way: the header is not set.',
  docs: {
    checks: 'Transformations that read `jwt` come after a policy that checks a token.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 do not set the header.',
    fix: 'Add jwtAuth to the listener or the route.',
    wrong: onRoute(`transformations: {request: {set: {x-user: 'jwt.sub'}}}`),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}\ntransformations: {request: {set: {x-user: 'jwt.sub'}}}`,
    ),
  },
  check({ root, report }) {
    for (const { node, path, expression, jwt } of transformExpressions(root)) {
      if (jwt !== 'none' || !readsVariable(expression, 'jwt') || guardsVariable(expression, 'jwt')) continue;
      report({
        at: node,
        path,
        message: 'the expression reads "jwt", but no token is checked here',
        suggestion: 'add jwtAuth to the listener or the route',
      });
    }
  },
};
