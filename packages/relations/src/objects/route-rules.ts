/** The rules of routes, their matches and filters, with what the controller of agentgateway makes of them. */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node } from '@mcpgw/structure';
import { backendsOf } from './backends.js';
import { isAgentgateway, parentObjects, parentsOf, routesOf } from './gateways.js';
import { type ObjectView, refersTo, textOr } from './objects.js';
import { referenceOf } from './policies.js';

/** A rule of a route of the checked file. */
export interface RouteRuleView {
  readonly route: ObjectView;
  readonly node: Node;
  readonly path: Path;
  /** Whether a given Gateway of agentgateway is a parent of the route. */
  readonly ours: boolean;
}

/** A node with its path. */
export interface PlacedNode {
  readonly node: Node;
  readonly path: Path;
}

/** A filter of a rule, or of one of its backends. */
export interface FilterView extends PlacedNode {
  readonly rule: RouteRuleView;
  readonly type: string;
  readonly ofBackend: boolean;
}

/** Whether a given Gateway of agentgateway is a parent of a route. */
export const isOurs = (stream: Node, route: ObjectView): boolean =>
  parentsOf(route).some(parent => parentObjects(stream, parent).some(isAgentgateway));

/** The items of a list below a node, with their paths. */
export const placed = (node: Node | undefined, path: Path, ...keys: string[]): PlacedNode[] =>
  items(at(node, ...keys)).map((item, index) => ({ node: item, path: [...path, ...keys, index] }));

const known = new WeakMap<Node, readonly RouteRuleView[]>();

/** The rules of every route of the checked file. */
export function routeRules(stream: Node): readonly RouteRuleView[] {
  const done = known.get(stream);
  if (done !== undefined) return done;
  const made = routesOf(stream)
    .filter(({ own }) => own)
    .flatMap(route => {
      const ours = isOurs(stream, route);
      return placed(route.node, [], 'spec', 'rules').map(rule => ({ ...rule, route, ours }));
    });
  known.set(stream, made);
  return made;
}

/** The filters of every rule and of its backends. */
export function filtersIn(stream: Node): FilterView[] {
  return routeRules(stream).flatMap(rule => {
    const of = (places: readonly PlacedNode[], ofBackend: boolean): FilterView[] =>
      places.map(place => ({ ...place, rule, ofBackend, type: textOr(place.node, 'type', '') }));
    return [
      ...of(placed(rule.node, rule.path, 'filters'), false),
      ...placed(rule.node, rule.path, 'backendRefs').flatMap(backend => of(placed(backend.node, backend.path, 'filters'), true)),
    ];
  });
}

/** The given AgentgatewayBackends that a rule leads to. */
export function backendsBehind(stream: Node, { node, route }: RouteRuleView): readonly ObjectView[] {
  const refs = items(get(node, 'backendRefs')).map(ref => referenceOf(ref, route));
  return backendsOf(stream).filter(backend => refs.some(ref => refersTo(ref, backend)));
}

/** Whether a backend serves MCP. */
export const servesMcp = (backend: ObjectView): boolean => at(backend.node, 'spec', 'mcp') !== undefined;
