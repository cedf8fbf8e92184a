import { whyMcpNeeds } from '@mcpgw/agentgateway';
import { listed, mcpBackends, mcpPolicies, type Placed, policySets, transformSides } from '@mcpgw/agentgateway/internal';
import { entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { onMcpRoute } from '../examples/examples.js';

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
      'Header modifiers and transformations on MCP routes do not remove `accept`, `content-type`, `mcp-session-id`, `mcp-protocol-version` and `last-event-id` of requests, and `content-type`, `mcp-session-id` and `www-authenticate` of answers. They set none of those of answers, no `mcp-session-id`, and no `accept` or `content-type` without the types of MCP.',
    seen: 'Live: v1.1.0 and v1.4.1 give clients no session, so their next request gets 422 (v1.1.0) or 400 (v1.4.1). Without `accept`, initialize gets 406.',
    fix: 'Leave these headers alone.',
    wrong: onMcpRoute('responseHeaderModifier: {remove: [Mcp-Session-Id]}'),
    correct: onMcpRoute('responseHeaderModifier: {remove: [Server]}'),
  },
  check({ root, report }) {
    const ofBackends = mcpBackends(root).flatMap(({ holder }) => get(holder.node, 'policies') ?? []);
    const ofMcp = new Set([...mcpPolicies(root).map(({ node }) => node), ...ofBackends]);
    for (const { node, path, side } of changes(root, node => ofMcp.has(node))) {
      const isFixed = String(path.at(-1)).endsWith('Modifier');
      const gone = listed(get(node, 'remove'), [...path, 'remove']).map(item => ({
        ...item,
        name: text(item.node) ?? '',
        verb: 'removed',
        change: { removed: true } as const,
      }));
      const replaced = entries(get(node, 'set')).map(({ key, keySpan, value }) => ({
        node: keySpan,
        path: [...path, 'set', key],
        name: key,
        verb: 'replaced',
        change: { value: isFixed ? text(value) : undefined },
      }));
      for (const header of [...gone, ...replaced]) {
        const effect = whyMcpNeeds(side, header.name, header.change);
        if (effect === undefined) continue;
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
