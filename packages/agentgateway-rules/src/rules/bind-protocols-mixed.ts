import { type ListenerView, listed, listeners, protocolOf, tcpRoutes } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, type RuleContext, text, at as valueAt } from '@mcpgw/structure';

const example = (second: string): string => `binds:
- port: 3000
  listeners:
  - name: one
    protocol: TCP
    tcpRoutes:
    - backends:
      - host: "one:5432"
${second}`;
const listener = `  - name: two
    protocol: HTTP
    routes:
    - backends:
      - host: "two:8080"
`;

const secure = (protocol: string): boolean => protocol === 'HTTPS' || protocol === 'TLS';

export const bindProtocolsMixed: Rule = {
  id: 'bind-protocols-mixed',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A port speaks one protocol: TLS if any listener has it, else TCP if any has it, else HTTP. Listeners of another protocol get nothing.',
  docs: {
    checks:
      'Looks for listeners of several protocols on one port, several TCP listeners on one port, and TCP routes that are never chosen.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 end plain HTTP requests on a port with an HTTPS listener, end every connection on a port with two TCP listeners, or with a TCP listener whose only route has a hostname.',
    fix: 'Give each protocol its own port. Use one TCP listener for each port, with one route.',
    wrong: example(listener),
    correct: example(`- port: 3001\n  listeners:\n${listener}`),
  },
  check(context) {
    checkListeners(context);
    checkTcpRoutes(context);
  },
};

/** Why a listener of a port gets no request; undefined if it does. */
function problemOf(
  protocols: readonly string[],
  index: number,
  tunnel: string,
): readonly [message: string, suggestion: string] | undefined {
  const own = protocols[index]!;
  const tls = protocols.some(secure);
  const tcp = !tls && protocols.includes('TCP');
  if (own === 'HBONE')
    return tunnel.startsWith('hbone')
      ? undefined
      : ['a listener of protocol HBONE gets no request without "tunnelProtocol: hboneWaypoint" or "hboneGateway"', 'use HTTP'];
  if ((tls && !secure(own)) || (tcp && own !== 'TCP'))
    return [
      `the port speaks ${tls ? 'TLS' : 'TCP'} because of another listener: this ${own} listener gets no request`,
      'move it to its own port',
    ];
  return tcp && index > 0 ? ['a port with several TCP listeners ends every connection', 'keep one TCP listener for a port'] : undefined;
}

function checkListeners({ root, report }: RuleContext): void {
  const binds = new Map<string, ListenerView[]>();
  for (const view of listeners(root)) {
    const key = view.path.slice(0, 2).join('/');
    binds.set(key, [...(binds.get(key) ?? []), view]);
  }
  for (const listed of binds.values()) {
    const protocols = listed.map(protocolOf);
    for (const [index, part] of listed.entries()) {
      const problem = problemOf(protocols, index, text(valueAt(root, ...part.path.slice(0, 2), 'tunnelProtocol')) ?? '');
      if (problem !== undefined)
        report({ at: get(part.node, 'protocol') ?? part.node, path: part.path, message: problem[0], suggestion: problem[1] });
    }
  }
}

function checkTcpRoutes({ root, report }: RuleContext): void {
  for (const route of tcpRoutes(root)) {
    if (route.listener === undefined) continue;
    const names = listed(get(route.node, 'hostnames'), [...route.path, 'hostnames']);
    const plain = protocolOf(route.listener) === 'TCP';
    if (plain && names.length > 0)
      report({
        at: names[0]!.node,
        path: names[0]!.path,
        message: 'without TLS a connection does not name a host: this route is never chosen',
        suggestion: 'remove "hostnames", or use protocol TLS',
      });
    const earlier = items(get(route.listener.node, 'tcpRoutes')).slice(0, route.index);
    const own = JSON.stringify(names.map(({ node }) => text(node)));
    const rival = earlier.find(other => JSON.stringify(items(get(other, 'hostnames')).map(text)) === own);
    if (rival !== undefined)
      report({
        at: route.node,
        path: route.path,
        message: 'another TCP route of this listener takes the same connections',
        suggestion: 'put the backends of both into one route',
      });
  }
}
