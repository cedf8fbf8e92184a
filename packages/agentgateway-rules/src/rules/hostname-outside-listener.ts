import { gatewayNames, type ListenerView, listed, listeners, routes, tcpRoutes } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

/** Whether some host name fits both; `*.` stands for one or more labels, and no name for every host. */
function meets(one: string, other: string): boolean {
  const [a, b] = [one, other].map(name => name.toLowerCase());
  if (a === b || [a, b].some(name => name === '' || name === '*')) return true;
  const tail = (name: string): string | undefined => (name.startsWith('*') ? name.slice(1) : undefined);
  return (
    (tail(a!) !== undefined && b!.replace(/^\*/, '').endsWith(tail(a!)!)) ||
    (tail(b!) !== undefined && a!.replace(/^\*/, '').endsWith(tail(b!)!))
  );
}

export const hostnameOutsideListener: Rule = {
  id: 'hostname-outside-listener',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The listener takes only requests for its own hostname, so the route never sees the host that it names.',
  docs: {
    checks: 'Compares the hostnames of every route with the hostname of its listener.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 404 `listener not found` for the host of the route, and 404 `route not found` for the host of the listener.',
    fix: 'Give the route a hostname of the listener, or move it to a listener for its host.',
    wrong: withListener('hostname: a.example\nroutes:\n- hostnames: [b.example]\n  backends:\n  - host: "api:8080"'),
    correct: withListener('hostname: "*.example"\nroutes:\n- hostnames: [b.example]\n  backends:\n  - host: "api:8080"'),
  },
  check({ root, report }) {
    for (const route of [...routes(root), ...tcpRoutes(root)]) {
      const own = listenersOf(root, route).map(listener => text(get(listener.node, 'hostname')) ?? '*');
      for (const { node, path } of listed(get(route.node, 'hostnames'), [...route.path, 'hostnames'])) {
        const host = text(node) ?? '';
        if (own.length === 0 || own.some(name => meets(name, host) || name.includes('$')) || host.includes('$')) continue;
        const message = `the listener takes "${own[0]}" only, so no request for "${host}" arrives here`;
        report({ at: node, path, message, suggestion: `use a hostname of "${own[0]}", or another listener` });
      }
    }
  },
};

/** The listeners that a route is attached to. */
function listenersOf(
  root: Node,
  route: { readonly node: Node; readonly path: Path; readonly listener: ListenerView | undefined },
): ListenerView[] {
  if (route.path.length > 2) return route.listener === undefined ? [] : [route.listener];
  const wanted = gatewayNames(route.node);
  return listeners(root).filter(({ node, path }) => {
    const own = `${path[1]}/${text(get(node, 'name')) ?? `listener${path.at(-1)}`}`;
    return path[0] === 'gateways' && wanted.some(name => name === path[1] || name === own);
  });
}
