import { at, entry, get, items, type Node, type Rule } from '@mcpgw/structure';
import { isAgentgateway, parentObjects, parentsOf, routesOf } from '../objects/gateways.js';
import { integerOf, mayBeSame, type ObjectView, ofKind, refersTo, textOr } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';

/** Whether some given policy answers instead of a backend. A policy that selects by labels counts, because it may apply. */
function answersDirectly(stream: Node, route: ObjectView): boolean {
  return ofKind(stream, 'AgentgatewayPolicy').some(
    policy =>
      mayBeSame(policy.namespace, route.namespace) &&
      at(policy.node, 'spec', 'traffic', 'directResponse') !== undefined &&
      (at(policy.node, 'spec', 'targetSelectors') !== undefined ||
        targetsOf(policy).some(target => refersTo(target, route) || target.kind === 'Gateway')),
  );
}

const endsItself = (rule: Node): boolean =>
  items(get(rule, 'filters')).some(filter => ['RequestRedirect', 'ExtensionRef'].includes(textOr(filter, 'type', '')));

export const routeNeverServed: Rule = {
  id: 'route-never-served',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'No backend gets the requests of the rule: each is answered with an error.',
  docs: {
    checks:
      'Every rule of an HTTPRoute or GRPCRoute: it has a backend with a weight above 0, or something else that answers: a redirect, or a direct response of a given policy. For a Gateway of agentgateway, filters of type ExtensionRef, which it does not know.',
    seen: 'Controllers of v1.1.0 and v1.4.1: weights of 0 and rules without backends are Accepted=True; a rule with an ExtensionRef filter is not sent to the proxy.',
    fix: 'Add a backend, or give one a weight of at least 1.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{name: web, port: 80, weight: 0}]}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{name: web, port: 80, weight: 1}, {name: old, port: 80, weight: 0}]}]
`,
  },
  check({ root, report }) {
    for (const route of routesOf(root)) {
      if (!route.own) continue;
      const ours = parentsOf(route).some(parent => parentObjects(root, parent).some(isAgentgateway));
      items(at(route.node, 'spec', 'rules')).forEach((rule, index) => {
        const path = ['spec', 'rules', index];
        const backends = items(get(rule, 'backendRefs'));
        const zero = backends.length > 0 && backends.every(backend => integerOf(get(backend, 'weight')) === 0);
        if (zero)
          report({
            at: get(backends[0], 'weight')!,
            path: [...path, 'backendRefs', 0, 'weight'],
            message: 'all weights of this rule are 0: no backend gets a request',
            suggestion: 'give a backend a weight of at least 1',
          });
        if (backends.length === 0 && !endsItself(rule) && !answersDirectly(root, route))
          report({
            at: entry(rule, 'backendRefs')?.keySpan ?? rule,
            path,
            message: 'the rule has no backend, and nothing else that answers',
            suggestion: 'add "backendRefs", a redirect, or a policy with "directResponse" for this route',
          });
        if (!ours) return;
        items(get(rule, 'filters')).forEach((filter, place) => {
          if (textOr(filter, 'type', '') !== 'ExtensionRef') return;
          report({
            at: get(filter, 'type')!,
            path: [...path, 'filters', place, 'type'],
            message: 'agentgateway knows no ExtensionRef filter: it does not accept the route',
            suggestion: 'use an AgentgatewayPolicy with the route as its target',
            severity: 'error',
          });
        });
      });
    }
  },
};
