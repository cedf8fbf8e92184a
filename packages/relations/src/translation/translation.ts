/** Custom resources as the static configuration that the controller would send to the proxy, so that its rules can judge them. */
import type { Path, Span } from '@mcpgw/diagnostics';
import { at, type Entry, entries, get, items, type Node, text } from '@mcpgw/structure';
import { mcpTargetsOf } from '../objects/backends.js';
import { type ObjectView, ofKind, type Reference, targetsIn, textOr } from '../objects/objects.js';
import { referenceOf, targetsOf } from '../objects/policies.js';
import { aiPolicy, backendPolicies, backendWith } from './backend.js';
import { added, entryFor, mapping } from './changes.js';
import { frontendSections } from './frontend.js';
import { authorization, headerModifier, trafficPolicies } from './traffic.js';

/** An object with the static configuration that stands for it. */
export interface Translation {
  readonly owner: ObjectView;
  readonly root: Node;
  /** The path in the object of something in the configuration; undefined for what only the configuration has. */
  readonly pathOf: (at: Node | Span) => Path | undefined;
}

const known = new WeakMap<Node, readonly Translation[]>();

/** The translation of every policy, backend and model of the checked file. */
export function translationsOf(stream: Node): readonly Translation[] {
  const found = known.get(stream) ?? translate(stream);
  known.set(stream, found);
  return found;
}

const makers: Readonly<Record<string, (spec: Node, targets: readonly string[]) => readonly Entry[]>> = {
  AgentgatewayPolicy: ofPolicy,
  AgentgatewayBackend: ofBackend,
  AgentgatewayModel: ofModel,
};

function translate(stream: Node): readonly Translation[] {
  return Object.entries(makers).flatMap(([kind, make]) =>
    ofKind(stream, kind).flatMap((owner): Translation[] => {
      const spec = get(owner.node, 'spec');
      if (!owner.own || owner.group !== 'agentgateway.dev' || spec?.kind !== 'map') return [];
      const sections = make(spec, mcpTargetNames(stream, owner));
      if (sections.length === 0) return [];
      const paths = new Map<string, Path>();
      register(spec, ['spec'], paths);
      const pathOf = (place: Node | Span): Path | undefined => paths.get(keyOf('kind' in place ? place.span : place));
      return [{ owner, root: mapping(spec.span, sections), pathOf }];
    }),
  );
}

/** The names of the MCP targets that the rules of a policy or backend are about; none where one of them is not known. */
function mcpTargetNames(stream: Node, owner: ObjectView): readonly string[] {
  const backends = owner.kind === 'AgentgatewayBackend' ? [owner] : targetsOf(owner).flatMap(target => backendsFor(stream, target));
  const names = backends.flatMap(backend =>
    mcpTargetsOf(backend).map(({ node, name }) => (get(node, 'selector') === undefined ? (text(name) ?? '') : '')),
  );
  const isKnown = get(get(owner.node, 'spec'), 'targetSelectors') === undefined;
  return isKnown && !names.includes('') ? names : [];
}

/** The backends that a target of a policy is, or that its route leads to. */
function backendsFor(stream: Node, target: Reference): readonly ObjectView[] {
  return targetsIn(stream, target).flatMap(object =>
    object.kind === 'HTTPRoute'
      ? items(at(object.node, 'spec', 'rules')).flatMap(rule =>
          items(get(rule, 'backendRefs'))
            .filter(ref => textOr(ref, 'kind', 'Service') === 'AgentgatewayBackend')
            .flatMap(ref => targetsIn(stream, referenceOf(ref, object))),
        )
      : object.kind === 'AgentgatewayBackend'
        ? [object]
        : [],
  );
}

const keyOf = ({ start, end }: Span): string => `${start}:${end}`;

/** The path of every key and value by its position. */
function register(node: Node, path: Path, paths: Map<string, Path>): void {
  const add = (span: Span, to: Path): void => {
    if (span.end > span.start && !paths.has(keyOf(span))) paths.set(keyOf(span), to);
  };
  add(node.span, path);
  for (const { key, keySpan, value } of entries(node)) {
    add(keySpan, [...path, key]);
    register(value, [...path, key], paths);
  }
  items(node).forEach((item, index) => {
    register(item, [...path, index], paths);
  });
}

const list = (node: Node, all: readonly Node[]): Node => ({ kind: 'list', items: all, span: node.span });
const entryOf = (key: string, value: Node): Entry => ({ key, keySpan: value.span, value });

/** One listener with one route. Which listeners a policy holds for is unknown here, so it has TLS. */
function bindsOf(spec: Node, listener: readonly Entry[], route: readonly Entry[], backends: readonly Node[]): Entry {
  const only = mapping(spec.span, [...route, ...(backends.length === 0 ? [] : [entryOf('backends', list(spec, backends))])]);
  const own = mapping(spec.span, [added('protocol', 'HTTPS'), ...listener, entryOf('routes', list(spec, [only]))]);
  const bind = mapping(spec.span, [entryOf('listeners', list(spec, [own]))]);
  return entryOf('binds', list(spec, [bind]));
}

function ofPolicy(spec: Node, targets: readonly string[]): readonly Entry[] {
  const [traffic, backend, frontend] = ['traffic', 'backend', 'frontend'].map(key => get(spec, key));
  const policies = traffic?.kind === 'map' ? [entryOf('policies', trafficPolicies(traffic))] : [];
  const early = text(get(traffic, 'phase')) === 'PreRouting';
  const backends = backend?.kind === 'map' ? [backendWith(backendPolicies(backend), targets)] : [];
  return [
    bindsOf(spec, early ? policies : [], early ? [] : policies, backends),
    ...(frontend?.kind === 'map' ? frontendSections(frontend) : []),
  ];
}

function ofBackend(spec: Node, names: readonly string[]): readonly Entry[] {
  const providers = items(at(spec, 'ai', 'groups')).flatMap(group => items(get(group, 'providers')));
  const targets = items(at(spec, 'mcp', 'targets')).map(target => get(target, 'static'));
  const sets = [spec, ...providers, ...targets].flatMap(holder => {
    const policies = get(holder, 'policies');
    return policies?.kind === 'map' ? [backendWith(backendPolicies(policies), names)] : [];
  });
  return sets.length === 0 ? [] : [bindsOf(spec, [], [], sets)];
}

function ofModel(spec: Node): readonly Entry[] {
  const policies = get(spec, 'policies');
  const virtual = get(spec, 'virtualModel');
  if (virtual?.kind === 'map') return [entryOf('llm', mapping(virtual.span, [entryOf('virtualModels', list(virtual, [virtual]))]))];
  if (policies?.kind !== 'map') return [];
  const headers = get(policies, 'headers');
  const own = [
    ...entries(backendPolicies(policies)),
    ...entryFor(policies, 'authorization', 'authorization', authorization),
    ...entryFor(headers, 'request', 'requestHeaderModifier', headerModifier),
    ...entryFor(headers, 'response', 'responseHeaderModifier', headerModifier),
  ];
  const ai = entries(aiPolicy(policies));
  const set = mapping(policies.span, ai.length === 0 ? own : [...own, entryOf('ai', mapping(policies.span, ai))]);
  return [bindsOf(spec, [], [], [backendWith(set)])];
}
