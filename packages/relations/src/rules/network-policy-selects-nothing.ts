import { at, type Rule } from '@mcpgw/structure';
import { endOfGateway } from '../network/calls.js';
import { gatewayApi } from '../objects/gateways.js';
import { mayBeSame, ofKind } from '../objects/objects.js';
import { podsIn } from '../objects/pods.js';
import { isEmptySelector, selectorTest } from '../objects/selectors.js';
import { hasOperators } from '../table/lookup.js';

export const networkPolicySelectsNothing: Rule = {
  id: 'network-policy-selects-nothing',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A policy that selects no pod restricts nothing: connections that it should stop are permitted.',
  docs: {
    checks:
      'The podSelector of every NetworkPolicy, when workloads of its namespace are given; the pods that the controller makes for a given Gateway count. Info if a Gateway or an operator among the given objects may make the pods.',
    basedOn: 'The documentation of Kubernetes about NetworkPolicy. No program was run for this rule.',
    fix: 'Write the labels of the pod template.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: web}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web}
spec: {podSelector: {matchLabels: {app: website}}, policyTypes: [Ingress]}
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: web}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web}
spec: {podSelector: {matchLabels: {app: web}}, policyTypes: [Ingress]}
`,
  },
  check({ root, report }) {
    for (const policy of ofKind(root, 'NetworkPolicy')) {
      const selector = at(policy.node, 'spec', 'podSelector');
      if (!policy.own || selector === undefined || isEmptySelector(selector)) continue;
      const pods = podsIn(root, policy.namespace, () => true);
      const fits = selectorTest(selector);
      if (pods.length === 0 || pods.some(({ labels }) => fits(labels))) continue;
      const gateways = ofKind(root, 'Gateway').filter(({ group }) => group === gatewayApi);
      const ends = gateways.filter(({ namespace }) => mayBeSame(namespace, policy.namespace)).map(endOfGateway);
      if (ends.some(({ labels }) => fits(labels))) continue;
      const mayBeMade = hasOperators(root) || gateways.length > 0;
      report({
        at: selector,
        path: ['spec', 'podSelector'],
        message: 'the policy selects no pod of the given workloads',
        suggestion: 'write the labels of the pod template',
        ...(mayBeMade ? { severity: 'info' } : {}),
      });
    }
  },
};
