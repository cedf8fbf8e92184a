import { entry, inRange, type Rule } from '@mcpgw/structure';
import { ownPolicies } from '../reach/policies.js';

const policy = (traffic: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: ListenerSet, name: more}]
  traffic: ${traffic}
`;

export const policyListenerSet: Rule = {
  id: 'policy-listener-set',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The proxy looks at policies of a ListenerSet before it chooses a route, and at no other time: the rest is accepted and never used.',
  docs: {
    checks:
      'AgentgatewayPolicies for ListenerSets: traffic has phase PreRouting, and there is nothing under backend. Before v1.2.0 the controller sends no policy for a ListenerSet at all.',
    seen: 'The controller of v1.4.1 reports such policies as Attached=True and sends them to the proxy, that of v1.1.0 sends nothing.',
    basedOn: 'The source of the proxy of v1.4.1: it looks at policies of a ListenerSet in the phase PreRouting alone.',
    fix: 'Target the Gateway or the routes, or write phase: PreRouting where the field allows it.',
    wrong: policy('{timeouts: {request: 5s}}'),
    correct: policy('{phase: PreRouting, cors: {allowOrigins: ["https://app.example"], allowMethods: [GET]}}'),
  },
  check({ root, version, report }) {
    for (const { spec, targets, isEarly } of ownPolicies(root)) {
      const target = targets.find(({ object }) => object.kind === 'ListenerSet');
      if (target === undefined) continue;
      const isSent = inRange(version, { since: '1.2.0' });
      for (const key of ['traffic', 'backend']) {
        const found = entry(spec, key);
        if (found === undefined || (key === 'traffic' && isEarly && isSent)) continue;
        report({
          at: found.keySpan,
          path: ['spec', key],
          message: isSent
            ? `the proxy uses nothing of "${key}" for a ListenerSet but traffic with phase PreRouting`
            : 'the controller sends no policy for a ListenerSet to the proxy',
          suggestion: 'target the Gateway, or the routes of the ListenerSet',
        });
      }
    }
  },
};
