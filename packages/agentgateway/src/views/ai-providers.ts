import { get, type Node } from '@mcpgw/structure';
import { child, listed, type Placed, routes } from './views.js';

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
    const covered = [outer, get(backend.node, 'policies')].some(policies => get(policies, 'backendAuth') !== undefined);
    return providersIn(ai).map(provider => ({ ...provider, covered }));
  });
}

/** The providers of an AI backend, of all its groups. */
export function providersIn(ai: Placed): Placed[] {
  const groups = listed(get(ai.node, 'groups'), [...ai.path, 'groups']);
  if (groups.length === 0) return [ai];
  return groups.flatMap(group => listed(get(group.node, 'providers'), [...group.path, 'providers']));
}
