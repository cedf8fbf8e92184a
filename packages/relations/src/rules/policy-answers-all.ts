import { at, isGiven, type Rule } from '@mcpgw/structure';
import { ownPolicies, rulesFor } from '../reach/policies.js';
import { backendRefsOf } from '../reach/routes.js';

export const policyAnswersAll: Rule = {
  id: 'policy-answers-all',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A direct response of a Gateway answers for each of its routes that has none of its own: no backend gets a request.',
  docs: {
    checks:
      'A direct response without conditions in a policy for a Gateway or ListenerSet, when given routes of it lead to backends. An info for one in a policy for such a route itself, which may be meant for a time.',
    seen: 'The controllers of v1.1.0 and v1.4.1 send it to the proxy for the whole Gateway, beside the routes.',
    fix: 'Target a separate route for the paths that are to be answered, or use conditions.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: health}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {directResponse: {status: 200, body: ok}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{name: web, port: 80}]}]
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: health}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: health}]
  traffic: {directResponse: {status: 200, body: ok}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{name: web, port: 80}]}]
`,
  },
  check({ root, report }) {
    for (const { policy, targets } of ownPolicies(root)) {
      const path = ['spec', 'traffic', 'directResponse'];
      const node = at(policy.node, ...path);
      if (node === undefined || isGiven(node, 'conditional')) continue;
      const onRoutes = targets.filter(({ object }) => object.kind === 'HTTPRoute' || object.kind === 'GRPCRoute');
      const stopped = onRoutes.flatMap(target => rulesFor(root, target).find(rule => backendRefsOf(rule).length > 0) ?? []);
      if (stopped.length > 0)
        report({
          at: node,
          path,
          message: `this answers every request of the ${stopped[0]!.route.kind} "${stopped[0]!.route.name}": its backends get none`,
          suggestion: 'remove the backends, or use conditions',
          severity: 'info',
        });
      const below = targets
        .filter(({ object }) => object.kind === 'Gateway' || object.kind === 'ListenerSet')
        .flatMap(target => rulesFor(root, target).find(rule => backendRefsOf(rule).length > 0) ?? []);
      if (below.length === 0) continue;
      const { route } = below[0]!;
      report({
        at: node,
        path,
        message: `this answers every request of the ${route.kind} "${route.name}" too: its backends get none`,
        suggestion: 'target a route for the paths that are to be answered',
      });
    }
  },
};
