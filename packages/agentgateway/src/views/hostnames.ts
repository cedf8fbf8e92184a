import { get, type Node, text } from '@mcpgw/structure';
import { listed, listeners, type Placed, routes } from './views.js';

/** Every host name of a listener or a route. */
export function hostnames(root: Node): (Placed & { readonly value: string })[] {
  const ofListeners = listeners(root).map(({ node, path }) => ({ node: get(node, 'hostname'), path: [...path, 'hostname'] }));
  const ofRoutes = routes(root).flatMap(route => listed(get(route.node, 'hostnames'), [...route.path, 'hostnames']));
  return [...ofListeners, ...ofRoutes].flatMap(({ node, path }) => {
    const value = text(node);
    return node === undefined || value === undefined ? [] : [{ node, path, value }];
  });
}
