/** What of headers and CORS settings keeps MCP clients out, in filters of routes and in policies for them. */
import { whyMcpNeeds } from '@mcpgw/agentgateway';
import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';

/** What is wrong, at a node and its path. */
export interface McpNeed {
  readonly at: Node;
  readonly path: Path;
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'info';
}

/** Headers of MCP requests that a browser may send only when they are allowed. */
const sent = ['content-type', 'mcp-session-id', 'mcp-protocol-version'];
const methods = ['get', 'post', 'delete'];

/** The values of a list in lower case; undefined if it takes everything. */
function names(cors: Node, key: string): string[] | undefined {
  const all = items(get(cors, key)).map(item => text(item)?.toLowerCase() ?? '');
  return all.includes('*') ? undefined : all;
}

/** What MCP clients in browsers need and CORS settings do not allow. */
export function corsNeeds({ node, path }: PlacedNode): McpNeed[] {
  if (items(get(node, 'allowOrigins')).length === 0) return [];
  const found: McpNeed[] = [];
  if (names(node, 'exposeHeaders')?.includes('mcp-session-id') === false)
    found.push({
      at: at(node, 'exposeHeaders') ?? node,
      path,
      message: 'clients in browsers cannot read Mcp-Session-Id, so every request after the first one fails',
      suggestion: 'add "Mcp-Session-Id" to "exposeHeaders"',
    });
  const missing = sent.filter(name => names(node, 'allowHeaders')?.includes(name) === false);
  if (missing.length > 0)
    found.push({
      at: at(node, 'allowHeaders') ?? node,
      path,
      message: `MCP clients in browsers send ${missing.join(', ')}, which is not allowed`,
      suggestion: `add ${missing.join(', ')} to "allowHeaders"`,
      severity: 'info',
    });
  const refused = methods.filter(name => names(node, 'allowMethods')?.includes(name) === false);
  if (refused.length > 0 && items(get(node, 'allowMethods')).length > 0)
    found.push({
      at: get(node, 'allowMethods')!,
      path,
      message: `MCP clients in browsers send ${refused.join(' and ').toUpperCase()}, which is not allowed`,
      suggestion: 'allow GET, POST and DELETE',
      severity: 'info',
    });
  return found;
}

/** Headers that MCP needs and a modifier removes or replaces. Without `isFixed`, values are expressions, whose results are unknown. */
export function headerNeeds({ node, path }: PlacedNode, side: 'request' | 'response', isFixed: boolean): McpNeed[] {
  const suggestion = 'leave the header alone';
  const say = (item: Node, where: Path, name: string, verb: string, effect: string | undefined): McpNeed[] =>
    effect === undefined ? [] : [{ at: item, path: where, message: `MCP needs "${name}", which is ${verb}: ${effect}`, suggestion }];
  return [
    ...placed(node, path, 'remove').flatMap(item => {
      const name = text(item.node) ?? '';
      return say(item.node, item.path, name, 'removed', whyMcpNeeds(side, name, { removed: true }));
    }),
    ...placed(node, path, 'set').flatMap(item => {
      const name = textOr(item.node, 'name', '');
      const value = isFixed ? text(get(item.node, 'value')) : undefined;
      return say(get(item.node, 'name') ?? item.node, [...item.path, 'name'], name, 'replaced', whyMcpNeeds(side, name, { value }));
    }),
  ];
}
