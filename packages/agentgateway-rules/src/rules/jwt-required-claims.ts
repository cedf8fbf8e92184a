import { jwtIssuers, listed } from '@mcpgw/agentgateway/internal';
import { at, get, items, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const enforced = ['exp', 'nbf', 'aud', 'iss', 'sub'];
const issuer = 'mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}';

export const jwtRequiredClaims: Rule = {
  id: 'jwt-required-claims',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'Only exp, nbf, aud, iss and sub can be required; other names are ignored, and a claim that is not required is checked only if the token has it.',
  docs: {
    checks:
      '`requiredClaims` names claims that the proxy enforces, contains `exp`, and contains `aud` beside audiences (the last as an info).',
    seen: 'Live: v1.1.0 and v1.4.1 accept a token without the claim for `requiredClaims: [exp, tenant]`, a token that never expires for `[sub]`, an empty token for `[]`, and with `audiences` a token that has no audience.',
    fix: 'Write `requiredClaims: [exp, aud]`. Require other claims with an authorization rule such as `require: "has(jwt.tenant)"`.',
    wrong: onRoute(`jwtAuth: {${issuer}, jwtValidationOptions: {requiredClaims: [exp, aud, tenant]}}`),
    correct: onRoute(`jwtAuth: {${issuer}, jwtValidationOptions: {requiredClaims: [exp, aud]}}`),
  },
  check({ root, report }) {
    for (const { node, path } of jwtIssuers(root)) {
      const claims = at(node, 'jwtValidationOptions', 'requiredClaims');
      const place = [...path, 'jwtValidationOptions', 'requiredClaims'];
      const names = items(claims).map(item => text(item));
      for (const claim of listed(claims, place)) {
        const name = text(claim.node);
        if (name === undefined || enforced.includes(name)) continue;
        report({
          at: claim.node,
          path: claim.path,
          message: `the claim "${name}" is not enforced: a token without it passes`,
          suggestion: `require it with an authorization rule: "has(jwt.${name})"`,
        });
      }
      if (claims?.kind === 'list' && !names.includes('exp'))
        report({ at: claims, path: place, message: 'a token without expiry passes, and is valid forever', suggestion: 'add "exp"' });
      if (claims?.kind === 'list' && items(get(node, 'audiences')).length > 0 && !names.includes('aud'))
        report({
          at: claims,
          path: place,
          severity: 'info',
          message: 'a token that has no audience passes, because the claim is not required',
          suggestion: 'add "aud"',
        });
    }
  },
};
