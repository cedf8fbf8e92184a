import { at, get, isNull, items, type Node, type Rule, text } from '@mcpgw/structure';
import { type RouteView, routes } from '../views/views.js';

function leadsBack(route: RouteView, path: Node | undefined): boolean {
  const target = text(get(path, 'full')) ?? text(get(path, 'prefix'));
  if (target === undefined) return path === undefined || isNull(path);
  const matches = items(get(route.node, 'matches'));
  if (matches.length === 0) return true;
  return matches.some(match => {
    const prefix = text(at(match, 'path', 'pathPrefix'));
    if (prefix !== undefined) return target === prefix || target.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
    return get(match, 'path') === undefined || text(at(match, 'path', 'exact')) === target;
  });
}

export const redirectLoop: Rule = {
  id: 'redirect-loop',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The redirect leads to where the request came from: browsers give up.',
  check({ root, report }) {
    for (const route of routes(root)) {
      const redirect = get(route.policies, 'requestRedirect');
      if (redirect === undefined || isNull(redirect)) continue;
      const changes = ['scheme', 'authority'].some(key => get(redirect, key) !== undefined && !isNull(get(redirect, key)));
      if (changes || !leadsBack(route, get(redirect, 'path'))) continue;
      report({
        at: redirect,
        path: [...route.policiesPath, 'requestRedirect'],
        message: 'the redirect leads back to the same route',
        suggestion: 'change scheme, host or path',
      });
    }
  },
};
