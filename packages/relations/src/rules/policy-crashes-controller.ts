import type { Path } from '@mcpgw/diagnostics';
import { at, isGiven, type Node, type Rule } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

interface Crash {
  readonly path: Path;
  /** Fields of which the controller reads one without looking whether any is there. */
  readonly needs: readonly string[];
}

const crashes: readonly Crash[] = [
  { path: ['spec', 'traffic', 'timeouts'], needs: ['request'] },
  { path: ['spec', 'traffic', 'retry'], needs: ['codes', 'attempts', 'backoff'] },
];

/** Whether a mapping is there and has none of the fields. A null is as if the mapping were absent. */
const lacks = (node: Node | undefined, fields: readonly string[]): boolean =>
  node?.kind === 'map' && !fields.some(field => isGiven(node, field));

export const policyCrashesController: Rule = {
  id: 'policy-crashes-controller',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server accepts the policy, and the controller ends with a nil pointer when it reads it, again after each restart: no change to any Gateway, route or policy reaches a proxy any more.',
  docs: {
    checks:
      'Policies that hold traffic.timeouts without "request", or traffic.retry without "codes", "attempts" and "backoff", even with a condition.',
    seen: 'The translator of the controllers of v1.1.0 and v1.4.1 ended with a nil pointer on empty timeouts and an empty retry, that of v1.4.1 on a retry with only a condition.',
    fix: 'Write the missing field, or remove the empty mapping.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: again}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: again}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 5s}}
`,
  },
  check({ root, report }) {
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      if (!policy.own || policy.group !== 'agentgateway.dev') continue;
      for (const { path, needs } of crashes) {
        const node = at(policy.node, ...path);
        if (!lacks(node, needs)) continue;
        report({
          at: node!,
          path,
          message: `the controller ends with an error on a "${path.at(-1)}" without ${needs.length === 1 ? `"${needs[0]}"` : `any of ${needs.map(each => `"${each}"`).join(', ')}`}`,
          suggestion: `write "${needs[0]}", or remove it`,
        });
      }
    }
  },
};
