import { at, get, type Node, text } from '@mcpgw/structure';
import { serviceNames } from './services.js';
import { backendNames, listeners, routes } from './views.js';

interface Missing {
  readonly node: Node;
  readonly message: string;
}

/** The part of the target of an attached policy that does not exist; undefined if everything exists. */
export function missingTarget(root: Node, target: Node): Missing | undefined {
  return (
    missingRoute(root, get(target, 'route')) ?? missingBackend(root, get(target, 'backend')) ?? missingGateway(root, get(target, 'gateway'))
  );
}

function missingRoute(root: Node, route: Node | undefined): Missing | undefined {
  const name = get(route, 'name');
  const wanted = text(name);
  if (name === undefined || wanted === undefined) return undefined;
  const named = routes(root).filter(view => (text(get(view.node, 'name')) ?? `route${view.index}`) === wanted);
  if (named.length === 0) return { node: name, message: `there is no route "${wanted}"` };
  const namespace = text(get(route, 'namespace')) ?? 'default';
  const known = named.some(view => (text(get(view.node, 'namespace')) ?? 'default') === namespace);
  return known
    ? undefined
    : { node: get(route, 'namespace') ?? name, message: `the route "${wanted}" is not in the namespace "${namespace}"` };
}

function missingBackend(root: Node, target: Node | undefined): Missing | undefined {
  const name = at(target, 'backend', 'name');
  const wanted = text(name);
  if (wanted !== undefined && !backendNames(root).includes(wanted))
    return { node: name!, message: `there is no backend "${wanted}" in the top-level "backends"` };
  const service = get(target, 'service');
  if (service === undefined) return undefined;
  const full = `${text(get(service, 'namespace')) ?? ''}/${text(get(service, 'hostname')) ?? ''}`;
  return serviceNames(root).has(full) ? undefined : { node: service, message: `there is no service "${full}" in the top-level "services"` };
}

/** The missing part of a gateway target. Listeners belong to `default` in `default`; `config` names another only beside a control plane. */
function missingGateway(root: Node, gateway: Node | undefined): Missing | undefined {
  if (gateway === undefined) return undefined;
  const controlled = text(at(root, 'config', 'xdsAddress')) !== undefined;
  const own = {
    gatewayName: (controlled ? text(at(root, 'config', 'gateway')) : undefined) ?? 'default',
    gatewayNamespace: (controlled ? text(at(root, 'config', 'namespace')) : undefined) ?? 'default',
  };
  for (const [key, value] of Object.entries(own)) {
    const node = get(gateway, key);
    if (node !== undefined && text(node) !== value)
      return { node, message: `the listeners of this file belong to ${key} "${value}", not "${text(node)}"` };
  }
  const listener = get(gateway, 'listenerName');
  const wanted = text(listener);
  if (wanted === undefined) return undefined;
  const known = listeners(root).some(view => (text(get(view.node, 'name')) ?? `listener${view.path.at(-1)}`) === wanted);
  return known ? undefined : { node: listener!, message: `there is no listener "${wanted}"` };
}
