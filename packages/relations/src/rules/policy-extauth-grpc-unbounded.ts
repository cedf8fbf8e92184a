import { entry, type Rule } from '@mcpgw/structure';
import { checksOf, isBounded, isGrpc } from '../objects/policies.js';

export const policyExtauthGrpcUnbounded: Rule = {
  id: 'policy-extauth-grpc-unbounded',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A gRPC authorization check has no timeout of its own: when the service hangs, every request waits forever.',
  docs: {
    checks: 'Authorization checks over gRPC: a given policy for the Service, or the AgentgatewayBackend itself, sets a timeout.',
    seen: 'On v1.1.0 and v1.4.1 the proxy waited 170 s for a slow check, and longer than that for a server that never answered.',
    fix: 'Set http.requestTimeout in an AgentgatewayPolicy for the authorization Service, or in the AgentgatewayBackend.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: check}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {extAuth: {backendRef: {name: auth, port: 9000}, grpc: {}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: check}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {extAuth: {backendRef: {name: auth, port: 9000}, grpc: {}}}
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
      const { kind, name } = check.backend;
      if (!check.policy.own || !isGrpc(check) || name === '' || isBounded(root, check)) continue;
      const place =
        kind === 'AgentgatewayBackend'
          ? `set "spec.policies.http.requestTimeout" of the AgentgatewayBackend "${name}"`
          : `add an AgentgatewayPolicy for the ${kind} "${name}" with "spec.backend.http.requestTimeout"`;
      report({
        at: entry(check.node, 'grpc')!.keySpan,
        path: [...check.path, 'grpc'],
        message: 'the authorization check has no timeout: the proxy waits forever',
        suggestion: `${place}, such as 2s`,
      });
    }
  },
};
