/** Conditions that the matches and hostnames of their route exclude. */
import { at, get, items, type Node, text, withoutEnd } from '@mcpgw/structure';
import { neededPrefixes, neededTexts } from './cel-comparisons.js';
import type { ExpressionView } from './expressions.js';
import type { RouteView } from './views.js';

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

/** What of a route the condition of an expression contradicts, for requests as clients send them; undefined if it may hold. */
export function contradictedBy(route: RouteView, { tree }: ExpressionView): string | undefined {
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
