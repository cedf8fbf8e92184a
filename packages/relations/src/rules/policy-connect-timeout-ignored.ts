import type { Path } from '@mcpgw/diagnostics';
import { at, entry, items, type Node, type Rule } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

const ignored = [
  ['connectTimeout', 'use "http.requestTimeout", which bounds the whole call'],
  ['keepalive', 'remove it, or set frontend.tcp.keepalive for the connections of clients'],
] as const;

/** The paths of policies for calls to a backend. */
function policyPaths(node: Node): Path[] {
  const targets = items(at(node, 'spec', 'mcp', 'targets')).map(
    (_, index): Path => ['spec', 'mcp', 'targets', index, 'static', 'policies'],
  );
  return [['spec', 'backend'], ['spec', 'policies'], ...targets];
}

export const policyConnectTimeoutIgnored: Rule = {
  id: 'policy-connect-timeout-ignored',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The controller takes the TCP settings of backends and never sends them to the proxy.',
  docs: {
    checks: 'Policies for calls to a backend set neither tcp.connectTimeout nor tcp.keepalive.',
    seen: 'Controllers of v1.1.0 and v1.4.1: connectTimeout is accepted and never sent to the proxy. The same code drops keepalive.',
    fix: 'Use http.requestTimeout, which bounds the whole call.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: auth-calls}
spec:
  targetRefs: [{group: "", kind: Service, name: auth}]
  backend: {tcp: {connectTimeout: 1s}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: auth-calls}
spec:
  targetRefs: [{group: "", kind: Service, name: auth}]
  backend: {http: {requestTimeout: 2s}}
`,
  },
  check({ root, report }) {
    for (const { node, own } of [...ofKind(root, 'AgentgatewayPolicy'), ...ofKind(root, 'AgentgatewayBackend')]) {
      if (!own) continue;
      for (const path of policyPaths(node)) {
        for (const [key, suggestion] of ignored) {
          const found = entry(at(node, ...path, 'tcp'), key);
          if (found === undefined) continue;
          report({ at: found.keySpan, path: [...path, 'tcp', key], message: `"${key}" is taken and never sent to the proxy`, suggestion });
        }
      }
    }
  },
};
