import { listed, mcpBackends, mcpPolicies, type Placed, policySets, transformSides } from '@mcpgw/agentgateway/internal';
import { entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { onMcpRoute } from '../examples/examples.js';

/** Headers that MCP needs, by direction, with what happens without them or with another value. */
const needed: Readonly<Record<'request' | 'response', Readonly<Record<string, string>>>> = {
  request: {
    accept: 'the server refuses requests that do not accept JSON and event streams',
    'content-type': 'the server refuses requests that are not JSON',
    'mcp-session-id': 'no request finds its session',
    'mcp-protocol-version': 'the server falls back to another revision of MCP',
    'last-event-id': 'streams cannot be resumed',
  },
  response: {
    'content-type': 'clients cannot tell JSON from an event stream',
    'mcp-session-id': 'clients never learn their session, so that every later request fails',
    'www-authenticate': 'clients do not find out where to log in',
  },
};

interface Change extends Placed {
  readonly side: 'request' | 'response';
}

function changes(root: Node, isMcp: (policies: Node) => boolean): Change[] {
  const modifiers = policySets(root).flatMap(set =>
    isMcp(set.node)
      ? (['request', 'response'] as const).flatMap(side => {
          const node = get(set.node, `${side}HeaderModifier`);
          return node === undefined ? [] : [{ node, path: [...set.path, `${side}HeaderModifier`], side }];
        })
      : [],
  );
  const sets = new Map(policySets(root).map(set => [JSON.stringify(set.path), set.node] as const));
  const transformed = transformSides(root).flatMap(({ node, path }) => {
    const holder = sets.get(JSON.stringify(path.slice(0, path.lastIndexOf('transformations'))));
    return holder !== undefined && isMcp(holder) ? [{ node, path, side: path.at(-1) as Change['side'] }] : [];
  });
  return [...modifiers, ...transformed];
}

export const mcpHeaderRemoved: Rule = {
  id: 'mcp-header-removed',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Clients and servers of MCP agree on formats and sessions in these headers: without them, or with a fixed value, no session works.',
  docs: {
    checks:
      'Header modifiers and transformations on MCP routes neither remove nor replace `accept`, `content-type`, `mcp-session-id`, `mcp-protocol-version` and `last-event-id` of requests, and `content-type`, `mcp-session-id` and `www-authenticate` of answers.',
    fix: 'Leave these headers alone.',
    wrong: onMcpRoute('responseHeaderModifier: {remove: [Mcp-Session-Id]}'),
    correct: onMcpRoute('responseHeaderModifier: {remove: [Server]}'),
  },
  check({ root, report }) {
    const ofBackends = mcpBackends(root).flatMap(({ holder }) => get(holder.node, 'policies') ?? []);
    const ofMcp = new Set([...mcpPolicies(root).map(({ node }) => node), ...ofBackends]);
    for (const { node, path, side } of changes(root, node => ofMcp.has(node))) {
      const gone = listed(get(node, 'remove'), [...path, 'remove']).map(item => ({
        ...item,
        name: text(item.node) ?? '',
        verb: 'removed',
      }));
      const replaced = entries(get(node, 'set')).map(({ key, keySpan }) => ({
        node: keySpan,
        path: [...path, 'set', key],
        name: key,
        verb: 'replaced',
      }));
      for (const header of [...gone, ...replaced]) {
        const name = header.name.toLowerCase();
        const effect = Object.hasOwn(needed[side], name) ? needed[side][name] : undefined;
        if (effect === undefined || (header.verb === 'replaced' && name !== 'mcp-session-id' && side === 'request')) continue;
        report({
          at: header.node,
          path: header.path,
          message: `MCP needs "${header.name}", which is ${header.verb}: ${effect}`,
          suggestion: 'leave the header alone',
        });
      }
    }
  },
};
