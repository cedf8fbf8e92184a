import type { Path } from '@mcpgw/diagnostics';
import { at, type Node, type Rule } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';
import { type BackendKinds, backendKinds, ownPolicies, rulesFor, type TargetReach, typesOf } from '../reach/policies.js';

/** What a part of `backend` is for: the kind of backend, in the words of AgentgatewayBackend. */
const parts = [
  ['mcp', 'MCP'],
  ['ai', 'models'],
] as const;

/** What a target acts on. AgentgatewayModels make models of a Gateway without a route. */
function reachedBy(stream: Node, target: TargetReach): BackendKinds {
  const { object } = target;
  if (object.kind === 'AgentgatewayBackend') return { types: new Set(typesOf(object)), isWhole: true };
  const isGateway = object.kind === 'Gateway' || object.kind === 'ListenerSet';
  if (isGateway && ofKind(stream, 'AgentgatewayModel').length > 0) return { types: new Set(), isWhole: false };
  return backendKinds(rulesFor(stream, target));
}

export const policyOtherBackend: Rule = {
  id: 'policy-other-backend',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policy is accepted and attached, and its rules are about a kind of backend that the target is not: nothing is checked, changed or limited.',
  docs: {
    checks:
      'The settings backend.mcp and backend.ai of an AgentgatewayPolicy whose targets are given: some backend that the policy reaches is one of MCP servers, or of models. An info for Gateways, which may have routes that are not given.',
    seen: 'The controllers of v1.1.0 and v1.4.1 report such a policy as Attached=True and send it to the proxy.',
    fix: 'Target the backend that the rules are about.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {static: {host: tools.example, port: 80}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
  backend: {mcp: {authorization: {policy: {matchExpressions: ['mcp.tool.name == "add"']}}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: one, static: {host: tools.example, port: 80}}]}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
  backend: {mcp: {authorization: {policy: {matchExpressions: ['mcp.tool.name == "add"']}}}}
`,
  },
  check({ root, report }) {
    for (const { policy, targets, isWhole } of ownPolicies(root)) {
      for (const [part, words] of parts) {
        const path: Path = ['spec', 'backend', part];
        const node = at(policy.node, ...path);
        if (node === undefined || !isWhole || targets.length === 0) continue;
        const reached = targets.map(target => reachedBy(root, target));
        if (reached.some(({ types, isWhole: all }) => !all || types.has(part))) continue;
        report({
          at: node,
          path,
          message: `no backend that this policy reaches is one of ${words}: these settings do nothing`,
          suggestion: `target an AgentgatewayBackend with spec.${part}`,
          ...(targets.every(({ object }) => object.kind === 'AgentgatewayBackend' || object.kind.endsWith('Route'))
            ? {}
            : { severity: 'info' }),
        });
      }
    }
  },
};
