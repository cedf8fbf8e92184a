import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const jwtPermissive: Rule = {
  id: 'jwt-permissive',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Even wrong tokens pass: whatever the claims say is not checked.',
  docs: {
    checks: 'The mode of jwtAuth is not `permissive`.',
    seen: 'Live: v1.1.0 and v1.4.1 pass a request with a wrong key in mode permissive.',
    fix: 'Use `mode: strict`.',
    wrong: onRoute(
      `jwtAuth: {mode: permissive, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}`,
    ),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}`,
    ),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'jwtAuth')) {
      const mode = get(node, 'mode');
      if (text(mode) === 'permissive')
        report({
          at: mode!,
          path: [...path, 'mode'],
          chosen: true,
          message: 'in mode "permissive" requests with a wrong token pass',
          suggestion: 'use "mode: strict"',
        });
    }
  },
};
