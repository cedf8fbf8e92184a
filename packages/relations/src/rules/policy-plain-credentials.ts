import { entry, get, type Node, type Rule } from '@mcpgw/structure';
import { onGateway } from '../examples/examples.js';
import type { GatewayListener } from '../objects/gateways.js';
import { listenersFor, ownPolicies, rulesFor, type TargetReach } from '../reach/policies.js';
import { routesView } from '../reach/routes.js';

/** Authentication whose credentials are the same in each request, so that whoever reads one can use it. */
const kinds: readonly (readonly [field: string, words: string])[] = [
  ['basicAuthentication', 'user names and passwords'],
  ['apiKeyAuthentication', 'API keys'],
];

/** The listeners whose requests a target holds for. */
function listenersOf(stream: Node, target: TargetReach): readonly GatewayListener[] {
  if (!target.object.kind.endsWith('Route')) return listenersFor(stream, target);
  return rulesFor(stream, target)[0]?.reach.listeners ?? [];
}

/** Whether requests of a listener come to a backend, and are not only redirected. */
const leadsOn = (stream: Node, listener: Node): boolean =>
  (routesView(stream).byListener.get(listener) ?? []).some(({ backends }) => backends.some(({ isMirror }) => !isMirror));

const web = `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]}
---
`;

const gateway = (listeners: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [${listeners}]}
---
`;
const plain = '{name: http, port: 80, protocol: HTTP}';
const secure = '{name: https, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: edge}]}}';
const users = 'traffic: {basicAuthentication: {secretRef: {name: users}}}';

export const policyPlainCredentials: Rule = {
  id: 'policy-plain-credentials',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Clients that come by the listener without TLS send their credentials in clear text: anyone who reads a request can use them.',
  docs: {
    checks:
      'AgentgatewayPolicies with basic or API key authentication: the given listeners for which they hold have protocol HTTPS, or only redirect. An info if none of them has, because TLS may end in front of the Gateway.',
    basedOn: 'RFC 7617 and RFC 6750, which ask for TLS where credentials are sent. No program was run for this rule.',
    fix: 'Let the policy and its routes be for the listener with TLS, and redirect the other one.',
    wrong: `${gateway(`${plain}, ${secure}`)}${web}${onGateway(users)}`,
    correct: `${gateway(secure)}${web}${onGateway(users)}`,
  },
  check({ root, report }) {
    for (const { spec, targets, bySelector } of ownPolicies(root)) {
      const traffic = get(spec, 'traffic');
      const used = bySelector || traffic === undefined ? [] : kinds.filter(([field]) => get(traffic, field) !== undefined);
      if (used.length === 0) continue;
      const listeners = targets.flatMap(target => listenersOf(root, target));
      const isMixed = listeners.some(({ protocol }) => protocol === 'HTTPS');
      const open = listeners.find(({ protocol, node }) => protocol === 'HTTP' && (!isMixed || leadsOn(root, node)));
      if (open === undefined) continue;
      for (const [field, words] of used)
        report({
          at: entry(traffic!, field)!.keySpan,
          path: ['spec', 'traffic', field],
          message: `the listener "${open.name}" takes ${words} without TLS`,
          suggestion: isMixed
            ? 'name the listener with TLS in "sectionName"'
            : 'use a listener with protocol HTTPS, unless TLS ends in front of it',
          ...(isMixed ? {} : { severity: 'info' }),
        });
    }
  },
};
