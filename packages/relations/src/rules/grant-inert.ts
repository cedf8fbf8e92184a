import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule } from '@mcpgw/structure';
import { gatewayApi } from '../objects/gateways.js';
import { ofKind, textOr } from '../objects/objects.js';

/** The groups of kinds that refer, and of kinds that are referred to. */
const groups: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  Gateway: gatewayApi,
  ListenerSet: gatewayApi,
  HTTPRoute: gatewayApi,
  GRPCRoute: gatewayApi,
  TLSRoute: gatewayApi,
  TCPRoute: gatewayApi,
  UDPRoute: gatewayApi,
  Service: '',
  Secret: '',
  ConfigMap: '',
  AgentgatewayBackend: 'agentgateway.dev',
  AgentgatewayPolicy: 'agentgateway.dev',
  InferencePool: 'inference.networking.k8s.io',
});

export const grantInert: Rule = {
  id: 'grant-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The grant permits nothing, because no object has this group and kind; the reference that it is for stays refused.',
  docs: {
    checks:
      'The groups of the kinds in a ReferenceGrant, and that a grant is not for references within its own namespace, which need none.',
    seen: 'Controllers of v1.1.0 and v1.4.1: with a grant for another kind, or in the namespace of the route, the route stays ResolvedRefs=False, RefNotPermitted.',
    fix: 'Write the group of the kind: "" for Service and Secret, gateway.networking.k8s.io for routes and Gateways.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
metadata: {name: routes, namespace: shared}
spec:
  from: [{group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: apps}]
  to: [{group: core, kind: Service}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
metadata: {name: routes, namespace: shared}
spec:
  from: [{group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: apps}]
  to: [{group: "", kind: Service}]
`,
  },
  check({ root, report }) {
    for (const grant of ofKind(root, 'ReferenceGrant')) {
      if (!grant.own || grant.group !== gatewayApi) continue;
      const say = (node: Node, path: Path, message: string, suggestion: string): void => report({ at: node, path, message, suggestion });
      for (const part of ['from', 'to'])
        items(at(grant.node, 'spec', part)).forEach((item, index) => {
          const path = ['spec', part, index];
          const kind = textOr(item, 'kind', '');
          const wanted = groups[kind];
          if (wanted !== undefined && textOr(item, 'group', wanted) !== wanted)
            say(
              get(item, 'group')!,
              [...path, 'group'],
              `the kind ${kind} is not in the group "${textOr(item, 'group', '')}"`,
              `write group: "${wanted}"`,
            );
          if (part === 'from' && grant.namespace !== '' && textOr(item, 'namespace', '') === grant.namespace)
            say(
              get(item, 'namespace')!,
              [...path, 'namespace'],
              'references within a namespace need no grant',
              'write the namespace of the objects that refer',
            );
        });
    }
  },
};
