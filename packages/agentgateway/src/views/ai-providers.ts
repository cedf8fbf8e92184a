import { entries, get, given, isGiven, isNull, memo, type Node, text } from '@mcpgw/structure';
import { child, listed, type Placed, placedAt, policiesNamed, routes, walk } from './views.js';

export interface AiProviderView extends Placed {
  /** Whether the backend or its route has credentials. */
  readonly covered: boolean;
}

/** Every provider of every AI backend. */
export function aiProviders(root: Node): AiProviderView[] {
  const holders = [
    ...routes(root).flatMap(route => route.backends.map(backend => ({ backend, outer: route.policies }))),
    ...listed(get(root, 'backends'), ['backends']).map(backend => ({ backend, outer: undefined })),
  ];
  return holders.flatMap(({ backend, outer }) => {
    const ai = child(backend, 'ai');
    if (ai === undefined) return [];
    const covered = [outer, get(backend.node, 'policies')].some(policies => isGiven(policies, 'backendAuth'));
    return providersIn(ai).map(provider => ({ ...provider, covered }));
  });
}

/** The providers of an AI backend, of all its groups. */
export function providersIn(ai: Placed): Placed[] {
  const groups = listed(get(ai.node, 'groups'), [...ai.path, 'groups']);
  if (groups.length === 0) return [ai];
  return groups.flatMap(group => listed(get(group.node, 'providers'), [...group.path, 'providers']));
}

/** The policies of LLM requests: `ai` of routes and backends, and models of the section `llm`. */
export const aiPolicies = memo((root): readonly Placed[] => {
  const models = ['models', 'providers'].flatMap(key => listed(get(get(root, 'llm'), key), ['llm', key]));
  const defaults = models.flatMap(model => child(model, 'defaults') ?? []).filter(({ node }) => get(node, 'overrides') !== undefined);
  return [...policiesNamed(root, 'ai').map(({ node, path }) => ({ node, path })), ...nested(root), ...models, ...defaults];
});

function nested(root: Node): Placed[] {
  const found: Placed[] = [];
  const known = new Set(policiesNamed(root, 'ai').map(({ node }) => node));
  walk(
    { node: root, path: [] },
    placed => {
      const own = placed.path.at(-1) === 'policies' ? child(placed, 'ai') : undefined;
      if (own !== undefined && !isNull(own.node) && !known.has(own.node)) found.push(own);
    },
    ({ last }) => last === 'policies',
  );
  return found;
}

/** The kinds of the providers that a policy is about; none where one of them is not known. */
export function providerKinds(root: Node, { node, path }: Placed): string[] {
  const providers = path[0] === 'llm' ? [get(node, 'provider')] : providersOf(root, { node, path });
  const kinds = providers.map(provider => text(provider) ?? entries(provider)[0]?.key);
  return kinds.some(kind => kind === undefined || kind === 'reference') ? [] : kinds.flatMap(kind => kind ?? []);
}

/** The providers that a policy is about; undefined for a backend that is not known or is no AI backend. */
export function providersOf(root: Node, { node, path }: Placed): (Node | undefined)[] {
  const ofBackend = (backend: Placed): (Node | undefined)[] => {
    const ai = child(backend, 'ai');
    return ai === undefined ? [undefined] : providersIn(ai).map(each => get(each.node, 'provider'));
  };
  const set = policiesNamed(root, 'ai').find(each => each.node === node)?.set;
  if (set?.level === 'route') return (set.route?.backends ?? []).flatMap(ofBackend);
  const holder = placedAt({ node: root, path: [] }, ...path.slice(0, -2));
  if (holder === undefined || path.at(-2) !== 'policies') return [];
  if (get(holder.node, 'provider') !== undefined) return [get(holder.node, 'provider')];
  if (get(holder.node, 'groups') !== undefined) return providersIn(holder).map(each => get(each.node, 'provider'));
  return ofBackend(holder);
}

/** The health policy of a set of policies or of a model; undefined if there is none. */
export function healthOf(policies: Node | undefined): Node | undefined {
  return given(policies, 'health');
}
