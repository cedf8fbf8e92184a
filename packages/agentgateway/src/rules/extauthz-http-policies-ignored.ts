import { get, type Rule } from '@mcpgw/structure';
import { extAuthzs } from '../views/ext-authz.js';

export const extauthzHttpPoliciesIgnored: Rule = {
  id: 'extauthz-http-policies-ignored',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0-alpha.3',
  until: '1.4.0-alpha.2',
  why: 'v1.0 to v1.3 call an HTTP authorization service without these policies: timeout, TLS and credentials have no effect.',
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const policies = get(authz.node, 'policies');
      if (authz.protocol !== 'http' || policies?.kind !== 'map' || policies.entries.length === 0) continue;
      report({
        at: policies,
        path: [...authz.path, 'policies'],
        message: 'this version ignores the policies of an HTTP authorization check',
        suggestion: 'put the service into the top-level "backends" with these policies, and refer to it with "backend: /name"',
      });
    }
  },
};
