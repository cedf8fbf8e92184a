/** Views of a static configuration for rules: every route, listener, backend and policy, with its path and its context. */
import type { Path, Span } from '@mcpgw/diagnostics';
import { at, entries, get, isNull, items, memo, memoBy, type Node, text } from '@mcpgw/structure';

/** A value and its path. */
export interface Placed {
  readonly node: Node;
  readonly path: Path;
}

export interface ListenerView extends Placed {
  /** The port of the bind or gateway; undefined if it is missing, invalid or a placeholder. */
  readonly port: number | undefined;
  readonly portNode: Node | undefined;
  /** The policies of the listener. */
  readonly policies: Node | undefined;
  readonly policiesPath: Path;
}

export interface RouteView extends Placed {
  readonly listener: ListenerView | undefined;
  readonly policies: Node | undefined;
  readonly policiesPath: Path;
  readonly backends: readonly Placed[];
  /** The index among the routes of its listener. */
  readonly index: number;
}

/** The value of a key, with its path. */
export function child(parent: Placed, key: string | number): Placed | undefined {
  const node = typeof key === 'number' ? items(parent.node)[key] : get(parent.node, key);
  return node === undefined ? undefined : { node, path: [...parent.path, key] };
}

/** The value at a path below another value, with its path. */
export function placedAt(parent: Placed, ...path: Path): Placed | undefined {
  const node = at(parent.node, ...path);
  return node === undefined ? undefined : { node, path: [...parent.path, ...path] };
}

/** The position of a key; undefined if the key is absent. */
export function entrySpan(node: Node, key: string): Span | undefined {
  return entries(node).find(entry => entry.key === key)?.keySpan;
}

/** The items of a list, with their paths. */
export function listed(node: Node | undefined, path: Path): Placed[] {
  return items(node).map((item, index) => ({ node: item, path: [...path, index] }));
}

/** An integer, or undefined for anything else. */
export function integerOf(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' && !node.isFloat ? node.value : undefined;
}

/** Every listener of `binds` and `gateways`. */
export const listeners = memo(listenersOf);

function listenersOf(root: Node): ListenerView[] {
  return [...bindListeners(root), ...gatewayListeners(root)];
}

function bindListeners(root: Node): ListenerView[] {
  return listed(get(root, 'binds'), ['binds']).flatMap(bind => {
    const portNode = get(bind.node, 'port');
    return listed(get(bind.node, 'listeners'), [...bind.path, 'listeners']).map(listener => ({
      ...listener,
      port: integerOf(portNode),
      portNode,
      policies: get(listener.node, 'policies'),
      policiesPath: [...listener.path, 'policies'],
    }));
  });
}

function gatewayListeners(root: Node): ListenerView[] {
  return entries(get(root, 'gateways')).flatMap(({ key, value }) => {
    const portNode = get(value, 'port');
    const own: Placed = { node: value, path: ['gateways', key] };
    const parts = listed(get(value, 'listeners'), [...own.path, 'listeners']);
    const view = (part: Placed): ListenerView => ({
      ...part,
      port: integerOf(portNode),
      portNode,
      policies: part.node,
      policiesPath: part.path,
    });
    return (parts.length > 0 ? parts : [own]).map(view);
  });
}

function routeView(route: Placed, listener: ListenerView | undefined, index: number): RouteView {
  return {
    ...route,
    listener,
    policies: get(route.node, 'policies'),
    policiesPath: [...route.path, 'policies'],
    backends: listed(get(route.node, 'backends'), [...route.path, 'backends']),
    index,
  };
}

/** Every HTTP route: of listeners, of gateways, of route groups; the `mcp` short form counts as one. */
export const routes = memo(routesOf);

function routesOf(root: Node): RouteView[] {
  const inline = listeners(root).flatMap(listener =>
    listed(get(listener.node, 'routes'), [...listener.path, 'routes']).map((route, index) => routeView(route, listener, index)),
  );
  const attached = listed(get(root, 'routes'), ['routes']).map((route, index) => routeView(route, gatewayOf(root, route.node), index));
  const groups = listed(get(root, 'routeGroups'), ['routeGroups']).flatMap(group =>
    listed(get(group.node, 'routes'), [...group.path, 'routes']).map((route, index) => routeView(route, undefined, index)),
  );
  return [...inline, ...attached, ...groups];
}

/** The first listener of a route or a section: of those that it names in `gateways`, or of the gateway `default`. */
const gatewayOf = (root: Node, attached: Node): ListenerView | undefined => attachedListeners(root, attached)[0];

