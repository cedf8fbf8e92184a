import { get, items, type Rule, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';

export const policyListsContradict: Rule = {
  id: 'policy-lists-contradict',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A header that is both allowed and disallowed is not sent: the entry that allows it does nothing.',
  docs: {
    checks: 'The lists allowedRequestHeaders and disallowedRequestHeaders of a guardrail have no name in common, in whatever case.',
    seen: 'The controller of v1.4.1 accepts both and sends them to the proxy.',
    fix: 'Keep the header in one of the two lists.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: guard}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
  backend:
    mcp:
      guardrails:
        processors:
          - remote: {backendRef: {name: guard, port: 9000}, allowedRequestHeaders: [x-user], disallowedRequestHeaders: [X-User]}
            methods: {tools/call: Full}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: guard}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
  backend:
    mcp:
      guardrails:
        processors:
          - remote: {backendRef: {name: guard, port: 9000}, allowedRequestHeaders: [x-user], disallowedRequestHeaders: [cookie]}
            methods: {tools/call: Full}
`,
    version: '1.4.1',
  },
  check({ root, report }) {
    for (const { node, path, parent } of fieldsNamed(root, 'allowedRequestHeaders')) {
      const denied = new Set(items(get(parent, 'disallowedRequestHeaders')).map(item => (text(item) ?? '').toLowerCase()));
      items(node).forEach((item, index) => {
        const name = text(item);
        if (name === undefined || !denied.has(name.toLowerCase())) return;
        report({
          at: item,
          path: [...path, index],
          message: `"${name}" is in disallowedRequestHeaders too, and is never sent`,
          suggestion: 'keep it in one of the two lists',
        });
      });
    }
  },
};
