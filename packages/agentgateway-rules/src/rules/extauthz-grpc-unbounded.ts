import { authzTimeout, extAuthzs, namesTimeout } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzGrpcUnbounded: Rule = {
  id: 'extauthz-grpc-unbounded',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0-alpha.3',
  why: 'From v1.0 a gRPC authorization check has no timeout: when the service hangs, every request waits forever.',
  docs: {
    checks: 'A check over gRPC has a timeout.',
    seen: 'v1.1.0 and v1.4.1 waited for as long as the authorization server took: 12 s and 6 s, then the request passed.',
    fix: 'Set requestTimeout in the policies of the check or of its backend.',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000"}'),
    correct: onRoute('extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 2s}}}'),
  },
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      if (
        authz.protocol !== 'grpc' ||
        authz.target === undefined ||
        namesTimeout(authz) ||
        authzTimeout(root, authz, version) !== undefined
      )
        continue;
      report({
        at: authz.node,
        path: authz.path,
        message: 'the authorization check has no timeout: the proxy waits forever',
        suggestion: 'add "policies: {http: {requestTimeout: 2s}}" to extAuthz',
      });
    }
  },
};