/** The names in `gateways` of an attached route or section, each of a gateway or of a `gateway/listener`; `default` if it names none. */
export function gatewayNames(attached: Node): string[] {
  const refs = get(attached, 'gateways');
  const names = (refs?.kind === 'list' ? refs.items : [refs]).flatMap(ref => text(ref) ?? []);
  return names.length > 0 ? names : ['default'];
}

/** Every listener that an attached route or a section names in `gateways`, or those of the gateway `default`. */
export function attachedListeners(root: Node, attached: Node): ListenerView[] {
  return gatewayNames(attached).flatMap(name => {
    const [gateway, listener] = name.split('/');
    return gatewayListeners(root).filter(
      ({ node, path }) => path[1] === gateway && (listener === undefined || text(get(node, 'name')) === listener),
    );
  });
}

/** The listener that a section such as `mcp` is served at; undefined where it has its own port. */
function sectionListener(root: Node, section: string): ListenerView | undefined {
  const own = get(root, section);
  const hasPort = ['port', 'tls'].some(key => get(own, key) !== undefined);
  return own === undefined || hasPort ? undefined : gatewayOf(root, own);
}

/** An MCP backend, with its route if it has one. */
export interface McpView extends Placed {
  readonly route: RouteView | undefined;
  /** The entry of `backends` that contains it, or the `mcp` section. */
  readonly holder: Placed;
}

/** Every MCP backend: of routes, of the top-level `backends`, and the `mcp` section. */
export const mcpBackends = memo(mcpBackendsOf);

function mcpBackendsOf(root: Node): McpView[] {
  const found: McpView[] = [];
  const add = (holder: Placed, route: RouteView | undefined): void => {
    const mcp = child(holder, 'mcp');
    if (mcp !== undefined && !isNull(mcp.node)) found.push({ ...mcp, route, holder });
  };
  for (const route of routes(root)) for (const backend of route.backends) add(backend, route);
  for (const backend of listed(get(root, 'backends'), ['backends'])) add(backend, undefined);
  const section = get(root, 'mcp');
  if (section !== undefined && !isNull(section))
    found.push({ node: section, path: ['mcp'], route: undefined, holder: { node: section, path: ['mcp'] } });
  return found;
}

export interface TargetView extends Placed {
  readonly mcp: McpView;
  readonly name: string | undefined;
  /** `mcp`, `sse`, `openapi` or `stdio`. */
  readonly kind: string;
  /** The value under the key of the kind: host or command. */
  readonly spec: Placed;
}

/** Every target of every MCP backend. */
export const mcpTargets = memo(mcpTargetsOf);

function mcpTargetsOf(root: Node): TargetView[] {
  return mcpBackends(root).flatMap(mcp =>
    listed(get(mcp.node, 'targets'), [...mcp.path, 'targets']).flatMap(target => {
      const kind = ['mcp', 'sse', 'openapi', 'stdio'].find(key => get(target.node, key) !== undefined);
      const spec = kind === undefined ? undefined : child(target, kind);
      return spec === undefined ? [] : [{ ...target, mcp, name: text(get(target.node, 'name')), kind: kind!, spec }];
    }),
  );
}

/** A set of policies, with its path and its context. */
export interface PolicyView extends Placed {
  readonly level: 'listener' | 'route' | 'backend' | 'section' | 'attached';
  readonly route: RouteView | undefined;
  readonly listener: ListenerView | undefined;
}

/** Every set of policies that applies to requests. */
export const policySets = memo(policySetsOf);

function policySetsOf(root: Node): PolicyView[] {
  const found: PolicyView[] = [];
  const add = (node: Node | undefined, path: Path, level: PolicyView['level'], route?: RouteView, listener?: ListenerView): void => {
    if (node !== undefined) found.push({ node, path, level, route, listener });
  };
  for (const listener of listeners(root)) add(listener.policies, listener.policiesPath, 'listener', undefined, listener);
  for (const route of routes(root)) {
    add(route.policies, route.policiesPath, 'route', route, route.listener);
    for (const backend of route.backends)
      add(get(backend.node, 'policies'), [...backend.path, 'policies'], 'backend', route, route.listener);
  }
  for (const backend of listed(get(root, 'backends'), ['backends']))
    add(get(backend.node, 'policies'), [...backend.path, 'policies'], 'backend');
  for (const section of ['llm', 'mcp', 'ui'])
    add(at(root, section, 'policies'), [section, 'policies'], 'section', undefined, sectionListener(root, section));
  for (const policy of listed(get(root, 'policies'), ['policies'])) add(get(policy.node, 'policy'), [...policy.path, 'policy'], 'attached');
  return found;
}

