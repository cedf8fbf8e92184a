import { get, isGiven, items, type Node, text } from '@mcpgw/structure';
import type { PolicyView, RouteView } from './views.js';
import { routes } from './views.js';

export type BackendKind = 'mcp' | 'ai';

const isOf = (node: Node | undefined, kind: BackendKind): boolean => isGiven(node, kind);

/** Whether a route leads to a backend of a kind. Undefined if it has a backend that is not known here. */
function routeServes(root: Node, { backends, node }: RouteView, kind: BackendKind): boolean | undefined {
  if (backends.length === 0) return get(node, 'routeGroup') === undefined ? false : undefined;
  const kinds = backends.map(({ node: backend }) => {
    const name = text(get(backend, 'backend'));
    if (name === undefined) return get(backend, 'routeGroup') === undefined ? isOf(backend, kind) : undefined;
    const known = items(get(root, 'backends')).find(item => `/${text(get(item, 'name'))}` === name || text(get(item, 'name')) === name);
    return known === undefined ? undefined : isOf(known, kind);
  });
  return kinds.includes(true) ? true : kinds.includes(undefined) ? undefined : false;
}

/** Whether the policies of a set apply to a backend of a kind. Undefined if that is not known. */
export function servesKind(root: Node, set: PolicyView, kind: BackendKind): boolean | undefined {
  if (set.level === 'section') return set.path[0] === (kind === 'ai' ? 'llm' : 'mcp') ? true : set.path[0] === 'ui' ? undefined : false;
  if (set.level === 'route' && set.route !== undefined) return routeServes(root, set.route, kind);
  if (set.level === 'listener' && set.listener !== undefined) {
    const own = routes(root).filter(route => route.listener?.node === set.listener?.node);
    const served = own.map(route => routeServes(root, route, kind));
    const shorthand = isOf(root, 'mcp') || get(root, 'llm') !== undefined;
    return served.includes(true) ? true : served.includes(undefined) || shorthand || own.length === 0 ? undefined : false;
  }
  if (set.level !== 'backend') return undefined;
  const holder = backendOf(root, set);
  return holder === undefined ? undefined : isOf(holder, kind);
}

/** The backend whose `policies` a set is. */
function backendOf(root: Node, set: PolicyView): Node | undefined {
  let node: Node | undefined = root;
  for (const step of set.path.slice(0, -1)) node = typeof step === 'number' ? items(node)[step] : get(node, step);
  return get(node, 'backend') === undefined ? node : undefined;
}
