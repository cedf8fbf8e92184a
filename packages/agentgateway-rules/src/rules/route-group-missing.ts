import { child, routes } from '@mcpgw/agentgateway/internal';
import { get, items, type Node, type Rule, text } from '@mcpgw/structure';

const example = (name: string): string => `routeGroups:
- name: ${name}
  routes:
  - backends:
    - host: "api:8080"
binds:
- port: 3000
  listeners:
  - routes:
    - backends:
      - routeGroup: team
`;

/** The groups that a group leads to. */
function nextGroups(root: Node, name: string): string[] {
  const group = items(get(root, 'routeGroups')).find(node => text(get(node, 'name')) === name);
  return items(get(group, 'routes')).flatMap(route =>
    items(get(route, 'backends')).flatMap(backend => text(get(backend, 'routeGroup')) ?? []),
  );
}

/** Whether the groups that a group leads to lead back to it. */
function leadsBack(root: Node, name: string): boolean {
  const seen = new Set<string>();
  const open = nextGroups(root, name);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === name) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...nextGroups(root, next));
  }
  return false;
}

export const routeGroupMissing: Rule = {
  id: 'route-group-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'The request is passed on to routes that do not exist, or in a circle, and is never answered by a backend.',
  docs: {
    checks: 'Follows every `routeGroup` to a group of the top-level `routeGroups`, and looks for groups that lead back to themselves.',
    seen: 'Version 1.4.1 answers 404 `route not found` for a group that does not exist.',
    fix: 'Name a group that exists, and let no group lead back to itself.',
    wrong: example('other'),
    correct: example('team'),
  },
  check({ root, report }) {
    const names = new Set(items(get(root, 'routeGroups')).map(group => text(get(group, 'name')) ?? ''));
    for (const route of routes(root)) {
      for (const backend of route.backends) {
        const group = child(backend, 'routeGroup');
        const name = text(group?.node);
        if (name === undefined || name.includes('$')) continue;
        if (!names.has(name))
          report({
            at: group!.node,
            path: group!.path,
            message: `there is no route group "${name}"`,
            suggestion: 'add it to the top-level "routeGroups"',
          });
        else if (route.path[0] === 'routeGroups' && leadsBack(root, name))
          report({
            at: group!.node,
            path: group!.path,
            message: `the route group "${name}" leads back to itself`,
            suggestion: 'name a backend instead',
          });
      }
    }
  },
};
