import { at, get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { gatewayApi, parentsOf, routesOf } from '../objects/gateways.js';
import { mayBeSame, type ObjectView, ofKind } from '../objects/objects.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';

/** The routes that a policy of a Gateway or ListenerSet holds for, and that lead to backends. */
function routesBelow(routes: readonly ObjectView[], target: PolicyTarget): readonly ObjectView[] {
  const section = text(get(target.node, 'sectionName'));
  return routes.filter(
    route =>
      items(at(route.node, 'spec', 'rules')).some(rule => items(get(rule, 'backendRefs')).length > 0) &&
      parentsOf(route).some(parent => {
        const own = text(get(parent.node, 'sectionName'));
        const sameListener = section === undefined || own === undefined || own === section;
        return parent.kind === target.kind && parent.name === target.name && mayBeSame(parent.namespace, target.namespace) && sameListener;
      }),
  );
}

function routesByParent(stream: Node): ReadonlyMap<string, readonly ObjectView[]> {
  const found = new Map<string, ObjectView[]>();
  for (const route of routesOf(stream))
    for (const key of new Set(parentsOf(route).map(({ kind, name }) => `${kind}/${name}`))) {
      const known = found.get(key);
      if (known === undefined) found.set(key, [route]);
      else known.push(route);
    }
  return found;
}

export const policyAnswersAll: Rule = {
  id: 'policy-answers-all',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A direct response of a Gateway answers for each of its routes that has none of its own: no backend gets a request.',
  docs: {
    checks: 'A direct response without conditions in a policy for a Gateway or ListenerSet, when given routes of it lead to backends.',
    seen: 'The controllers of v1.1.0 and v1.4.1 send it to the proxy for the whole Gateway, beside the routes.',
    fix: 'Target a route of its own for the paths that are to be answered, or use conditions.',
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
    const routes = routesByParent(root);
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      const path = ['spec', 'traffic', 'directResponse'];
      const node = at(policy.node, ...path);
      if (!policy.own || node === undefined || isGiven(node, 'conditional')) continue;
      const below = targetsOf(policy)
        .filter(({ group, kind }) => group === gatewayApi && (kind === 'Gateway' || kind === 'ListenerSet'))
        .flatMap(target => routesBelow(routes.get(`${target.kind}/${target.name}`) ?? [], target));
      if (below.length === 0) continue;
      report({
        at: node,
        path,
        message: `this answers every request of the ${below[0]!.kind} "${below[0]!.name}" too: its backends get none`,
        suggestion: 'target a route for the paths that are to be answered',
      });
    }
  },
};
