import { type AddressView, addresses, child, integerOf, mcpTargets, routes } from '@mcpgw/agentgateway/internal';
import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const isLocal = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/i.test(host);

/** The port that requests for a place in the file come in by; undefined if it is not one port. */
function portOf(root: Node, path: AddressView['path']): number | undefined {
  if (path[0] === 'binds') return integerOf(at(root, 'binds', path[1]!, 'port'));
  if (path[0] === 'routes') return routes(root).find(route => route.path[0] === 'routes' && route.path[1] === path[1])?.listener?.port;
  if (path[0] !== 'mcp' && path[0] !== 'llm') return undefined;
  const attached = at(root, path[0], 'gateways') !== undefined || at(root, 'gateways', 'default') !== undefined;
  return integerOf(at(root, path[0], 'port')) ?? (attached ? undefined : path[0] === 'mcp' ? 3000 : 4000);
}

export const selfLoop: Rule = {
  id: 'self-loop',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The address is the port that the request came in by: it loops until a limit ends it.',
  docs: {
    checks:
      'Compares the address of every backend, MCP server and called service on the same host with the port of its listener; `mcp` listens on 3000 and `llm` on 4000 if they name no port.',
    seen: 'Live: v1.1.0 and v1.4.1 send one request round until its time is over, and answer 504.',
    fix: 'Name the port of the service, or another port for the proxy.',
    wrong: withRoute('backends:\n- host: localhost:3000'),
    correct: withRoute('backends:\n- host: localhost:8080'),
  },
  check({ root, report }) {
    const parts = mcpTargets(root).flatMap(({ spec }) => {
      const port = integerOf(get(spec.node, 'port'));
      return port === undefined ? [] : [{ ...(child(spec, 'host') ?? spec), host: text(get(spec.node, 'host')) ?? '', port }];
    });
    for (const { node, path, host, port } of [...addresses(root), ...parts])
      if (isLocal(host) && port === portOf(root, path))
        report({ at: node, path, message: `the address is port ${port} of this proxy itself`, suggestion: 'name the port of the service' });
  },
};
