import type { Path, Span } from '@mcpgw/diagnostics';
import { entries, get, items, type Kind, memoBy, type Node, type RuleContext, text } from '@mcpgw/structure';

/** A server entry of any format, with its name and position. */
export interface ListedServer {
  readonly name: string | undefined;
  readonly nameSpan: Span;
  readonly node: Node;
  readonly path: Path;
}

const wrappers: Partial<Record<Kind, string>> = {
  'client-config': 'mcpServers',
  'vscode-config': 'servers',
  'opencode-config': 'mcp',
  'mcp-servers': 'mcp_servers',
  serve: 'servers',
};

/** The kinds of documents that list MCP servers. */
export const serverKinds: readonly Kind[] = [
  'client-config',
  'mcp-config',
  'vscode-config',
  'opencode-config',
  'langchain-config',
  'mcp-servers',
  'serve',
];

/** The server entries of a document. */
export const serversOf = ({ root, kind }: Pick<RuleContext, 'root' | 'kind'>): readonly ListedServer[] => serversIn(root, kind);

const serversIn = memoBy((root, kind: Kind): readonly ListedServer[] => {
  if (kind === 'mcp-config') return items(get(root, 'mcpServers')).map(listedEntry);
  const wrapper = wrappers[kind];
  const path = wrapper === undefined ? [] : [wrapper];
  return entries(wrapper === undefined ? root : get(root, wrapper)).map(({ key, keySpan, value }) => ({
    name: key,
    nameSpan: keySpan,
    node: value,
    path: [...path, key],
  }));
});

function listedEntry(node: Node, index: number): ListedServer {
  const name = get(node, 'name');
  return { name: text(name), nameSpan: (name ?? node).span, node, path: ['mcpServers', index] };
}
