import { get, type Rule } from '@mcpgw/structure';
import { listenersOf, type ParentView, refusal } from '../objects/gateways.js';
import { routesView } from '../reach/routes.js';

export const routeNotAttached: Rule = {
  id: 'route-not-attached',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The Gateway takes the route at none of its listeners: no request reaches it.',
  docs: {
    checks:
      'Every parent of a route that is among the given objects: some listener has the section and port that the reference names, a protocol for the kind of route, allowedRoutes that take the kind and the namespace, and a hostname in common with the route.',
    seen: 'Controllers of v1.1.0 and v1.4.1: the route is Accepted=False with NoMatchingParent, NoMatchingListenerHostname or NotAllowedByListeners, and not sent to the proxy.',
    fix: 'Change the parentRef or the hostnames of the route, or let the listener take the route.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge, namespace: infra}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web, namespace: apps}
spec: {parentRefs: [{name: edge, namespace: infra}], rules: [{backendRefs: [{name: web, port: 80}]}]}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge, namespace: infra}
spec:
  gatewayClassName: agentgateway
  listeners: [{name: http, port: 80, protocol: HTTP, allowedRoutes: {namespaces: {from: All}}}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web, namespace: apps}
spec: {parentRefs: [{name: edge, namespace: infra}], rules: [{backendRefs: [{name: web, port: 80}]}]}
`,
  },
  check({ root, report }) {
    for (const { route, parents } of routesView(root).routes) {
      if (!route.own) continue;
      for (const { parent, objects, listeners: taken } of parents) {
        if (taken.length > 0) continue;
        const listeners = objects.flatMap(listenersOf);
        const reasons = listeners.map(listener => refusal(root, parent, listener));
        if (reasons.length === 0) continue;
        const [reason] = mostTelling(reasons as string[]);
        report({
          at: get(parent.node, fieldOf(reason!, parent)) ?? parent.node,
          path: [...parent.path, fieldOf(reason!, parent)],
          message: `the ${parent.kind} "${parent.name}" does not take this ${route.kind}: ${reason}`,
          suggestion: advice(
            reason!,
            listeners.map(({ name }) => name),
          ),
        });
      }
    }
  },
};

/** A reason about another section says less than one about the section that is meant. */
const mostTelling = (reasons: readonly string[]): readonly string[] =>
  [...reasons].sort((a, b) => Number(a.startsWith('no listener')) - Number(b.startsWith('no listener')));

const fieldOf = (reason: string, { node }: ParentView): string => {
  if (reason.startsWith('no listener is')) return 'sectionName';
  return reason.startsWith('no listener has') && get(node, 'port') !== undefined ? 'port' : 'name';
};

function advice(reason: string, names: readonly string[]): string {
  if (reason.startsWith('no listener')) return `its listeners: ${names.join(', ')}`;
  return reason.startsWith('no host') ? 'change the hostnames of the route or of the listener' : 'change "allowedRoutes" of the listener';
}
