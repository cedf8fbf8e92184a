import { get, type Rule } from '@mcpgw/structure';
import { backendsOf } from '../objects/backends.js';
import { routesOf } from '../objects/gateways.js';
import { usesOf } from '../reach/users.js';

export const backendNotUsed: Rule = {
  id: 'backend-not-used',
  severity: 'info',
  kinds: ['manifest'],
  why: 'A backend to which no route and no policy refers is never sent to a proxy, with all the policies in it.',
  docs: {
    checks:
      'Every AgentgatewayBackend, when routes are given: some given route, policy or backend refers to it. A policy that targets it does not count.',
    seen: 'The controllers of v1.1.0 and v1.4.1 report such a backend as Accepted=True and send nothing to the proxy.',
    fix: 'Refer to it in the backendRefs of a route, or remove it.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {static: {host: tools.example, port: 80}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{name: web, port: 80}]}]
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {static: {host: tools.example, port: 80}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]}]
`,
  },
  check({ root, report }) {
    if (routesOf(root).length === 0) return;
    for (const backend of backendsOf(root)) {
      if (!backend.own || usesOf(root, backend).length > 0) continue;
      report({
        at: get(get(backend.node, 'metadata'), 'name') ?? backend.node,
        path: ['metadata', 'name'],
        message: 'no given route or policy refers to this backend: it is not sent to a proxy',
        suggestion: 'name it in the backendRefs of a route, or remove it',
      });
    }
  },
};
