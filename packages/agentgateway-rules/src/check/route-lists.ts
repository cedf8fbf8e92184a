import { get, items, type Node, type PartList, partList } from '@mcpgw/structure';

/** Every list of routes: of listeners of binds, of route groups, and of the whole configuration. */
export function routeLists(root: Node): readonly PartList[] {
  const listeners = items(get(root, 'binds')).flatMap((bind, index) =>
    items(get(bind, 'listeners')).map((_, place) => ['binds', index, 'listeners', place]),
  );
  const groups = items(get(root, 'routeGroups')).map((_, index) => ['routeGroups', index]);
  return [[], ...groups, ...listeners].flatMap(path => partList(root, [...path, 'routes']) ?? []);
}
