import { type ExpressionView, expressions, neededPrefixes, neededTexts, type RouteView } from '@mcpgw/agentgateway/internal';
import { at, get, items, type Node, type Rule, text, withoutEnd } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

type Needs = ReturnType<typeof neededTexts>;

/** Whether requests of one match of a route can have what an expression needs. */
function canHold(match: Node, needs: Needs, prefixes: readonly string[]): boolean {
  const method = text(get(match, 'method'));
  if (method !== undefined && needs.get('request.method')?.includes(method) === false) return false;
  const [exact, prefix] = ['exact', 'pathPrefix'].map(key => text(at(match, 'path', key)));
  const base = withoutEnd(prefix ?? '/', '/');
  const isTaken = (path: string): boolean => {
    if (exact !== undefined) return path === exact;
    return prefix === undefined || path === base || path.startsWith(`${base}/`);
  };
  const paths = needs.get('request.path');
  if (paths !== undefined && paths.length > 0 && !paths.some(isTaken)) return false;
  return prefixes.every(start => {
    if (exact !== undefined) return exact.startsWith(start);
    return prefix === undefined || base.startsWith(start) || isTaken(start) || `${base}/`.startsWith(start);
  });
}

/** What of the route an expression contradicts. */
function contradicted(route: RouteView, { tree }: ExpressionView): string | undefined {
  const needs = neededTexts(tree);
  const hosts = items(get(route.node, 'hostnames')).flatMap(host => text(host)?.toLowerCase() ?? []);
  // The variable holds the port that the client names.
  const isServed = (host: string): boolean => {
    const bare = host.toLowerCase().replace(/:\d+$/, '');
    return hosts.some(name => (name.startsWith('*') ? bare.endsWith(name.slice(1)) : name === bare));
  };
  const wanted = needs.get('request.host');
  if (hosts.length > 0 && wanted !== undefined && wanted.length > 0 && !wanted.some(isServed)) return 'hostnames';
  const prefixes = neededPrefixes(tree, 'request.path');
  const matches = items(get(route.node, 'matches'));
  return matches.length > 0 && matches.every(match => !canHold(match, needs, prefixes)) ? 'matches' : undefined;
}

export const authzOutsideRoute: Rule = {
  id: 'authz-outside-route',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A rule of a route sees the requests that the route takes, as the client sent them: it never holds for a path, a method or a host that goes elsewhere.',
  docs: {
    checks:
      'Rules of a route do not ask for a path, a method or a host that its matches and hostnames exclude, such as the path after a rewrite. An info for rules that deny.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 403 to every request of the wrong example, because rules see the path before it is rewritten, and to `request.method == "POST"` on a route for GET.',
    fix: 'Compare what clients send to this route, or move the rule to the route that it is about.',
    wrong: withRoute(`matches: [{path: {pathPrefix: /v1}}]
policies:
  urlRewrite: {path: {prefix: /v2}}
  authorization: {rules: ['request.path.startsWith("/v2/")']}`),
    correct: withRoute(`matches: [{path: {pathPrefix: /v1}}]
policies:
  urlRewrite: {path: {prefix: /v2}}
  authorization: {rules: ['request.path.startsWith("/v1/")']}`),
  },
  check({ root, version, report }) {
    for (const view of expressions(root, version)) {
      const { node, path, use, set, effect } = view;
      if (!['allow', 'deny', 'require'].includes(use) || set?.level !== 'route' || set.route === undefined) continue;
      if (path.at(set.path.length) !== 'authorization') continue;
      const what = contradicted(set.route, view);
      if (what !== undefined)
        report({
          at: node,
          path,
          message: `"${what}" of the route take no such request: ${effect}`,
          suggestion: 'compare what clients send to this route',
          ...(use === 'deny' ? { severity: 'info' as const } : {}),
        });
    }
  },
};
