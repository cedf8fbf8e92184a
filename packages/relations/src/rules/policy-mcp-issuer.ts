import { isGiven, type Rule } from '@mcpgw/structure';
import { onBackend } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

const keys = 'jwks: {jwksPath: keys, backendRef: {name: id, port: 80}}';

export const policyMcpIssuer: Rule = {
  id: 'policy-mcp-issuer',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Without an issuer the proxy expects an empty one: every token that names its issuer is refused.',
  docs: {
    checks: 'MCP authentication of a backend names the issuer of the tokens, which the API server does not ask for.',
    seen: 'Live, in a static configuration: v1.1.0 and v1.4.1 with an empty issuer answered 401 to a valid token that names its issuer, and 200 with this issuer.',
    fix: 'Write the claim "iss" of your tokens as issuer.',
    wrong: onBackend(`backend: {mcp: {authentication: {audiences: [tools], ${keys}}}}`),
    correct: onBackend(`backend: {mcp: {authentication: {issuer: "https://id.example", audiences: [tools], ${keys}}}}`),
  },
  check({ root, report }) {
    for (const { node, path } of fieldsNamed(root, 'authentication', 'mcp'))
      if (node.kind === 'map' && !isGiven(node, 'issuer'))
        report({
          at: node,
          path,
          message: 'without "issuer" every token that names its issuer is refused',
          suggestion: 'add the issuer of the tokens',
        });
  },
};
