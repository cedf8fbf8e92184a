import { listed, routes } from '@mcpgw/agentgateway/internal';
import { at, get, items, type Node, type Rule, text, withoutEnd } from '@mcpgw/structure';

const example = (path: string): string => `routeGroups:
- name: team
  routes:
  - matches:
    - path:
        pathPrefix: ${path}
    backends:
    - host: "api:8080"
binds:
- port: 3000
  listeners:
  - routes:
    - matches:
      - path:
          pathPrefix: /team
      backends:
      - routeGroup: team
`;

/** The start of the paths that a match takes; undefined if it is not known. */
function startOf(match: Node | undefined): string | undefined {
  if (match === undefined || get(match, 'path') === undefined) return '/';
  return text(at(match, 'path', 'exact')) ?? text(at(match, 'path', 'pathPrefix'));
}

const starts = (route: Node): (string | undefined)[] =>
  get(route, 'matches') === undefined ? ['/'] : items(get(route, 'matches')).map(startOf);

/** Whether a path may be below both starts. */
function meet(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const [a, b] = [one, other].map(path => `${withoutEnd(path, '/')}/`);
  return a!.startsWith(b!) || b!.startsWith(a!);
}

export const routeGroupUnreachable: Rule = {
  id: 'route-group-unreachable',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'Routes of a group are compared with the whole path again, not with the rest of it: a request that leads to the group never fits this one.',
  docs: {
    checks: 'Compares the paths of the routes of a group with those of the routes that lead to it.',
    seen: 'Live: v1.4.1 answers 404 to `/team/users` and to `/users`; with the whole path in the group it serves `/team/users`.',
    fix: 'Write the whole path in the routes of the group, with the part by which requests get there.',
    wrong: example('/users'),
    correct: example('/team/users'),
  },
  check({ root, report }) {
    for (const group of listed(get(root, 'routeGroups'), ['routeGroups'])) {
      const name = text(get(group.node, 'name'));
      const parents = routes(root).filter(route => route.backends.some(({ node }) => text(get(node, 'routeGroup')) === name));
      const outer = parents.flatMap(route => starts(route.node));
      if (outer.length === 0) continue;
      for (const route of listed(get(group.node, 'routes'), [...group.path, 'routes'])) {
        const own = starts(route.node);
        if (own.length === 0 || own.some(path => outer.some(parent => meet(path, parent)))) continue;
        const message = `requests get here by "${outer[0]}", and this route takes only "${own[0]}"`;
        report({
          at: get(route.node, 'matches') ?? route.node,
          path: [...route.path, 'matches'],
          message,
          suggestion: 'write the whole path',
        });
      }
    }
  },
};
