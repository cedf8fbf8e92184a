/**
 * What reaches what: the listeners that take a route, the rules of the route, and the backends behind each rule. One view for every
 * rule about requests, built once for a stream, with indexes by name instead of loops over all objects.
 */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Node, text } from '@mcpgw/structure';
import { absentObject } from '../objects/absent.js';
import {
  type GatewayListener,
  gatewayApi,
  isAgentgateway,
  listenersOf,
  type ParentView,
  parentObjects,
  parentsOf,
  refusal,
  routesOf,
} from '../objects/gateways.js';
import { gatewaysOf } from '../objects/listeners.js';
import { integerOf, type ObjectView, type Reference, targetsIn, textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { referenceOf } from '../objects/policies.js';
import { addTo } from './add-to.js';
import { delegatedTo } from './delegation.js';

/** A backend of a rule, or a backend that gets copies of its requests. */
export interface BackendReach extends PlacedNode {
  readonly reference: Reference;
  /** The given objects that the reference may mean. */
  readonly given: readonly ObjectView[];
  readonly weight: number;
  readonly isMirror: boolean;
}

/** A rule of a route. */
export interface RuleReach extends PlacedNode {
  readonly route: ObjectView;
  readonly reach: RouteReach;
  /** Its name, by which policies refer to it; empty if it has none. */
  readonly name: string;
  /** Whether a given Gateway of agentgateway is a parent of the route. */
  readonly ours: boolean;
  readonly backends: readonly BackendReach[];
}

/** A parent of a route with the listeners that take the route there. */
export interface ParentReach {
  readonly parent: ParentView;
  /** The given objects that the reference may mean. */
  readonly objects: readonly ObjectView[];
  readonly listeners: readonly GatewayListener[];
}

/** A route with everything that it is attached to. */
export interface RouteReach {
  readonly route: ObjectView;
  readonly parents: readonly ParentReach[];
  /** Whether every parent is given, so that no listener is missing from `listeners`. */
  readonly isWhole: boolean;
  /** The listeners that pass requests to the route, also those of routes that delegate to it. */
  readonly listeners: readonly GatewayListener[];
  /** The Gateways that have these listeners, and the parents that are not given. */
  readonly gateways: readonly ObjectView[];
  /** Whether a given Gateway of agentgateway is a parent, or a parent of a route that delegates to it. */
  readonly ours: boolean;
  /** The given routes that delegate to this one. */
  readonly delegates: readonly ObjectView[];
  readonly rules: readonly RuleReach[];
}

/** The view of a stream. */
export interface RoutesView {
  readonly routes: readonly RouteReach[];
  readonly ofRoute: ReadonlyMap<ObjectView, RouteReach>;
  /** The rules that get requests of a listener, by the node of the listener. */
  readonly byListener: ReadonlyMap<Node, readonly RuleReach[]>;
  /** The rules that get requests of a Gateway or ListenerSet. */
  readonly byGateway: ReadonlyMap<ObjectView, readonly RuleReach[]>;
  /** The rules that lead to a backend. */
  readonly byBackend: ReadonlyMap<ObjectView, readonly RuleReach[]>;
}

const known = new WeakMap<Node, RoutesView>();

/** The view of a stream, built once. */
export function routesView(stream: Node): RoutesView {
  const done = known.get(stream) ?? build(stream);
  known.set(stream, done);
  return done;
}

interface Attached {
  readonly parents: readonly ParentReach[];
  readonly listeners: readonly GatewayListener[];
}

function attach(stream: Node, route: ObjectView): Attached {
  const parents = parentsOf(route).map((parent): ParentReach => {
    const objects = parentObjects(stream, parent);
    const listeners = objects.flatMap(listenersOf).filter(listener => refusal(stream, parent, listener) === undefined);
    return { parent, objects, listeners };
  });
  return { parents, listeners: parents.flatMap(each => each.listeners) };
}

function build(stream: Node): RoutesView {
  const all = routesOf(stream);
  const attached = new Map(all.map(route => [route, attach(stream, route)]));
  const delegates = delegatedTo(all);
  const gatewayOf = (owner: ObjectView): readonly ObjectView[] => (owner.kind === 'Gateway' ? [owner] : gatewaysOf(stream, owner));
  const ofRoute = new Map<ObjectView, RouteReach>();
  for (const route of all) {
    const roots = [route, ...(delegates.get(route)?.roots ?? [])];
    const listeners = [...new Set(roots.flatMap(root => attached.get(root)!.listeners))];
    const parents = roots.flatMap(root => attached.get(root)!.parents);
    const absent = parents.flatMap(({ parent, objects }) => (objects.length > 0 ? [] : [absentObject(stream, referenceTo(parent))]));
    const gateways = [...new Set([...listeners.flatMap(({ owner }) => gatewayOf(owner)), ...absent])];
    const ours = parents.some(({ objects }) => objects.some(object => gatewayOf(object).some(isAgentgateway)));
    const reach = {
      route,
      parents: attached.get(route)!.parents,
      isWhole: parents.length > 0 && parents.every(({ objects }) => objects.length > 0),
      listeners,
      gateways,
      ours,
      delegates: delegates.get(route)?.sources ?? [],
      rules: [] as RuleReach[],
    };
    reach.rules.push(...rulesOf(stream, reach));
    ofRoute.set(route, reach);
  }
  return { routes: [...ofRoute.values()], ofRoute, ...indexesOf([...ofRoute.values()]) };
}

const referenceTo = ({ kind, name, namespace }: ParentView): Reference => ({ group: gatewayApi, kind, name, namespace });

function rulesOf(stream: Node, reach: RouteReach): RuleReach[] {
  const { route, ours } = reach;
  return placed(route.node, [], 'spec', 'rules').map(({ node, path }) => ({
    node,
    path,
    route,
    reach,
    ours,
    name: textOr(node, 'name', ''),
    backends: backendsIn(stream, node, path, route),
  }));
}

function backendsIn(stream: Node, rule: Node, path: Path, route: ObjectView): BackendReach[] {
  const reached = (place: PlacedNode, isMirror: boolean): BackendReach => {
    const reference = referenceOf(place.node, route);
    const weight = isMirror ? 0 : (integerOf(get(place.node, 'weight')) ?? 1);
    return { ...place, reference, given: targetsIn(stream, reference), weight, isMirror };
  };
  const mirrors = placed(rule, path, 'filters').flatMap(filter => {
    const node = at(filter.node, 'requestMirror', 'backendRef');
    return node === undefined ? [] : [reached({ node, path: [...filter.path, 'requestMirror', 'backendRef'] }, true)];
  });
  return [...placed(rule, path, 'backendRefs').map(place => reached(place, false)), ...mirrors];
}

function indexesOf(routes: readonly RouteReach[]): Pick<RoutesView, 'byListener' | 'byGateway' | 'byBackend'> {
  const byListener = new Map<Node, RuleReach[]>();
  const byGateway = new Map<ObjectView, RuleReach[]>();
  const byBackend = new Map<ObjectView, RuleReach[]>();
  for (const { listeners, gateways, rules } of routes) {
    for (const { node } of listeners) addTo(byListener, node, rules);
    const owners = new Set([...listeners.map(({ owner }) => owner), ...gateways]);
    for (const owner of owners) addTo(byGateway, owner, rules);
    for (const rule of rules) for (const backend of new Set(rule.backends.flatMap(({ given }) => given))) addTo(byBackend, backend, [rule]);
  }
  return { byListener, byGateway, byBackend };
}

/** Whether a match of an HTTPRoute takes every path. Other conditions are not looked at. */
export const takesEveryPath = (match: Node): boolean =>
  textOr(get(match, 'path'), 'type', 'PathPrefix') === 'PathPrefix' && textOr(get(match, 'path'), 'value', '/') === '/';

const ownRules = new WeakMap<Node, readonly RuleReach[]>();

/** The rules of every route of the checked file. */
export function routeRules(stream: Node): readonly RuleReach[] {
  const done = ownRules.get(stream) ?? routesView(stream).routes.flatMap(({ route, rules }) => (route.own ? rules : []));
  ownRules.set(stream, done);
  return done;
}

/** A filter of a rule, or of one of its backends. */
export interface FilterView extends PlacedNode {
  readonly rule: RuleReach;
  readonly type: string;
  readonly ofBackend: boolean;
}

/** The filters of a rule and of its backends. */
export function filtersOf(rule: RuleReach): FilterView[] {
  const of = (places: readonly PlacedNode[], ofBackend: boolean): FilterView[] =>
    places.map(place => ({ ...place, rule, ofBackend, type: textOr(place.node, 'type', '') }));
  return [
    ...of(placed(rule.node, rule.path, 'filters'), false),
    ...backendRefsOf(rule).flatMap(backend => of(placed(backend.node, backend.path, 'filters'), true)),
  ];
}

/** The filters of every rule of the checked file and of its backends. */
export const filtersIn = (stream: Node): FilterView[] => routeRules(stream).flatMap(filtersOf);

/** The entries of `backendRefs` of a rule. Those of mirrors, which get copies only, are left out. */
export const backendRefsOf = ({ backends }: RuleReach): readonly BackendReach[] => backends.filter(({ isMirror }) => !isMirror);

/** The given AgentgatewayBackends that a rule leads to. */
export const backendsBehind = (rule: RuleReach): readonly ObjectView[] => [
  ...new Set(backendRefsOf(rule).flatMap(({ given }) => given.filter(isBackend))),
];

/** Whether an object is an AgentgatewayBackend. */
export const isBackend = ({ kind, group }: ObjectView): boolean => kind === 'AgentgatewayBackend' && group === 'agentgateway.dev';

/** Whether a backend serves MCP. */
export const servesMcp = (backend: ObjectView): boolean => at(backend.node, 'spec', 'mcp') !== undefined;

/** Whether a route may belong to a Gateway of another controller: some parent is given, and none is one of agentgateway. */
export const isForeign = ({ parents, ours }: RouteReach): boolean =>
  !ours && parents.some(({ objects }) => objects.some(({ kind, group }) => kind === 'Gateway' && group === gatewayApi));

/** The text of a section or name; undefined if it is absent. */
export const sectionOf = (node: Node): string | undefined => text(get(node, 'sectionName'));
