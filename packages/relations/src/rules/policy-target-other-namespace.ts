import { get, type Node, type Rule } from '@mcpgw/structure';
import { named, type ObjectView, ownOfKind, refersTo } from '../objects/objects.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';

/** The target in another namespace, if the stream contains it only there. */
function elsewhere(root: Node, target: PolicyTarget): ObjectView | undefined {
  if (target.namespace === '') return undefined;
  const found = named(root, target.kind, target.name).filter(({ group }) => group === target.group);
  return found.some(object => refersTo(target, object)) ? undefined : found[0];
}

export const policyTargetOtherNamespace: Rule = {
  id: 'policy-target-other-namespace',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A policy reaches targets of its own namespace only; it stays pending for any other.',
  docs: {
    checks: 'The targets of an AgentgatewayPolicy that are given, but only in other namespaces.',
    seen: 'On v1.1.0 and v1.4.1 the policy stays Attached=False, Pending.',
    fix: 'Put the policy into the namespace of its target.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: auth, namespace: shared}
spec: {ports: [{port: 9000}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: auth-calls, namespace: apps}
spec:
  targetRefs: [{group: "", kind: Service, name: auth}]
  backend: {http: {requestTimeout: 2s}}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: auth, namespace: shared}
spec: {ports: [{port: 9000}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: auth-calls, namespace: shared}
spec:
  targetRefs: [{group: "", kind: Service, name: auth}]
  backend: {http: {requestTimeout: 2s}}
`,
  },
  check({ root, report }) {
    for (const policy of ownOfKind(root, 'AgentgatewayPolicy')) {
      for (const target of targetsOf(policy)) {
        const found = elsewhere(root, target);
        if (found === undefined) continue;
        report({
          at: get(target.node, 'name') ?? target.node,
          path: [...target.path, 'name'],
          message: `the ${target.kind} "${target.name}" is in namespace "${found.namespace}", the policy in "${policy.namespace}": it is never attached`,
          suggestion: `put the policy into namespace "${found.namespace}"`,
        });
      }
    }
  },
};
