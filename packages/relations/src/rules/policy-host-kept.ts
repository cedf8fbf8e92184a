import { isIP } from 'node:net';
import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { hostsOf } from '../objects/backends.js';
import { hostnamesOf, hostsIntersect } from '../objects/gateways.js';
import { ownPolicies, rulesFor } from '../reach/policies.js';
import { backendsBehind, type RuleReach } from '../reach/routes.js';

/** Whether a host is one of the internet, whose server chooses the site by the name in the request. */
const isPublic = (host: string): boolean =>
  host.includes('.') && isIP(host) === 0 && !/(?:\.svc|\.local|\.internal|\.lan|\.localhost|\.test)$|\.svc\./.test(host);

/** The first public host behind a rule that clients do not ask for themselves. */
function otherHost(rule: RuleReach): string | undefined {
  const asked = hostnamesOf(rule.route).map(({ host }) => host);
  const hosts = asked.length > 0 ? asked : rule.reach.listeners.map(({ hostname }) => hostname);
  if (hosts.length === 0 || hosts.includes('')) return undefined;
  return backendsBehind(rule)
    .flatMap(hostsOf)
    .filter(({ type }) => type === 'static' || type === 'a2a')
    .map(({ node }) => text(get(node, 'host')) ?? '')
    .find(host => isPublic(host) && !hosts.some(each => hostsIntersect(each, host)));
}

const example = (mode: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec: {static: {host: api.partner.example, port: 443}, policies: {tls: {}}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  hostnames: [shop.example.com]
  rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: api}]}]
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: host}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {hostRewrite: {mode: ${mode}}}
`;

export const policyHostKept: Rule = {
  id: 'policy-host-kept',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The backend is a public site, which answers for its own name; it gets the name that the client asked for, and answers 404 or 421.',
  docs: {
    checks:
      'Policies with `hostRewrite: {mode: None}` whose routes lead to given AgentgatewayBackends with a public host that is not a hostname of the route.',
    seen: 'Live, in a static configuration: v1.1.0 and v1.4.1 sent the host of the backend by default, and `shop.example.com`, which the client asked for, with the rewriting switched off.',
    fix: 'Remove "hostRewrite", or write the mode Auto.',
    wrong: example('None'),
    correct: example('Auto'),
  },
  check({ root, report }) {
    for (const { policy, targets } of ownPolicies(root)) {
      const path = ['spec', 'traffic', 'hostRewrite', 'mode'];
      const mode: Node | undefined = at(policy.node, ...path);
      if (text(mode) !== 'None') continue;
      const host = targets.flatMap(target => rulesFor(root, target).flatMap(rule => otherHost(rule) ?? []))[0];
      if (host !== undefined)
        report({
          at: mode!,
          path,
          message: `"${host}" gets requests with the name of another host, for which it does not answer`,
          suggestion: 'remove "hostRewrite": the name of the backend is sent by default',
        });
    }
  },
};
