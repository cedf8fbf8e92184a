import type { Path } from '@mcpgw/diagnostics';
import { at, type Rule, text } from '@mcpgw/structure';
import type { GatewayListener } from '../objects/gateways.js';
import { listenersFor, ownPolicies, type TargetReach } from '../reach/policies.js';

const withTls: ReadonlySet<string> = new Set(['HTTPS', 'TLS']);
const withHttp: ReadonlySet<string> = new Set(['HTTP', 'HTTPS']);

/** Parts of a policy, the listeners that they are about, and what these do. */
const parts: readonly { readonly path: Path; readonly protocols: ReadonlySet<string>; readonly words: string }[] = [
  { path: ['spec', 'frontend', 'tls'], protocols: withTls, words: 'ends TLS' },
  { path: ['spec', 'frontend', 'http'], protocols: withHttp, words: 'speaks HTTP' },
  { path: ['spec', 'frontend', 'connect'], protocols: withHttp, words: 'speaks HTTP' },
  { path: ['spec', 'traffic'], protocols: withHttp, words: 'speaks HTTP' },
];

/** Whether a Gateway takes ListenerSets, which may add listeners that are not given. */
const takesMore = ({ object }: TargetReach): boolean => at(object.node, 'spec', 'allowedListeners') !== undefined;

/** Whether the proxy itself ends the TLS of a listener. */
const fits = (listener: GatewayListener, protocols: ReadonlySet<string>): boolean =>
  !(protocols === withTls && text(at(listener.node, 'tls', 'mode')) === 'Passthrough') &&
  (protocols.has(listener.protocol) || !/^(?:HTTPS?|TLS|TCP)$/.test(listener.protocol));

export const policyOtherListener: Rule = {
  id: 'policy-other-listener',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policy is accepted and attached, and none of its listeners does what the settings are about: they have no effect.',
  docs: {
    checks:
      'AgentgatewayPolicies for given Gateways and ListenerSets: frontend.tls needs a listener that ends TLS; frontend.http, frontend.connect and traffic need one that speaks HTTP. Gateways that take ListenerSets are left out, because these may add such a listener.',
    seen: 'The controllers of v1.1.0 and v1.4.1 report frontend.tls for a Gateway without TLS as Attached=True and send it to the proxy.',
    fix: 'Target the Gateway or listener that the settings are about.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: tls}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  frontend: {tls: {minProtocolVersion: "1.3"}}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: https, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: edge}]}}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: tls}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  frontend: {tls: {minProtocolVersion: "1.3"}}
`,
  },
  check({ root, report }) {
    for (const { policy, targets, isWhole } of ownPolicies(root)) {
      const reached = targets.map(target => listenersFor(root, target));
      if (!isWhole || reached.some(each => each.length === 0) || targets.some(takesMore)) continue;
      const listeners = reached.flat();
      for (const { path, protocols, words } of parts) {
        const node = at(policy.node, ...path);
        if (node === undefined || listeners.some(listener => fits(listener, protocols))) continue;
        report({
          at: node,
          path,
          message: `no listener that this policy is for ${words}: these settings do nothing`,
          suggestion: 'target another Gateway, or name another listener',
        });
      }
    }
  },
};
