import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule } from '@mcpgw/structure';
import { type ObjectView, ofKindIn, targetsIn } from '../objects/objects.js';
import { type CheckView, checksOf, isBounded, isGrpc, type PolicyTarget, targetsOf } from '../objects/policies.js';

interface CheckTimeout {
  readonly node: Node;
  readonly path: Path;
}

/** The timeouts of the policy itself, and of the HTTPRoutes that it targets. */
function timeoutsAround(stream: Node, check: CheckView): CheckTimeout[] {
  const own = check.policy.own ? policyTimeouts(check.policy) : [];
  const targets = targetsOf(check.policy);
  const routes = targets.flatMap(target => targetsIn(stream, target)).filter(object => object.own && object.kind === 'HTTPRoute');
  const beside = ofKindIn(stream, 'AgentgatewayPolicy', check.policy.namespace).filter(
    policy =>
      policy.own && policy.node !== check.policy.node && targetsOf(policy).some(target => targets.some(other => isSame(target, other))),
  );
  return [...own, ...beside.flatMap(policyTimeouts), ...routes.flatMap(routeTimeouts)].filter(
    (found): found is CheckTimeout => found.node !== undefined,
  );
}

/** The timeouts of a policy for the requests of its target. They do not apply to the check. */
function policyTimeouts({ node }: ObjectView): { node: Node | undefined; path: Path }[] {
  return timeoutPaths.map(path => ({ node: at(node, ...path), path }));
}

const timeoutPaths: readonly Path[] = [
  ['spec', 'traffic', 'timeouts', 'request'],
  ['spec', 'backend', 'http', 'requestTimeout'],
];

const isSame = (one: PolicyTarget, other: PolicyTarget): boolean =>
  one.group === other.group && one.kind === other.kind && one.name === other.name && one.namespace === other.namespace;

function routeTimeouts(route: ObjectView): { node: Node | undefined; path: Path }[] {
  return items(at(route.node, 'spec', 'rules')).map((rule, index) => ({
    node: get(get(rule, 'timeouts'), 'request'),
    path: ['spec', 'rules', index, 'timeouts', 'request'],
  }));
}

export const policyTimeoutNotForCheck: Rule = {
  id: 'policy-timeout-not-for-check',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The timeout of a route or its policy does not end an authorization check that hangs: the answer comes only after the check.',
  docs: {
    checks: 'Timeouts of routes and of their policies, beside an authorization check over gRPC that nothing bounds.',
    seen: 'On v1.1.0 and v1.4.1 the 504 came only after the whole delay of a slow check.',
    fix: 'Set the timeout in an AgentgatewayPolicy for the authorization Service.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: check}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 5s}, extAuth: {backendRef: {name: auth, port: 9000}, grpc: {}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: check}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 5s}, extAuth: {backendRef: {name: auth, port: 9000}, grpc: {}}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: auth-calls}
spec:
  targetRefs: [{group: "", kind: Service, name: auth}]
  backend: {http: {requestTimeout: 2s}}
`,
  },
  check({ root, report }) {
    for (const check of checksOf(root)) {
      if (check.path[1] !== 'traffic' || !isGrpc(check) || isBounded(root, check)) continue;
      for (const { node, path } of timeoutsAround(root, check)) {
        report({
          at: node,
          path,
          message: 'this timeout does not bound the authorization check, which waits forever',
          suggestion: `set "backend.http.requestTimeout" in an AgentgatewayPolicy for the ${check.backend.kind} "${check.backend.name}"`,
        });
      }
    }
  },
};
