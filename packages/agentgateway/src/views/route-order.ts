/**
 * The precedence of routes. Matches are tried in this order: exact paths, then prefixes and regular expressions by the
 * length of their text (from v1.2 all prefixes first), then those with a method, more headers, more query parameters, and
 * finally the name of their route in alphabetical order.
 */

import { at, get, inRange, items, type Node, text, toPlain, withoutEnd } from '@mcpgw/structure';
import { RE2JS } from 're2js';
import { gatewayNames, listed, type Placed, type RouteView, routes } from './views.js';

/** Every entry of `matches` of every route. */
export function matches(root: Node): (Placed & { readonly route: RouteView })[] {
  return routes(root).flatMap(route => listed(get(route.node, 'matches'), [...route.path, 'matches']).map(match => ({ ...match, route })));
}

/** Whether a match of a route takes a path; headers and other conditions are not looked at. A pattern that is not valid takes it. */
export function takesPath(route: RouteView, path: string): boolean {
  const list = get(route.node, 'matches');
  return list === undefined || items(list).some(match => isTaken(match, path));
}

function isTaken(match: Node, path: string): boolean {
  const [exact, prefix, regex] = ['exact', 'pathPrefix', 'regex'].map(key => text(at(match, 'path', key)));
  if (exact !== undefined) return exact === path;
  if (regex !== undefined) return fits(regex, path);
  const base = withoutEnd(prefix ?? '/', '/');
  return path === base || path.startsWith(`${base}/`);
}

function fits(regex: string, path: string): boolean {
  try {
    return RE2JS.compile(regex).matches(path);
  } catch {
    return true;
  }
}

export interface Shadowed {
  readonly match: Placed;
  readonly by: Placed;
  readonly why: string;
  /** Whether the match gets no request at all; otherwise it gets fewer than its place in the file suggests. */
  readonly certain: boolean;
}

interface Rank extends Placed {
  readonly route: RouteView;
  readonly scope: string;
  /** The text by which equal matches are ordered. */
  readonly name: string;
  readonly kind: 'exact' | 'prefix' | 'regex';
  readonly value: string;
  readonly conditions: readonly string[];
  /** Equal for matches that take the same requests. */
  readonly takes: string;
}

const maxMatches = 2000;

/** The matches that no request reaches, each with the match that precedes it. */
export function shadowedMatches(root: Node, version: string): Shadowed[] {
  const byScope = groupedBy('scope', ranks(root).slice(0, maxMatches));
  const byLength = inRange(version, { until: '1.2.0' });
  return [...byScope.values()].flatMap(group => {
    const alike = groupedBy('takes', group);
    return group.flatMap(loser => shadowOf(loser, group, byLength ? group : alike.get(loser.takes)!, byLength));
  });
}

function groupedBy(key: 'scope' | 'takes', all: readonly Rank[]): ReadonlyMap<string, readonly Rank[]> {
  const groups = new Map<string, Rank[]>();
  for (const rank of all) {
    const group = groups.get(rank[key]) ?? [];
    group.push(rank);
    groups.set(rank[key], group);
  }
  return groups;
}

/** `rivals` are the matches of the group that may take the same requests. */
function shadowOf(loser: Rank, group: readonly Rank[], rivals: readonly Rank[], byLength: boolean): Shadowed[] {
  const winner = rivals.find(other => other !== loser && (isSame(other, loser) || (byLength && isLongerRegex(other, loser))));
  if (winner !== undefined) {
    const why =
      winner.value !== loser.value && winner.kind === loser.kind
        ? `"${winner.value}" takes the same paths, and comes first because it is longer`
        : winner.kind === loser.kind
          ? `the route "${winner.name}" has the same match, and comes first by its name`
          : 'a longer regular expression takes its requests';
    return [{ match: loser, by: winner, why, certain: true }];
  }
  const first = loser.kind === 'regex' && !byLength ? group.find(other => isAbove(other, loser)) : undefined;
  if (first !== undefined)
    return [
      {
        match: loser,
        by: first,
        why: `the prefix "${first.value}" takes the same paths, and prefixes come before patterns`,
        certain: true,
      },
    ];
  const later = loser.kind === 'regex' ? group.find(other => isInside(other, loser, byLength)) : undefined;
  return later === undefined
    ? []
    : [{ match: loser, by: later, why: `paths below "${later.value}" go to another route, which stands later`, certain: false }];
}

