/** HTTPRoutes that other HTTPRoutes delegate to, by name, by a label (`key=value`) or all of a namespace (`*`), as agentgateway does. */
import { at, get, items, type Node } from '@mcpgw/structure';
import { gatewayApi } from '../objects/gateways.js';
import { labelsOfObject, mayBeSame, type ObjectView, textOr } from '../objects/objects.js';
import { addTo } from './add-to.js';

/** The routes that delegate to a route. */
export interface Delegation {
  /** Those that refer to it themselves. */
  readonly sources: readonly ObjectView[];
  /** These and those that delegate to them, however many steps away. */
  readonly roots: readonly ObjectView[];
}

const isHttpRoute = ({ kind }: ObjectView): boolean => kind === 'HTTPRoute';

/** The names under which a route can be referred to: its own, and those of its labels. */
const namesOf = (route: ObjectView): string[] => [route.name, '*', ...[...labelsOfObject(route)].map(([key, value]) => `${key}=${value}`)];

/** The references of a route to other HTTPRoutes. */
export const groupRefs = (route: ObjectView): readonly Node[] =>
  items(at(route.node, 'spec', 'rules'))
    .flatMap(rule => items(get(rule, 'backendRefs')))
    .filter(ref => textOr(ref, 'kind', '') === 'HTTPRoute' && textOr(ref, 'group', '') === gatewayApi);

/** Whether a route takes part as a child: it has no parents, or names HTTPRoutes as parents, and then only these. */
function takes(child: ObjectView, source: ObjectView): boolean {
  const parents = items(at(child.node, 'spec', 'parentRefs'));
  if (parents.length === 0) return true;
  return parents.some(
    ref =>
      textOr(ref, 'kind', 'Gateway') === 'HTTPRoute' &&
      textOr(ref, 'name', '') === source.name &&
      mayBeSame(textOr(ref, 'namespace', child.namespace), source.namespace),
  );
}

/** The routes of a list that others of it delegate to. */
export function delegatedTo(routes: readonly ObjectView[]): ReadonlyMap<ObjectView, Delegation> {
  const sources = new Map<ObjectView, Set<ObjectView>>();
  const parents = routes.filter(route => isHttpRoute(route) && groupRefs(route).length > 0);
  if (parents.length === 0) return new Map();
  const byName = new Map<string, ObjectView[]>();
  for (const route of routes.filter(isHttpRoute)) for (const name of namesOf(route)) addTo(byName, name, [route]);
  for (const parent of parents)
    for (const ref of groupRefs(parent))
      for (const child of byName.get(textOr(ref, 'name', '')) ?? [])
        if (child !== parent && mayBeSame(textOr(ref, 'namespace', parent.namespace), child.namespace) && takes(child, parent))
          sources.set(child, (sources.get(child) ?? new Set()).add(parent));
  return new Map([...sources].map(([child, own]) => [child, { sources: [...own], roots: rootsOf(child, sources) }]));
}

function rootsOf(child: ObjectView, sources: ReadonlyMap<ObjectView, ReadonlySet<ObjectView>>): ObjectView[] {
  const found = new Set<ObjectView>();
  const open = [child];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const source of sources.get(next) ?? [])
      if (!found.has(source)) {
        found.add(source);
        open.push(source);
      }
  found.delete(child);
  return [...found];
}
