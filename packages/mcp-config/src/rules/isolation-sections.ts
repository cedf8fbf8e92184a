import type { Path } from '@mcpgw/diagnostics';
import { get, type Kind, type Node, type RuleContext, text } from '@mcpgw/structure';
import { type IsolationMode, isolationMode } from '../formats/isolation.js';
import { serversOf } from './mcp-servers-of.js';

/** The kinds of documents whose servers can be isolated. */
export const isolationKinds: readonly Kind[] = ['serve', 'mcp-config'];

/** `isolation` of a server, or what holds for all servers. */
export interface IsolationSection {
  readonly node: Node;
  readonly path: Path;
  /** The command of the server; absent for all servers. */
  readonly command?: string | undefined;
  readonly isForAll: boolean;
}

/** Every section of a document that is about isolation. */
export function isolationSections(context: RuleContext): IsolationSection[] {
  const key = context.kind === 'serve' ? 'isolation' : 'docker_isolation';
  const all = get(context.root, key);
  const own = serversOf(context).flatMap(({ node, path }) => {
    const section = get(node, 'isolation');
    return section?.kind === 'map'
      ? [{ node: section, path: [...path, 'isolation'], command: text(get(node, 'command')), isForAll: false }]
      : [];
  });
  return [...(all?.kind === 'map' ? [{ node: all, path: [key], isForAll: true }] : []), ...own];
}

/** What a section says by itself; undefined if it leaves it to others. */
export function modeOfSection({ node }: IsolationSection): IsolationMode | undefined {
  const enabled = get(node, 'enabled');
  return isolationMode(text(get(node, 'mode')), enabled?.kind === 'scalar' ? enabled.value : undefined);
}