function isSame(winner: Rank, loser: Rank): boolean {
  if (winner.takes !== loser.takes || winner.route === loser.route) return false;
  return winner.value.length === loser.value.length ? winner.name < loser.name : winner.value.length > loser.value.length;
}

/** "/" at the end of a prefix does not count where paths are compared, although it counts for the length. */
const takenBy = (kind: Rank['kind'], value: string, conditions: readonly string[]): string =>
  JSON.stringify([kind, kind === 'prefix' ? withoutEnd(value, '/') : value, ...conditions]);

/** Whether the longer text, or the first name, decides for a prefix. */
function isBefore(prefix: Rank, regex: Rank): boolean {
  const longer = prefix.value.length - regex.value.length;
  return longer > 0 || (longer === 0 && prefix.name < regex.name);
}

/** Whether a later prefix takes paths of an earlier regular expression, which reads as if it came first. */
function isInside(prefix: Rank, regex: Rank, byLength: boolean): boolean {
  if (prefix.kind !== 'prefix' || prefix.route.index <= regex.route.index || prefix.value === '/' || prefix.conditions.length > 0)
    return false;
  if (byLength && !isBefore(prefix, regex)) return false;
  try {
    const pattern = RE2JS.compile(regex.value);
    return [prefix.value, `${prefix.value}/x`].some(path => pattern.matches(path));
  } catch {
    return false;
  }
}

/** Whether a prefix without further conditions takes every path of a regular expression: from v1.2 it comes first. */
function isAbove(prefix: Rank, regex: Rank): boolean {
  if (prefix.kind !== 'prefix' || prefix.conditions.length > 0 || prefix.route.path.join() === regex.route.path.join()) return false;
  const base = withoutEnd(prefix.value, '/');
  if (base === '') return true;
  if (regex.value.includes('|')) return false;
  const literal = /^\^?((?:[\w/~-]|\\[./-])*)(.?)/.exec(regex.value)!;
  const start = (/[?*{]/.test(literal[2]!) ? literal[1]!.slice(0, -1) : literal[1]!).replaceAll('\\', '');
  return start === base ? literal[0] === regex.value : start.startsWith(`${base}/`);
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
    const list = get(route.node, 'matches');
    const places: Placed[] = list === undefined ? [{ node: route.node, path: route.path }] : listed(list, [...route.path, 'matches']);
    const hosts = items(get(route.node, 'hostnames')).map(host => text(host) ?? '');
    const holder = JSON.stringify(route.path.slice(0, -1));
    const scopes = (hosts.length === 0 ? ['*'] : hosts).flatMap(host => gatewaysOf(route).map(gateway => `${holder} ${host} ${gateway}`));
    return places.flatMap(place => scopes.map(scope => rank(place, route, scope, list === undefined)));
  });
}

/** The gateways that an attached route names; a single name for routes of a listener. */
const gatewaysOf = ({ node, path }: RouteView): string[] => (path.length === 2 ? gatewayNames(node) : ['default']);

function rank(place: Placed, route: RouteView, scope: string, all: boolean): Rank {
  const match = all ? undefined : place.node;
  const [exact, prefix, regex] = ['exact', 'pathPrefix', 'regex'].map(key => text(at(match, 'path', key)));
  const kind = exact !== undefined ? 'exact' : regex !== undefined ? 'regex' : 'prefix';
  const name = `${text(get(route.node, 'namespace')) ?? 'default'}/${text(get(route.node, 'name')) ?? `route${route.index}`}`;
  const value = exact ?? regex ?? prefix ?? '/';
  const conditions = conditionsOf(match);
  return { ...place, route, scope, name, kind, value, conditions, takes: takenBy(kind, value, conditions) };
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
