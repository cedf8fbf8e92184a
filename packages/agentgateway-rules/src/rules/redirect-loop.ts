import { attachedListeners, type ListenerView, protocolOf, type RouteView, routes } from '@mcpgw/agentgateway/internal';
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
function changesScheme(listener: ListenerView | undefined, redirect: Node): boolean {
  const scheme = text(get(redirect, 'scheme'))?.toLowerCase();
  if (scheme === undefined) return false;
  return listener === undefined || scheme !== (protocolOf(listener) === 'HTTPS' ? 'https' : 'http');
}

/** Whether the host or port is another one than that of the route. */
function changesHost(route: RouteView, listener: ListenerView | undefined, authority: Node): boolean {
  const own = [...items(get(route.node, 'hostnames')).map(text), text(get(listener?.node, 'hostname'))];
  const full = text(get(authority, 'full'));
  const host = text(get(authority, 'host')) ?? (full?.includes(':') === true ? undefined : full);
  if (host !== undefined) return !own.includes(host);
  const port = get(authority, 'port');
  return port?.kind === 'scalar' ? port.value !== listener?.port : full !== undefined;
}

/** The listeners of a route: all that an attached route names. */
const listenersOf = (root: Node, route: RouteView): readonly (ListenerView | undefined)[] => {
  const attached = route.path[0] === 'routes' ? attachedListeners(root, route.node) : [];
  return attached.length > 0 ? attached : [route.listener];
};

export const redirectLoop: Rule = {
  id: 'redirect-loop',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The redirect leads to where the request came from: browsers give up.',
  docs: {
    checks:
      'Compares where a redirect leads with the scheme, host and path that its route takes, at each gateway that the route is attached to.',
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
      const isElsewhere = (listener: ListenerView | undefined): boolean =>
        (authority !== undefined && !isNull(authority) && changesHost(route, listener, authority)) || changesScheme(listener, redirect);
      if (listenersOf(root, route).every(isElsewhere) || !leadsBack(route, get(redirect, 'path'))) continue;
      report({
        at: redirect,
        path: [...route.policiesPath, 'requestRedirect'],
        message: 'the redirect leads back to the same route',
        suggestion: 'change scheme, host or path',
      });
    }
  },
};
