/**
 * What an AgentgatewayPolicy reaches: the objects that it targets by name or by label, and the listeners, rules and backends for which
 * it holds there. Policies of a broader target come before those of a narrower one: Gateway, listener, route, rule of a route.
 */
import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, text } from '@mcpgw/structure';
import { absentObject } from '../objects/absent.js';
import { type GatewayListener, listenersOf } from '../objects/gateways.js';
import { gatewaysOf } from '../objects/listeners.js';
import { integerOf, labelsOfObject, mayBeSame, type ObjectView, ofKind, targetsIn, textMap, textOr } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';
import { hasLabels } from '../objects/selectors.js';
import { addTo } from './add-to.js';
import { backendRefsOf, type RuleReach, routesView, sectionOf } from './routes.js';

/** An object that a policy targets. */
export interface TargetReach {
  readonly policy: PolicyReach;
  /** A view without fields if it is not given. */
  readonly object: ObjectView;
  /** The entry of `targetRefs` or `targetSelectors`. */
  readonly node: Node;
  readonly path: Path;
  /** The listener, rule or part that it is limited to. */
  readonly section: string | undefined;
  readonly port: number | undefined;
}

/** A policy with what it targets. */
export interface PolicyReach {
  readonly policy: ObjectView;
  readonly spec: Node | undefined;
  readonly isEarly: boolean;
  /** Whether policies of narrower targets are kept out. */
  readonly isOverride: boolean;
  readonly targets: readonly TargetReach[];
  /** Whether labels select targets, of which others may exist. */
  readonly bySelector: boolean;
  /** Whether every target by name is given and none is by label, so that no target is missing from `targets`. */
  readonly isWhole: boolean;
}

/** The policies of a stream. */
export interface PoliciesView {
  readonly policies: readonly PolicyReach[];
  readonly ofPolicy: ReadonlyMap<ObjectView, PolicyReach>;
  /** The targets on an object, of every policy. */
  readonly on: ReadonlyMap<ObjectView, readonly TargetReach[]>;
}

const known = new WeakMap<Node, PoliciesView>();

/** The policies of a stream, with what they target. Built once. */
export function policiesView(stream: Node): PoliciesView {
  const done = known.get(stream) ?? build(stream);
  known.set(stream, done);
  return done;
}

/** The policies of the checked file. */
export const ownPolicies = (stream: Node): readonly PolicyReach[] => policiesView(stream).policies.filter(({ policy }) => policy.own);

/** What one policy reaches; undefined for an object that is no AgentgatewayPolicy. */
export const reachOfPolicy = (stream: Node, policy: ObjectView): PolicyReach | undefined => policiesView(stream).ofPolicy.get(policy);

type Selected = (kind: string, group: string, namespace: string, labels: Node | undefined) => readonly ObjectView[];

/** Finds objects by labels, through an index of their labels. */
function selector(stream: Node): Selected {
  const indexes = new Map<string, Map<string, ObjectView[]>>();
  const indexOf = (kind: string): ReadonlyMap<string, readonly ObjectView[]> => {
    const done = indexes.get(kind) ?? new Map<string, ObjectView[]>();
    if (!indexes.has(kind))
      for (const object of ofKind(stream, kind))
        for (const [key, value] of labelsOfObject(object)) addTo(done, `${key}=${value}`, [object]);
    indexes.set(kind, done);
    return done;
  };
  return (kind, group, namespace, labels) => {
    const [first] = textMap(labels);
    const near = first === undefined ? ofKind(stream, kind) : (indexOf(kind).get(first.join('=')) ?? []);
    return near.filter(
      object => object.group === group && mayBeSame(object.namespace, namespace) && hasLabels(labels, labelsOfObject(object)),
    );
  };
}

function build(stream: Node): PoliciesView {
  const select = selector(stream);
  const on = new Map<ObjectView, TargetReach[]>();
  const policies = ofKind(stream, 'AgentgatewayPolicy')
    .filter(({ group }) => group === 'agentgateway.dev')
    .map(policy => {
      const reach = reachOf(stream, policy, select);
      for (const target of reach.targets) addTo(on, target.object, [target]);
      return reach;
    });
  return { policies, ofPolicy: new Map(policies.map(each => [each.policy, each])), on };
}

