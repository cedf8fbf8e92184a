import { get, isGiven, type Rule } from '@mcpgw/structure';
import { type ObjectView, textOr } from '../objects/objects.js';
import { isForeign, routeRules } from '../reach/routes.js';

/** Kinds of backends that speak HTTP, in the words of AgentgatewayBackend. */
const speakHttp = ['ai', 'mcp', 'a2a', 'aws'] as const;

/** Why a route of this kind cannot use a backend; undefined if it may. */
function problem(route: ObjectView, backend: ObjectView): { readonly message: string; readonly suggestion: string } | undefined {
  const spec = get(backend.node, 'spec');
  if (backend.kind === 'Service')
    return textOr(spec, 'type', 'ClusterIP') === 'ExternalName'
      ? {
          message: `the Service "${backend.name}" is of type ExternalName, which the controller does not send to the proxy: every request fails`,
          suggestion: 'use an AgentgatewayBackend with spec.static.host',
        }
      : undefined;
  const http = speakHttp.find(key => isGiven(spec, key));
  if (http === undefined || (route.kind !== 'TCPRoute' && route.kind !== 'TLSRoute')) return undefined;
  return {
    message: `the AgentgatewayBackend "${backend.name}" of type "${http}" answers HTTP requests, and a ${route.kind} passes on bytes: every connection fails`,
    suggestion: 'use an HTTPRoute on a listener with protocol HTTP or HTTPS',
  };
}

export const routeOtherBackend: Rule = {
  id: 'route-other-backend',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The route and its backend are accepted, and the proxy cannot use the one for the other: every request or connection fails.',
  docs: {
    checks:
      'The given backends of routes: Services have a type with endpoints, and TCPRoutes and TLSRoutes lead to backends that take plain connections.',
    seen: 'The controllers of v1.1.0 and v1.4.1 accept both routes; for a Service of type ExternalName they send the route to the proxy and no Service.',
    fix: 'Use an AgentgatewayBackend with a host for servers outside of the cluster, and an HTTPRoute for MCP servers and models.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: api}
spec: {type: ExternalName, externalName: api.example, ports: [{port: 80}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{name: api, port: 80}]}]
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec: {static: {host: api.example, port: 80}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: api}]}]
`,
  },
  check({ root, report }) {
    for (const { route, reach, backends } of routeRules(root)) {
      if (isForeign(reach)) continue;
      for (const { node, path, given, isMirror } of backends)
        for (const backend of isMirror ? [] : given) {
          const said = backend.kind === 'Service' && !reach.ours ? undefined : problem(route, backend);
          if (said !== undefined) report({ at: get(node, 'name') ?? node, path: [...path, 'name'], ...said });
        }
    }
  },
};
