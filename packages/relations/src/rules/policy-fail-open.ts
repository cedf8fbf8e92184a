import { type Rule, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';

/** What passes when the part is not there, by the name of the part. */
const passes: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  global: 'when the rate limit service fails or is missing, nothing is limited',
  extProc: 'when the external processor fails or is missing, requests pass without it',
  policy: 'when the external processor fails or is missing, requests pass without it',
  request: 'a request body that is too large passes without being buffered',
  response: 'a response body that is too large passes without being buffered',
  remote: 'when the guardrail fails or is missing, every message passes',
  webhook: 'when the guardrail fails or is missing, every message passes',
});

export const policyFailOpen: Rule = {
  id: 'policy-fail-open',
  severity: 'info',
  kinds: ['manifest'],
  why: 'What the policy should stop passes as soon as the service behind it fails, is missing or is too slow.',
  docs: {
    checks:
      'Looks for failureMode "FailOpen" of rate limits, external processors, guardrails and buffers. For authorization checks there is policy-extauth-fail-open, for MCP targets mcp-backend.',
    seen: 'Controllers of v1.1.0 and v1.4.1: FailOpen of a rate limit is sent to the proxy without any remark in the status; on v1.4.1 that of guardrails too.',
    fix: 'Write FailClosed, or leave failureMode out.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic:
    rateLimit:
      global:
        domain: d
        failureMode: FailOpen
        backendRef: {name: limits, port: 8081}
        descriptors: [{entries: [{name: path, expression: request.path}]}]
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic:
    rateLimit:
      global:
        domain: d
        failureMode: FailClosed
        backendRef: {name: limits, port: 8081}
        descriptors: [{entries: [{name: path, expression: request.path}]}]
`,
  },
  check({ root, report }) {
    for (const { node, path } of fieldsNamed(root, 'failureMode')) {
      const names = path.slice(0, -1).filter(step => typeof step === 'string');
      if (text(node) !== 'FailOpen' || names.includes('extAuth') || names.at(-1) === 'mcp') continue;
      report({
        at: node,
        path,
        chosen: true,
        message: passes[names.at(-1) ?? ''] ?? 'what this should stop passes when it fails',
        suggestion: 'use "FailClosed"',
      });
    }
  },
};
