import { get, type Rule, text } from '@mcpgw/structure';
import { checksOf } from '../objects/policies.js';

export const policyExtauthFailOpen: Rule = {
  id: 'policy-extauth-fail-open',
  severity: 'info',
  kinds: ['manifest'],
  since: '1.1.0',
  why: 'When the authorization service fails, is missing or is too slow, every request passes.',
  docs: {
    checks: 'The failureMode of every authorization check.',
    seen: 'On v1.1.0 and v1.4.1 a check that timed out, or whose service was missing, let the request pass with 200.',
    fix: 'Write FailClosed, or leave failureMode out.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: check}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {extAuth: {backendRef: {name: auth, port: 9000}, http: {}, failureMode: FailOpen}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: check}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {extAuth: {backendRef: {name: auth, port: 9000}, http: {}, failureMode: FailClosed}}
`,
  },
  check({ root, report }) {
    for (const check of checksOf(root)) {
      const mode = get(check.node, 'failureMode');
      if (!check.policy.own || text(mode) !== 'FailOpen') continue;
      report({
        at: mode!,
        path: [...check.path, 'failureMode'],
        chosen: true,
        message: 'when the authorization service fails, is missing or is too slow, every request passes',
        suggestion: 'use "FailClosed"',
      });
    }
  },
};
