import type { Rule } from '@mcpgw/structure';
import { authzTimeout, extAuthzs, namesTimeout } from '../views/ext-authz.js';

export const extauthzGrpcUnbounded: Rule = {
  id: 'extauthz-grpc-unbounded',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0-alpha.3',
  why: 'From v1.0 a gRPC authorization check has no timeout: when the service hangs, every request waits forever.',
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
