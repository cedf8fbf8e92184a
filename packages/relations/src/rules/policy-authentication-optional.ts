import { type Rule, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';

const parts = ['jwtAuthentication', 'apiKeyAuthentication', 'basicAuthentication', 'authentication'];

export const policyAuthenticationOptional: Rule = {
  id: 'policy-authentication-optional',
  severity: 'info',
  kinds: ['manifest'],
  why: 'Requests without credentials pass; with "Permissive", requests with wrong ones pass too.',
  docs: {
    checks: 'The mode of JWT, API key, basic and MCP authentication. Authorization rules then have to refuse requests without an identity.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a permissive mode for tokens is Attached=True and sent to the proxy; on v1.4.1 the same holds for API keys, where v1.1.0 refuses the mode.',
    fix: 'Write Strict, or leave the mode out where Strict is the default.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: users}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {basicAuthentication: {mode: Optional, secretRef: {name: users}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: users}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {basicAuthentication: {mode: Strict, secretRef: {name: users}}}
`,
  },
  check({ root, report }) {
    for (const { node, path } of parts.flatMap(part => fieldsNamed(root, 'mode', part))) {
      const mode = text(node);
      if (mode !== 'Optional' && mode !== 'Permissive') continue;
      report({
        at: node,
        path,
        chosen: true,
        message: mode === 'Optional' ? 'a request without credentials passes' : 'a request with wrong credentials, or without any, passes',
        suggestion: 'use "Strict"',
      });
    }
  },
};
