import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, items, type Node, type Rule } from '@mcpgw/structure';
import { type ObjectView, ofKind, targetsIn } from '../objects/objects.js';
import { type PolicyTarget, referenceOf, targetsOf } from '../objects/policies.js';

/** What a part of `backend` is for: the kind of backend, in the words of AgentgatewayBackend. */
const parts = [
  ['mcp', 'MCP'],
  ['ai', 'models'],
] as const;

/** The backends that a policy acts on; undefined if some are not known. */
function backendsBehind(stream: Node, target: PolicyTarget): readonly ObjectView[] | undefined {
  const objects = targetsIn(stream, target);
  if (objects.length === 0) return undefined;
  if (target.kind === 'AgentgatewayBackend') return objects;
  if (target.kind !== 'HTTPRoute' && target.kind !== 'GRPCRoute') return undefined;
  const found = objects.flatMap(route =>
    items(at(route.node, 'spec', 'rules')).flatMap(rule =>
      items(get(rule, 'backendRefs')).map(node => {
        const reference = referenceOf(node, route);
        const given = targetsIn(stream, reference);
        return given.length > 0 && (reference.kind === 'Service' || reference.kind === 'AgentgatewayBackend') ? given : undefined;
      }),
    ),
  );
  return found.length === 0 || found.includes(undefined) ? undefined : found.flatMap(each => each ?? []);
}

export const policyOtherBackend: Rule = {
  id: 'policy-other-backend',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policy is accepted and attached, and its rules are about a kind of backend that the target is not: nothing is checked, changed or limited.',
  docs: {
    checks:
      'The settings backend.mcp and backend.ai of an AgentgatewayPolicy whose targets are given: some backend that the policy reaches is one of MCP servers, or of models.',
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
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      if (!policy.own || policy.group !== 'agentgateway.dev') continue;
      for (const [part, words] of parts) {
        const path: Path = ['spec', 'backend', part];
        const node = at(policy.node, ...path);
        const reached = targetsOf(policy).map(target => backendsBehind(root, target));
        if (node === undefined || reached.length === 0 || reached.includes(undefined)) continue;
        const all = reached.flatMap(each => each ?? []);
        if (all.length === 0 || all.some(backend => isGiven(get(backend.node, 'spec'), part))) continue;
        report({
          at: node,
          path,
          message: `no backend that this policy reaches is one of ${words}: these settings do nothing`,
          suggestion: `target an AgentgatewayBackend with spec.${part}`,
        });
      }
    }
  },
};
