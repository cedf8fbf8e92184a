import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { type GatewayListener, listenersOf } from '../objects/gateways.js';
import { integerOf, ofKind, targetsIn } from '../objects/objects.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';

const withTls: ReadonlySet<string> = new Set(['HTTPS', 'TLS']);
const withHttp: ReadonlySet<string> = new Set(['HTTP', 'HTTPS']);

/** Parts of a policy, the listeners that they are about, and what these do. */
const parts: readonly { readonly path: Path; readonly protocols: ReadonlySet<string>; readonly words: string }[] = [
  { path: ['spec', 'frontend', 'tls'], protocols: withTls, words: 'ends TLS' },
  { path: ['spec', 'frontend', 'http'], protocols: withHttp, words: 'speaks HTTP' },
  { path: ['spec', 'frontend', 'connect'], protocols: withHttp, words: 'speaks HTTP' },
  { path: ['spec', 'traffic'], protocols: withHttp, words: 'speaks HTTP' },
];

/** The listeners that a target names; undefined if they are not known. */
function listenersBehind(stream: Node, target: PolicyTarget): readonly GatewayListener[] | undefined {
  if (target.kind !== 'Gateway' && target.kind !== 'ListenerSet') return undefined;
  const objects = targetsIn(stream, target);
  if (objects.length === 0 || (target.kind === 'Gateway' && objects.some(({ node }) => at(node, 'spec', 'allowedListeners') !== undefined)))
    return undefined;
  const section = text(get(target.node, 'sectionName'));
  const port = integerOf(get(target.node, 'port'));
  const found = objects
    .flatMap(listenersOf)
    .filter(each => (section === undefined || each.name === section) && (port === undefined || each.port === port));
  return found.length === 0 ? undefined : found;
}

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
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      if (!policy.own || policy.group !== 'agentgateway.dev' || at(policy.node, 'spec', 'targetSelectors') !== undefined) continue;
      const reached = targetsOf(policy).map(target => listenersBehind(root, target));
      if (reached.length === 0 || reached.includes(undefined)) continue;
      const listeners = reached.flatMap(each => each ?? []);
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
