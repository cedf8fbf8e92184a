import { authorizationRules } from '@mcpgw/agentgateway/internal';
import { guardsVariable, type Rule, readsVariable } from '@mcpgw/structure';

export const jwtOptionalWithClaims: Rule = {
  id: 'jwt-optional-with-claims',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Requests without a token pass the token check; a rule that denies by claim then fails to run and denies nobody.',
  docs: {
    checks: 'Rules that deny by a claim stand beside a token check that is strict.',
    seen: 'Live: v1.1.0 and v1.4.1 let a request without a token pass, refuse a token of the denied team, and take another one.',
    fix: 'Set mode: strict, or turn the rule into one that allows.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {jwtAuth: {mode: optional, issuer: "https://id.example.com", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}, authorization: {rules: [{deny: 'jwt.team == "x"'}]}}
      backends:
      - host: "127.0.0.1:8080"
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}, authorization: {rules: [{allow: 'jwt.team == "x"'}]}}
      backends:
      - host: "127.0.0.1:8080"
`,
  },
  check({ root, report }) {
    for (const rule of authorizationRules(root)) {
      if (
        rule.effect !== 'deny' ||
        !readsVariable(rule.expression, 'jwt') ||
        guardsVariable(rule.expression, 'jwt') ||
        rule.jwt !== 'optional'
      )
        continue;
      report({
        at: rule.node,
        path: rule.path,
        message: 'requests without a token pass: jwtAuth is optional, and this rule denies nobody without claims',
        suggestion: 'set "mode: strict" in jwtAuth, or deny with !has(jwt.sub)',
      });
    }
  },
};
