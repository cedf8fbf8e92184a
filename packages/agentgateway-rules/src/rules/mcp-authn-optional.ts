import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onMcpRoute } from '../examples/examples.js';

export const mcpAuthnOptional: Rule = {
  id: 'mcp-authn-optional',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'A request without a token passes and gets no 401, so clients never start the login.',
  docs: {
    checks: 'The mode of mcpAuthentication is `strict`, which is the default.',
    seen: 'Live: v1.1.0 and v1.4.1 answer initialize without a token in both modes; with an invalid token, `permissive` answers 200 and `optional` 401.',
    fix: 'Use `mode: strict`, or leave the mode out.',
    wrong: onMcpRoute(
      `mcpAuthentication: {mode: permissive, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}, resourceMetadata: {resource: "https://gateway.example.com/mcp"}}`,
    ),
    correct: onMcpRoute(
      `mcpAuthentication: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}, resourceMetadata: {resource: "https://gateway.example.com/mcp"}}`,
    ),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'mcpAuthentication')) {
      const mode = get(node, 'mode');
      const value = text(mode);
      if (value === 'optional' || value === 'permissive')
        report({
          at: mode!,
          path: [...path, 'mode'],
          chosen: true,
          message: `mcpAuthentication in mode "${value}" lets requests without a valid token pass`,
          suggestion: 'use "mode: strict"',
        });
    }
  },
};
