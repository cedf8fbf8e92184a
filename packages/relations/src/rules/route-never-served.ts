import { at, entry, get, items, type Node, type Rule } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { policiesView } from '../reach/policies.js';
import { backendRefsOf, type RuleReach, routeRules } from '../reach/routes.js';

const answerers = new WeakMap<Node, boolean>();

/** Whether some policy answers directly for objects that labels select, which may be any route or Gateway. */
function mayAnswer(stream: Node): boolean {
  const done =
    answerers.get(stream) ??
    policiesView(stream).policies.some(({ spec, bySelector }) => bySelector && at(spec, 'traffic', 'directResponse') !== undefined);
  answerers.set(stream, done);
  return done;
}

/** Whether a given policy for the rule, its route or its Gateway answers instead of a backend. */
function answersDirectly(stream: Node, { route, reach, name }: RuleReach): boolean {
  const places = [route, ...reach.delegates, ...reach.gateways, ...reach.listeners.map(({ owner }) => owner)];
  const { on } = policiesView(stream);
  return (
    mayAnswer(stream) ||
    places.some(place =>
      (on.get(place) ?? []).some(
        ({ policy, section }) =>
          at(policy.spec, 'traffic', 'directResponse') !== undefined && (place !== route || section === undefined || section === name),
      ),
    )
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
    for (const rule of routeRules(root)) {
      const { node, path, ours } = rule;
      const backends = backendRefsOf(rule);
      const zero = backends.length > 0 && backends.every(({ weight }) => weight === 0);
      if (zero)
        report({
          at: get(backends[0]!.node, 'weight')!,
          path: [...backends[0]!.path, 'weight'],
          message: 'all weights of this rule are 0: no backend gets a request',
          suggestion: 'give a backend a weight of at least 1',
        });
      if (backends.length === 0 && !endsItself(node) && !answersDirectly(root, rule))
        report({
          at: entry(node, 'backendRefs')?.keySpan ?? node,
          path,
          message: 'the rule has no backend, and nothing else that answers',
          suggestion: 'add "backendRefs", a redirect, or a policy with "directResponse" for this route',
        });
      if (!ours) continue;
      items(get(node, 'filters')).forEach((filter, place) => {
        if (textOr(filter, 'type', '') !== 'ExtensionRef') return;
        report({
          at: get(filter, 'type')!,
          path: [...path, 'filters', place, 'type'],
          message: 'agentgateway knows no ExtensionRef filter: it does not accept the route',
          suggestion: 'use an AgentgatewayPolicy with the route as its target',
          severity: 'error',
        });
      });
    }
  },
};
