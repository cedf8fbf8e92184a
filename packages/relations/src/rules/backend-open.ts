import { at, entry, get, isGiven, type Rule } from '@mcpgw/structure';
import { backendsOf } from '../objects/backends.js';
import { ofKind } from '../objects/objects.js';
import { backendsBehind, routeRules } from '../reach/routes.js';

const guards = ['jwtAuthentication', 'apiKeyAuthentication', 'basicAuthentication', 'extAuth', 'authorization', 'oidc'];

export const backendOpen: Rule = {
  id: 'backend-open',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Anyone who reaches the route reaches every host that the proxy can reach, also inside the cluster.',
  docs: {
    checks:
      'AgentgatewayBackends with dynamicForwardProxy: some given AgentgatewayPolicy checks who asks. An info if no given route leads to the backend.',
    seen: 'The proxy of v1.4.1 connects to any host in the request for the same backend in a static configuration.',
    fix: 'Check who asks with an AgentgatewayPolicy for the route, or name one host with "static".',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: any}
spec: {dynamicForwardProxy: {}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: any}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: any}]}]}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: one}
spec: {static: {host: web.example, port: 80}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: one}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: one}]}]}
`,
  },
  check({ root, report }) {
    const isGuarded = ofKind(root, 'AgentgatewayPolicy').some(policy => {
      const traffic = at(policy.node, 'spec', 'traffic');
      return (
        (traffic !== undefined && guards.some(key => isGiven(traffic, key))) ||
        at(policy.node, 'spec', 'frontend', 'networkAuthorization') !== undefined
      );
    });
    if (isGuarded) return;
    const reached = new Set(routeRules(root).flatMap(rule => backendsBehind(rule)));
    for (const backend of backendsOf(root)) {
      const dynamic = entry(get(backend.node, 'spec')!, 'dynamicForwardProxy');
      if (!backend.own || dynamic === undefined) continue;
      report({
        at: dynamic.keySpan,
        path: ['spec', 'dynamicForwardProxy'],
        message: 'the client names the host that is called, and no given policy checks who asks',
        suggestion: 'add a policy that checks who asks',
        ...(reached.has(backend) ? {} : { severity: 'info' }),
      });
    }
  },
};