/** A policy by name, in every set that has it. A conditional policy yields each of its entries. */
export const policiesNamed = memoBy((root, name: string): readonly (Placed & { readonly set: PolicyView })[] =>
  policySets(root).flatMap(set => {
    const policy = child(set, name);
    if (policy === undefined || isNull(policy.node)) return [];
    const conditional = get(policy.node, 'conditional');
    const all = conditional === undefined ? [policy] : listed(conditional, [...policy.path, 'conditional']);
    return all.map(placed => ({ ...placed, set }));
  }),
);

/** Mappings whose keys the author chooses, such as names of headers and fields: a key of theirs is no field of the configuration. */
const freeMaps: ReadonlySet<unknown> = new Set(
  'add set metadata env headers attributes resources context metadataContext addRequestHeaders requestAttributes responseAttributes defaults overrides labels modelAliases resourceMetadata'.split(
    ' ',
  ),
);

/** Every `backend: "..."` reference anywhere, with its text. */
export function backendReferences(root: Node): (Placed & { readonly ref: string })[] {
  const found: (Placed & { readonly ref: string })[] = [];
  walk(
    { node: root, path: [] },
    ({ node, path }) => {
      const ref = text(get(node, 'backend'));
      if (ref !== undefined && path[0] !== 'config' && !freeMaps.has(path.at(-1)))
        found.push({ node: get(node, 'backend')!, path: [...path, 'backend'], ref });
    },
    place => place.has('backend'),
  );
  return found;
}

/** The keys on the way to a value, without the indices of lists. All values of a document with the same keys have the same object. */
export class KeyPath {
  readonly keys: readonly string[];
  readonly #below = new Map<string, KeyPath>();

  constructor(keys: readonly string[] = []) {
    this.keys = keys;
  }

  get last(): string | undefined {
    return this.keys.at(-1);
  }

  /** Whether a value here has the key. */
  has(key: string): boolean {
    return this.#below.has(key);
  }

  /** The place of the value of a key. */
  below(key: string): KeyPath {
    const known = this.#below.get(key);
    if (known !== undefined) return known;
    const made = new KeyPath([...this.keys, key]);
    this.#below.set(key, made);
    return made;
  }
}

/** A value with its path, and the keys of that path. */
interface VisitedValue extends Placed {
  readonly place: KeyPath;
}

/**
 * Visits a value and all values below it. With `isAsked`, only those at the places for which it is true; it is asked once for each place, so
 * that rules about fields that a document does not have cost nothing.
 */
export function walk(from: Placed, visit: (found: VisitedValue) => void, isAsked?: (place: KeyPath) => boolean): void {
  const { node, path } = from;
  const { found, places } = path.length === 0 ? everything(node) : below(node, path);
  const asked = isAsked === undefined ? places : new Set([...places].filter(isAsked));
  if (asked.size === 0) return;
  for (const each of found)
    if (asked === places || asked.has(each.place)) visit({ node: each.node, path: pathTo(each), place: each.place });
}

interface Everything {
  readonly found: readonly Visit[];
  readonly places: ReadonlySet<KeyPath>;
}

/** A value on the way through a document. Its path is made when a rule looks at it: rules look at few values. */
interface Visit {
  readonly node: Node;
  readonly place: KeyPath;
  readonly step: string | number;
  readonly parent: Visit | undefined;
  path: Path | undefined;
}

function pathTo(visit: Visit): Path {
  visit.path ??= [...pathTo(visit.parent!), visit.step];
  return visit.path;
}

/** All values of a document. */
const everything = memo((node): Everything => below(node, []));

function below(node: Node, path: Path): Everything {
  const found: Visit[] = [];
  const place = new KeyPath(path.filter(step => typeof step === 'string'));
  collect({ node, place, step: '', parent: undefined, path }, found);
  return { found, places: new Set(found.map(({ place }) => place)) };
}

function collect(parent: Visit, found: Visit[]): void {
  found.push(parent);
  const { node, place } = parent;
  if (node.kind === 'list') node.items.forEach((item, step) => void collect({ node: item, place, step, parent, path: undefined }, found));
  if (node.kind === 'map')
    for (const { key, value } of node.entries) collect({ node: value, place: place.below(key), step: key, parent, path: undefined }, found);
}

/** Names of the top-level backends. */
export function backendNames(root: Node): string[] {
  return items(get(root, 'backends')).flatMap(backend => text(get(backend, 'name')) ?? []);
}
