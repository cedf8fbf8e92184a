import type { Rule } from '@mcpgw/structure';
import { hostnamesOf, hostsIntersect } from '../objects/gateways.js';
import { routesView } from '../reach/routes.js';

export const routeHostnameOutside: Rule = {
  id: 'route-hostname-outside',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Requests for the host are never passed to the route, because the listeners that take the route are for other hosts.',
  docs: {
    checks: 'Every hostname of a route, when all its parents are given: a listener that the route is attached to is for the host.',
    seen: 'Controllers of v1.1.0 and v1.4.1: one hostname that fits is enough for Accepted=True; the other is sent to the proxy too, for a listener that does not take it.',
    fix: 'Add a listener for the host, or remove the hostname from the route.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP, hostname: "*.example.com"}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  hostnames: [a.example.com, a.example.org]
  rules: [{backendRefs: [{name: web, port: 80}]}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP, hostname: "*.example.com"}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  hostnames: [a.example.com, b.example.com]
  rules: [{backendRefs: [{name: web, port: 80}]}]
`,
  },
  check({ root, report }) {
    for (const { route, listeners, isWhole } of routesView(root).routes) {
      if (!route.own || !isWhole || listeners.length === 0) continue;
      for (const { node, path, host } of hostnamesOf(route)) {
        if (listeners.some(({ hostname }) => hostsIntersect(host, hostname))) continue;
        report({
          at: node,
          path,
          message: `no listener that takes the route is for the host "${host}"`,
          suggestion: `their hosts: ${[...new Set(listeners.map(({ hostname }) => hostname))].join(', ')}`,
        });
      }
    }
  },
};
