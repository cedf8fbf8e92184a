import { get, type Node, text } from '@mcpgw/structure';
import { listed, type PolicyView } from './views.js';

const keys = ['service', 'host', 'internal', 'dynamic', 'mcp', 'ai', 'aws', 'routeGroup', 'invalid'] as const;

/** The kind of a backend by its key; a reference is followed. Undefined if the reference leads nowhere. */
export function kindOf(root: Node, backend: Node): string | undefined {
  const ref = text(get(backend, 'backend'));
  const name = ref?.replace(/^\//, '');
  const named = ref === undefined ? backend : listed(get(root, 'backends'), []).find(({ node }) => text(get(node, 'name')) === name)?.node;
  return named === undefined ? undefined : keys.find(key => get(named, key) !== undefined);
}

/** The kinds of the backends that a set of policies applies to. Undefined if one of them is not known, or leads to further routes. */
export function backendKinds(root: Node, set: PolicyView): Set<string> | undefined {
  const own = set.path.slice(0, -1);
  const holders =
    set.level === 'route'
      ? (set.route?.backends ?? []).map(({ node }) => node)
      : [...(set.route?.backends ?? []), ...listed(get(root, 'backends'), ['backends'])]
          .filter(({ path }) => path.join('\0') === own.join('\0'))
          .map(({ node }) => node);
  const kinds = holders.map(node => kindOf(root, node));
  return kinds.length === 0 || kinds.includes(undefined) || kinds.includes('routeGroup') ? undefined : new Set(kinds as string[]);
}
