import { protocolOf, type RouteView, routes } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

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

/** Whether the scheme is another one than that of the listener. */
function changesScheme(route: RouteView, redirect: Node): boolean {
  const scheme = text(get(redirect, 'scheme'))?.toLowerCase();
  if (scheme === undefined) return false;
  return route.listener === undefined || scheme !== (protocolOf(route.listener) === 'HTTPS' ? 'https' : 'http');
}

/** Whether the host or port is another one than that of the route. */
function changesHost(route: RouteView, authority: Node): boolean {
  const host = text(get(authority, 'host'));
  const own = [...items(get(route.node, 'hostnames')).map(text), text(get(route.listener?.node, 'hostname'))];
  if (host !== undefined) return !own.includes(host);
  const port = get(authority, 'port');
  return port?.kind === 'scalar' ? port.value !== route.listener?.port : get(authority, 'full') !== undefined;
}

export const redirectLoop: Rule = {
  id: 'redirect-loop',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The redirect leads to where the request came from: browsers give up.',
  docs: {
    checks: 'Compares where a redirect leads with the scheme, host and path that its route takes.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 302 with the address of the request itself.',
    fix: 'Change the host, the path or the scheme of the redirect.',
    wrong: withRoute('policies:\n  requestRedirect:\n    scheme: http\nbackends: []'),
    correct: withRoute('policies:\n  requestRedirect:\n    scheme: https\n    authority:\n      port: 443\nbackends: []'),
  },
  check({ root, report }) {
    for (const route of routes(root)) {
      const redirect = get(route.policies, 'requestRedirect');
      if (redirect === undefined || isNull(redirect)) continue;
      const authority = get(redirect, 'authority');
      const elsewhere = authority !== undefined && !isNull(authority) && changesHost(route, authority);
      if (elsewhere || changesScheme(route, redirect) || !leadsBack(route, get(redirect, 'path'))) continue;
      report({
        at: redirect,
        path: [...route.policiesPath, 'requestRedirect'],
        message: 'the redirect leads back to the same route',
        suggestion: 'change scheme, host or path',
      });
    }
  },
};
