import { get, type Node, text } from '@mcpgw/structure';
import { attachedListeners, type ListenerView, listed, listeners, type Placed } from './views.js';

/** A TCP route with its listener, and its backends. */
export interface TcpRouteView extends Placed {
  readonly listener: ListenerView | undefined;
  readonly index: number;
  readonly backends: readonly Placed[];
}

/** Every TCP route, of listeners and of gateways. */
export function tcpRoutes(root: Node): TcpRouteView[] {
  const view = (route: Placed, listener: ListenerView | undefined, index: number): TcpRouteView => ({
    ...route,
    listener,
    index,
    backends: listed(get(route.node, 'backends'), [...route.path, 'backends']),
  });
  const inline = listeners(root).flatMap(listener =>
    listed(get(listener.node, 'tcpRoutes'), [...listener.path, 'tcpRoutes']).map((route, index) => view(route, listener, index)),
  );
  return [
    ...inline,
    ...listed(get(root, 'tcpRoutes'), ['tcpRoutes']).map((route, index) => view(route, attachedListeners(root, route.node)[0], index)),
  ];
}

/** The protocol of a listener. From v1.4, TLS settings of a gateway mean HTTPS. */
export function protocolOf(listener: ListenerView): string {
  const tls = get(listener.node, 'tls');
  const usual = listener.path[0] === 'gateways' && tls !== undefined ? 'HTTPS' : 'HTTP';
  return text(get(listener.node, 'protocol')) ?? usual;
}
