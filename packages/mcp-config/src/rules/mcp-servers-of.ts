import type { Path, Span } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Kind, memoBy, type Node, type RuleContext, text } from '@mcpgw/structure';

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

/** The path of the servers in documents of a kind; empty if they are the document. */
export function pathOfServers(kind: Kind): readonly string[] {
  const wrapper = kind === 'mcp-config' ? 'mcpServers' : wrappers[kind];
  return wrapper === undefined ? [] : [wrapper];
}

/** The server entries of a document. */
export const serversOf = ({ root, kind }: Pick<RuleContext, 'root' | 'kind'>): readonly ListedServer[] => serversIn(root, kind);

const serversIn = memoBy((root, kind: Kind): readonly ListedServer[] => {
  const path = pathOfServers(kind);
  const servers = at(root, ...path);
  if (kind === 'mcp-config') return items(servers).map(listedEntry);
  return entries(servers).map(({ key, keySpan, value }) => ({
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
