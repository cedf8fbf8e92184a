import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, text, toPlain, withoutEnd } from '@mcpgw/structure';
import { hostnamesOf, parentObjects, parentsOf, routesOf } from '../objects/gateways.js';
import { integerOf, mayBeSame, type ObjectView, textOr } from '../objects/objects.js';

interface MatchView {
  readonly node: Node;
  readonly path: Path;
  readonly rule: number;
  readonly key: string;
}

/** A match as text that is equal for matches of the same requests. */
function keyOf(match: Node | undefined): string {
  const named = (key: string): string[] =>
    items(get(match, key))
      .map(item => JSON.stringify([textOr(item, 'name', '').toLowerCase(), textOr(item, 'type', 'Exact'), textOr(item, 'value', '')]))
      .sort();
  const path = get(match, 'path');
  const type = textOr(path, 'type', 'PathPrefix');
  const value = textOr(path, 'value', '/');
  const method = get(match, 'method');
  const shown = type === 'PathPrefix' ? withoutEnd(value, '/') : value;
  return JSON.stringify([
    type,
    shown,
    method === undefined ? null : (text(method) ?? toPlain(method)),
    named('headers'),
    named('queryParams'),
  ]);
}

function matchesOf(route: ObjectView): MatchView[] {
  return items(at(route.node, 'spec', 'rules')).flatMap((rule, index): MatchView[] => {
    const matches = items(get(rule, 'matches'));
    if (matches.length === 0) return [{ node: rule, path: ['spec', 'rules', index], rule: index, key: keyOf(undefined) }];
    return matches.map((node, place) => ({ node, path: ['spec', 'rules', index, 'matches', place], rule: index, key: keyOf(node) }));
  });
}

/** The listeners and hosts for which a route is. Two routes with one of them in common compete. */
function placesOf(route: ObjectView): string[] {
  const hosts = hostnamesOf(route).map(({ host }) => host.toLowerCase());
  return parentsOf(route).flatMap(({ kind, name, namespace, node }) =>
    (hosts.length === 0 ? [''] : hosts).map(host =>
      JSON.stringify([route.kind, kind, name, namespace, textOr(node, 'sectionName', ''), integerOf(get(node, 'port')) ?? null, host]),
    ),
  );
}

/**
 * Whether two routes of different files are meant for one cluster: one given Gateway takes both. Of files that were rendered
 * for different clusters, each has a Gateway of its own, or the same route.
 */
function isRelated(stream: Node, route: ObjectView, other: ObjectView): boolean {
  if (route.name === other.name && mayBeSame(route.namespace, other.namespace)) return false;
  const gateways = parentsOf(route).flatMap(parent => parentObjects(stream, parent));
  return gateways.length === 1 && parentsOf(other).some(parent => parentObjects(stream, parent).includes(gateways[0]!));
}

/** Of many routes with an equal match, as many are compared as find one in practice. */
const maxRivals = 20;

/** The first routes with a match for a place. */
function claimsOf(routes: readonly ObjectView[]): ReadonlyMap<string, readonly ObjectView[]> {
  const claims = new Map<string, ObjectView[]>();
  for (const route of routes)
    for (const place of placesOf(route))
      for (const { key } of matchesOf(route)) {
        const known = claims.get(`${place} ${key}`) ?? [];
        if (known.length < maxRivals && known.at(-1) !== route) known.push(route);
        claims.set(`${place} ${key}`, known);
      }
  return claims;
}

/** A route before this one in its file, or a related route of another file, that has an equal match. */
function rivalOf(stream: Node, route: ObjectView, { key }: MatchView, claims: ReadonlyMap<string, readonly ObjectView[]>) {
  for (const place of placesOf(route)) {
    const known = claims.get(`${place} ${key}`) ?? [];
    const at = known.indexOf(route);
    const before = (at < 0 ? known : known.slice(0, at)).find(({ file }) => file === route.file);
    const other = before ?? known.find(each => each.file !== route.file && isRelated(stream, route, each));
    if (other !== undefined) return other;
  }
  return undefined;
}

/** Whether the rules of a route have matches. Those of other routes get connections by listener, and by host with TLS. */
const isMatched = ({ kind }: ObjectView): boolean => kind === 'HTTPRoute' || kind === 'GRPCRoute';

export const routeMatchRepeated: Rule = {
  id: 'route-match-repeated',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Of two equal matches the first rule, or the older route, gets every request; the other gets none.',
  docs: {
    checks:
      'The matches of a route, and of the routes that have a parent and a hostname in common: no two rules have an equal match. TCPRoutes and UDPRoutes with a listener in common, and TLSRoutes with a listener and host, compete as a whole. An info if the routes are in different files that share one given Gateway; without one they may be meant for different clusters.',
    seen: 'Controllers of v1.1.0 and v1.4.1: both routes are Accepted=True and sent to the proxy.',
    fix: 'Change one of the matches, or merge the two rules.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - {matches: [{path: {value: /api}}], backendRefs: [{name: one, port: 80}]}
    - {matches: [{path: {value: /api/}}], backendRefs: [{name: two, port: 80}]}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - {matches: [{path: {value: /api}}], backendRefs: [{name: one, port: 80}]}
    - {matches: [{path: {value: /api/v2}}], backendRefs: [{name: two, port: 80}]}
`,
  },
  check({ root, report }) {
    const routes = routesOf(root);
    const claims = claimsOf(routes);
    for (const route of routes) {
      if (!route.own) continue;
      const seen = new Map<string, number>();
      for (const match of matchesOf(route)) {
        const first = seen.get(match.key);
        seen.set(match.key, first ?? match.rule);
        const repeated = first !== undefined && first !== match.rule;
        const other = repeated ? undefined : rivalOf(root, route, match, claims);
        if (!repeated && other === undefined) continue;
        report({
          at: match.node,
          path: match.path,
          message: repeated
            ? `no request reaches this match: rule ${first} of this route has an equal one`
            : isMatched(route)
              ? `the ${other!.kind} "${other!.name}" has an equal match for the same host: the older of the two gets every request`
              : `the ${other!.kind} "${other!.name}" is for the same connections: the older of the two gets them all`,
          suggestion: repeated ? 'change the match, or merge the rules' : 'change the match of one of them',
          ...(repeated || other!.file === route.file ? {} : { severity: 'info' }),
        });
      }
    }
  },
};
