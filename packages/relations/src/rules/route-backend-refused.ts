import { get, type Rule } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import type { PlacedNode } from '../objects/placed.js';
import { routeRules } from '../reach/routes.js';

/** The kinds that the controller of agentgateway takes as backends of routes. */
const taken: ReadonlySet<string> = new Set([
  '/Service',
  'agentgateway.dev/AgentgatewayBackend',
  'inference.networking.k8s.io/InferencePool',
  'gateway.networking.k8s.io/HTTPRoute',
  // With Istio, which the controller can be told to follow.
  'networking.istio.io/Hostname',
]);

/** Groups that belong to kinds; a reference that leaves one out means the core group. */
const groups: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  AgentgatewayBackend: 'agentgateway.dev',
  InferencePool: 'inference.networking.k8s.io',
  HTTPRoute: 'gateway.networking.k8s.io',
});

/** Kinds whose objects have no dot in their names. */
const namedByLabel: ReadonlySet<string> = new Set(['Service', 'InferencePool']);

function problem({ node }: PlacedNode, routeKind: string): readonly [key: string, message: string, suggestion: string] | undefined {
  const kind = textOr(node, 'kind', 'Service');
  const group = textOr(node, 'group', '');
  const wanted = groups[kind];
  if (wanted !== undefined && group !== wanted)
    return ['kind', `"${kind}" is not a kind of the ${group === '' ? 'core group' : `group "${group}"`}`, `add "group: ${wanted}"`];
  if (!taken.has(`${group}/${kind}`) || (kind === 'HTTPRoute' && routeKind !== 'HTTPRoute'))
    return ['kind', `agentgateway sends no traffic to a ${kind}`, 'refer to a Service or an AgentgatewayBackend'];
  const name = textOr(node, 'name', '');
  return namedByLabel.has(kind) && name.includes('.')
    ? ['name', `"${name}" is a host, and the name of the ${kind} is wanted`, 'write the name, and "namespace" beside it']
    : undefined;
}

export const routeBackendRefused: Rule = {
  id: 'route-backend-refused',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The controller does not resolve the backend: its requests are answered with 500.',
  docs: {
    checks:
      'The backends and mirrors of routes on a Gateway of agentgateway: a Service, an AgentgatewayBackend, an InferencePool or, for delegation, an HTTPRoute, each with its group, and by name instead of by host.',
    seen: 'The controller of v1.4.1 reports the route as ResolvedRefs=False, InvalidKind, and sends it with an empty backend.',
    basedOn: 'The source of the proxy of v1.4.1: it answers 500 for an empty backend.',
    fix: 'Write group, kind and name of the object.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{kind: AgentgatewayBackend, name: tools}]}]}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]}]}
`,
  },
  check({ root, report }) {
    for (const rule of routeRules(root)) {
      if (!rule.ours) continue;
      for (const ref of rule.backends) {
        const said = problem(ref, rule.route.kind);
        if (said === undefined) continue;
        const [key, message, suggestion] = said;
        report({ at: get(ref.node, key) ?? ref.node, path: [...ref.path, key], message, suggestion });
      }
    }
  },
};
