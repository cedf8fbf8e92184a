import { at, get, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';

const routes: ReadonlySet<string> = new Set(['HTTPRoute', 'GRPCRoute']);

export const policyNothingBelow: Rule = {
  id: 'policy-nothing-below',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Inheritance keeps policies with narrower targets out, and no target is narrower than a rule of a route: the setting does nothing.',
  docs: {
    checks: 'A strategy with inheritance Override in a policy whose targets are rules of routes.',
    seen: 'The controller of v1.4.1 reports such a policy as Accepted=True and Attached=True.',
    fix: 'Target the Gateway or the whole route, or remove the strategy.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  strategy: {inheritance: Override}
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web, sectionName: main}]
  traffic: {timeouts: {request: 5s}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  strategy: {inheritance: Override}
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {timeouts: {request: 5s}}
`,
  },
  check({ root, report }) {
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      const path = ['spec', 'strategy', 'inheritance'];
      const node = at(policy.node, ...path);
      if (!policy.own || text(node) !== 'Override' || at(policy.node, 'spec', 'targetSelectors') !== undefined) continue;
      const targets = targetsOf(policy);
      if (targets.length === 0 || !targets.every(each => routes.has(each.kind) && get(each.node, 'sectionName') !== undefined)) continue;
      report({
        at: node!,
        path,
        message: 'no policy has a narrower target than a rule of a route: there is none to keep out',
        suggestion: 'target the Gateway or the whole route, or remove the strategy',
      });
    }
  },
};
