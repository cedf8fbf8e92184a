import { at, get, type Node, type Rule } from '@mcpgw/structure';
import { type GatewayListener, gatewayApi, isAgentgateway, listenersOf, takesNamespace } from '../objects/gateways.js';
import { gatewaysOf } from '../objects/listeners.js';
import { type ObjectView, ofKind, ownOfKind } from '../objects/objects.js';

const ownPorts: ReadonlySet<number> = new Set([15000, 15020, 15021]);

/** The listeners of a Gateway and of its ListenerSets, in the order in which the controller takes them. */
function allListeners(stream: Node, gateway: ObjectView): GatewayListener[] {
  const sets = ofKind(stream, 'ListenerSet').filter(set => gatewaysOf(stream, set).includes(gateway));
  return [gateway, ...sets].flatMap(listenersOf);
}

function conflict(one: GatewayListener, other: GatewayListener): string | undefined {
  if (one.port === undefined || one.port !== other.port) return undefined;
  if (one.protocol !== other.protocol) return `port ${one.port} has protocol ${other.protocol} in the listener "${other.name}"`;
  return one.owner.node !== other.owner.node && one.hostname === other.hostname
    ? `the listener "${other.name}" of ${other.owner.kind} "${other.owner.name}" has the same port, protocol and host`
    : undefined;
}

export const listenerConflict: Rule = {
  id: 'listener-conflict',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The listener is not accepted: nothing listens for it.',
  docs: {
    checks:
      'The listeners of a Gateway together with those of its ListenerSets: one protocol on each port, one listener for each host of a port, no port of the proxy itself, and a Gateway that takes the ListenerSet.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a ListenerSet that conflicts, or that the Gateway does not take, is Accepted=False; two protocols on one port of a Gateway are Accepted=True with NoConflicts, and both are sent to the proxy for one port.',
    fix: 'Give each protocol its own port; set allowedListeners of the Gateway for ListenerSets.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners:
    - {name: http, port: 8080, protocol: HTTP, hostname: a.example}
    - {name: tcp, port: 8080, protocol: TCP}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners:
    - {name: http, port: 8080, protocol: HTTP, hostname: a.example}
    - {name: tcp, port: 8081, protocol: TCP}
`,
  },
  check({ root, report }) {
    for (const gateway of ofKind(root, 'Gateway').filter(({ group }) => group === gatewayApi)) {
      const listeners = allListeners(root, gateway);
      listeners.forEach((listener, index) => {
        if (!listener.owner.own) return;
        const before = listeners.slice(0, index).filter(({ owner }) => owner === gateway || owner.file === listener.owner.file);
        const reason = before.flatMap(other => conflict(listener, other) ?? [])[0];
        const at = get(listener.node, 'port') ?? listener.node;
        const path = [...listener.path, 'port'];
        if (reason !== undefined)
          report({ at, path, message: `the listener conflicts: ${reason}`, suggestion: 'use another port, or another hostname' });
        if (isAgentgateway(gateway) && listener.port !== undefined && ownPorts.has(listener.port))
          report({ at, path, message: `port ${listener.port} is one of the proxy itself`, suggestion: 'use another port' });
      });
    }
    for (const set of ownOfKind(root, 'ListenerSet')) {
      for (const gateway of gatewaysOf(root, set)) {
        const allowed = at(gateway.node, 'spec', 'allowedListeners', 'namespaces');
        if (takesNamespace(root, allowed, gateway.namespace, set.namespace, 'None')) continue;
        report({
          at: at(set.node, 'spec', 'parentRef', 'name') ?? set.node,
          path: ['spec', 'parentRef', 'name'],
          message: `the Gateway "${gateway.name}" takes no ListenerSets of this namespace`,
          suggestion: 'set allowedListeners.namespaces.from in the Gateway',
        });
      }
    }
  },
};