function reachOf(stream: Node, policy: ObjectView, select: Selected): PolicyReach {
  const spec = get(policy.node, 'spec');
  const targets: TargetReach[] = [];
  const named = targetsOf(policy).map(target => ({ ...target, objects: targetsIn(stream, target) }));
  const selectors = items(get(spec, 'targetSelectors')).map((node, index) => ({
    node,
    path: ['spec', 'targetSelectors', index] as Path,
    objects: select(textOr(node, 'kind', ''), textOr(node, 'group', ''), policy.namespace, get(node, 'matchLabels')),
  }));
  const reach: PolicyReach = {
    policy,
    spec,
    isEarly: text(at(spec, 'traffic', 'phase')) === 'PreRouting',
    isOverride: text(at(spec, 'strategy', 'inheritance')) === 'Override',
    targets,
    bySelector: get(spec, 'targetSelectors') !== undefined,
    isWhole: named.length > 0 && selectors.length === 0 && named.every(({ objects }) => objects.length > 0),
  };
  const absent = named.filter(({ objects }) => objects.length === 0).map(each => ({ ...each, objects: [absentObject(stream, each)] }));
  for (const { node, path, objects } of [...named, ...absent, ...selectors])
    for (const object of objects)
      targets.push({ policy: reach, object, node, path, section: sectionOf(node), port: integerOf(get(node, 'port')) });
  return reach;
}

/** The listeners that a target holds for. Those of ListenerSets belong to their Gateway too. */
export function listenersFor(stream: Node, { object, section, port }: TargetReach): readonly GatewayListener[] {
  if (object.kind !== 'Gateway' && object.kind !== 'ListenerSet') return [];
  return allListeners(stream, object).filter(
    each => (section === undefined || (each.name === section && each.owner === object)) && (port === undefined || each.port === port),
  );
}

const setsOf = new WeakMap<Node, ReadonlyMap<ObjectView, readonly ObjectView[]>>();

/** The given ListenerSets of each Gateway. */
export function listenerSetsOf(stream: Node, gateway: ObjectView): readonly ObjectView[] {
  let done = setsOf.get(stream);
  if (done === undefined) {
    const made = new Map<ObjectView, ObjectView[]>();
    for (const set of ofKind(stream, 'ListenerSet')) for (const parent of gatewaysOf(stream, set)) addTo(made, parent, [set]);
    done = made;
    setsOf.set(stream, done);
  }
  return done.get(gateway) ?? [];
}

/** The listeners of a Gateway, also those that ListenerSets add, or of a ListenerSet. */
export const allListeners = (stream: Node, owner: ObjectView): readonly GatewayListener[] =>
  [owner, ...(owner.kind === 'Gateway' ? listenerSetsOf(stream, owner) : [])].flatMap(listenersOf);

const none: readonly RuleReach[] = [];

/** The rules whose requests a target holds for. The lists of one target are one list, so that summaries of them can be kept. */
export function rulesFor(stream: Node, target: TargetReach): readonly RuleReach[] {
  const view = routesView(stream);
  const { object, section, port } = target;
  switch (object.kind) {
    case 'Gateway':
    case 'ListenerSet': {
      if (section === undefined && port === undefined) return view.byGateway.get(object) ?? none;
      const [first, ...more] = listenersFor(stream, target);
      if (first === undefined) return none;
      return more.length === 0
        ? (view.byListener.get(first.node) ?? none)
        : [...new Set([first, ...more].flatMap(({ node }) => view.byListener.get(node) ?? none))];
    }
    case 'HTTPRoute':
    case 'GRPCRoute': {
      const rules = view.ofRoute.get(object)?.rules ?? none;
      return section === undefined ? rules : rules.filter(({ name }) => name === section);
    }
    default:
      return view.byBackend.get(object) ?? none;
  }
}

/** What the backends behind rules are. */
export interface BackendKinds {
  /** The words of AgentgatewayBackend for their types, such as `mcp` and `ai`, and `Service` for a Service. */
  readonly types: ReadonlySet<string>;
  /** Whether each rule has backends and all of them are given, so that no other type is possible. */
  readonly isWhole: boolean;
}

const summaries = new WeakMap<readonly RuleReach[], BackendKinds>();

/** What the backends behind rules are, kept for each list. */
export function backendKinds(rules: readonly RuleReach[]): BackendKinds {
  const done = summaries.get(rules) ?? {
    types: new Set(rules.flatMap(rule => backendRefsOf(rule).flatMap(({ given }) => given.flatMap(typesOf)))),
    isWhole: rules.length > 0 && rules.every(rule => backendRefsOf(rule).every(({ given }) => given.length > 0 && given.every(isTyped))),
  };
  summaries.set(rules, done);
  return done;
}

const isTyped = ({ kind }: ObjectView): boolean => kind === 'Service' || kind === 'AgentgatewayBackend';

/** The types of a backend. */
export const typesOf = (object: ObjectView): string[] =>
  object.kind === 'AgentgatewayBackend' ? entries(get(object.node, 'spec')).map(({ key }) => key) : [object.kind];
