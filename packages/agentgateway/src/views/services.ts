import { entries, get, items, type Node, text } from '@mcpgw/structure';
import { targetedPolicies } from './ext-authz.js';
import { integerOf, type Placed, walk } from './views.js';

/** The top-level services as `namespace/hostname`, each with its ports. */
export function serviceNames(root: Node): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const service of items(get(root, 'services'))) {
    const name = `${text(get(service, 'namespace')) ?? ''}/${text(get(service, 'hostname')) ?? ''}`;
    found.set(
      name,
      entries(get(service, 'ports')).map(({ key }) => Number(key)),
    );
  }
  return found;
}

export interface ServiceReference extends Placed {
  readonly name: string;
  readonly port: number | undefined;
}

/** Every `service: {name, port}` reference; policies may name both without `service` from v1.4 on. */
export function serviceReferences(root: Node): ServiceReference[] {
  const found: ServiceReference[] = [];
  walk(
    { node: root, path: [] },
    ({ node, path }) => {
      const service = get(node, 'service');
      const name = text(get(service, 'name'));
      if (service !== undefined && name !== undefined)
        found.push({ node: service, path: [...path, 'service'], name, port: integerOf(get(service, 'port')) });
    },
    place => place.has('service'),
  );
  for (const { node, path } of targetedPolicies(root)) {
    const name = text(get(node, 'name'));
    if (name?.includes('/') === true && get(node, 'service') === undefined)
      found.push({ node, path, name, port: integerOf(get(node, 'port')) });
  }
  return found;
}
