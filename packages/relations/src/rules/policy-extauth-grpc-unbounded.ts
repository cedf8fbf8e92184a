import { entry, type Rule } from '@mcpgw/structure';
import { checksOf, isBounded, isGrpc } from '../objects/policies.js';

export const policyExtauthGrpcUnbounded: Rule = {
  id: 'policy-extauth-grpc-unbounded',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A gRPC authorization check has no timeout of its own: when the service hangs, every request waits forever.',
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
