import { get, isGiven, items, memo, type Node, text } from '@mcpgw/structure';
import { child, type Placed, routes } from './views.js';

const hasMcp = (node: Node | undefined): boolean => isGiven(node, 'mcp');

/** The policies of everything that serves MCP: routes with their own or referenced MCP servers, and the `mcp` section. */
export const mcpPolicies = memo((root): readonly Placed[] => {
  const named = new Set(
    items(get(root, 'backends'))
      .filter(hasMcp)
      .map(backend => `/${text(get(backend, 'name')) ?? ''}`),
  );
  const serves = ({ node }: Placed): boolean => hasMcp(node) || named.has(text(get(node, 'backend')) ?? '');
  const ofRoutes = routes(root).flatMap(({ policies, policiesPath, backends }) =>
    policies !== undefined && backends.some(serves) ? [{ node: policies, path: policiesPath }] : [],
  );
  const section = get(root, 'mcp');
  const own = section === undefined ? undefined : child({ node: section, path: ['mcp'] }, 'policies');
  return own === undefined ? ofRoutes : [...ofRoutes, own];
});
