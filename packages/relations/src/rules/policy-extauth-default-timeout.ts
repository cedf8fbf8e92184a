import { entry, type Rule } from '@mcpgw/structure';
import { checksOf, isBounded, isGrpc } from '../objects/policies.js';

export const policyExtauthDefaultTimeout: Rule = {
  id: 'policy-extauth-default-timeout',
  severity: 'warning',
  kinds: ['manifest'],
  until: '1.4.0',
  why: 'Without a timeout the proxy waits 200 ms for an authorization check over HTTP (up to v1.3), and answers 403 when it takes longer.',
  docs: {
    checks: 'The backend of an authorization check over HTTP has its own timeout.',
    seen: 'v1.1.0 with its controller answered 403 after 0.2 s when the authorization server took longer; v1.4.1 waited 2 s.',
    fix: 'Attach an AgentgatewayPolicy with backend.http.requestTimeout, such as 2s, to the Service of the authorization server.',
    version: '1.3.0',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: a, namespace: ns}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: r}]
  traffic: {extAuth: {backendRef: {name: z, port: 9000}, http: {}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: a, namespace: ns}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: r}]
  traffic: {extAuth: {backendRef: {name: z, port: 9000}, http: {}}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: b, namespace: ns}
spec:
  targetRefs: [{group: "", kind: Service, name: z}]
  backend: {http: {requestTimeout: 2s}}
`,
  },
  check({ root, report }) {
    for (const check of checksOf(root)) {
      const http = entry(check.node, 'http');
      const { kind, name } = check.backend;
      if (!check.policy.own || isGrpc(check) || http === undefined || name === '' || isBounded(root, check)) continue;
      const place =
        kind === 'AgentgatewayBackend'
          ? `set "spec.policies.http.requestTimeout" of the AgentgatewayBackend "${name}"`
          : `add an AgentgatewayPolicy for the ${kind} "${name}" with "spec.backend.http.requestTimeout"`;
      report({
        at: http.keySpan,
        path: [...check.path, 'http'],
        message: 'the authorization check has 200 ms, the default of this version; when it takes longer, the request is refused with 403',
        suggestion: `${place}, such as 2s`,
      });
    }
  },
};
