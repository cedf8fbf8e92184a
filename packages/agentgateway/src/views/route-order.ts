/**
 * The precedence of routes. Matches are tried in this order: exact paths, then prefixes and regular expressions by the
 * length of their text, then those with a method, more headers, more query parameters, and finally the earlier entry.
 */

import { at, get, items, type Node, text, toPlain } from '@mcpgw/structure';
import { RE2JS } from 're2js';
import { listed, type Placed, type RouteView, routes } from './views.js';

/** Every entry of `matches` of every route. */
export function matches(root: Node): (Placed & { readonly route: RouteView })[] {
  return routes(root).flatMap(route => listed(get(route.node, 'matches'), [...route.path, 'matches']).map(match => ({ ...match, route })));
}

export interface Shadowed {
  readonly match: Placed;
  readonly by: Placed;
  readonly why: string;
}

interface Rank extends Placed {
  readonly route: RouteView;
  readonly scope: string;
  readonly kind: 'exact' | 'prefix' | 'regex';
  readonly value: string;
  readonly conditions: readonly string[];
}

const maxMatches = 2000;

/** The matches that no request reaches, each with the match that precedes it. */
export function shadowedMatches(root: Node): Shadowed[] {
  const byScope = new Map<string, Rank[]>();
  for (const rank of ranks(root).slice(0, maxMatches)) byScope.set(rank.scope, [...(byScope.get(rank.scope) ?? []), rank]);
  return [...byScope.values()].flatMap(group => group.flatMap((loser, index) => shadowOf(loser, index, group)));
}

function shadowOf(loser: Rank, index: number, group: readonly Rank[]): Shadowed[] {
  const winner = group.find(
    (candidate, place) => candidate !== loser && (isSame(candidate, loser, place < index) || isLongerRegex(candidate, loser)),
  );
  if (winner === undefined) return [];
  const why =
    winner.kind === 'regex' && loser.kind !== 'regex'
      ? 'a longer regular expression takes its requests'
      : 'an earlier route has the same match';
  return [{ match: loser, by: winner, why }];
}

function isSame(winner: Rank, loser: Rank, earlier: boolean): boolean {
  return earlier && winner.kind === loser.kind && winner.value === loser.value && winner.conditions.join() === loser.conditions.join();
}

function isLongerRegex(winner: Rank, loser: Rank): boolean {
  if (winner.kind !== 'regex' || loser.kind !== 'prefix' || winner.value.length <= loser.value.length) return false;
  if (!winner.conditions.every(condition => loser.conditions.includes(condition))) return false;
  const base = loser.value.endsWith('/') ? loser.value : `${loser.value}/`;
  try {
    const pattern = RE2JS.compile(winner.value);
    return [`${base}x`, `${base}x/y`].every(path => pattern.matches(path));
  } catch {
    return false;
  }
}

function ranks(root: Node): Rank[] {
  return routes(root).flatMap(route => {
    const all = listed(get(route.node, 'matches'), [...route.path, 'matches']);
    const places: Placed[] = get(route.node, 'matches') === undefined ? [{ node: route.node, path: route.path }] : all;
    const hosts = items(get(route.node, 'hostnames')).map(host => text(host) ?? '');
    const scopes = (hosts.length === 0 ? ['*'] : hosts).flatMap(host =>
      gatewaysOf(route).map(gateway => [route.path.slice(0, -1), host, gateway]),
    );
    return places.flatMap(place =>
      scopes.map(scope => rank(place, route, JSON.stringify(scope), get(route.node, 'matches') === undefined)),
    );
  });
}

/** The gateways that an attached route names; a single name for routes of a listener. */
function gatewaysOf({ node, path }: RouteView): string[] {
  const refs = get(node, 'gateways');
  const names = (refs?.kind === 'list' ? refs.items : [refs]).flatMap(ref => text(ref) ?? []);
  return path.length === 2 && names.length > 0 ? names : ['default'];
}

function rank(place: Placed, route: RouteView, scope: string, all: boolean): Rank {
  const match = all ? undefined : place.node;
  const [exact, prefix, regex] = ['exact', 'pathPrefix', 'regex'].map(key => text(at(match, 'path', key)));
  const kind = exact !== undefined ? 'exact' : regex !== undefined ? 'regex' : 'prefix';
  return { ...place, route, scope, kind, value: exact ?? regex ?? prefix ?? '/', conditions: conditionsOf(match) };
}

function conditionsOf(match: Node | undefined): string[] {
  const method = get(match, 'method');
  const listedConditions = ['headers', 'query'].flatMap(key =>
    items(get(match, key)).map(item => `${key}:${JSON.stringify(toPlain(item), replacer)}`),
  );
  return [...(method === undefined ? [] : [`method:${text(method) ?? ''}`]), ...listedConditions].sort();
}

function replacer(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
