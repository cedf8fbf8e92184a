import { get, isNull, type Node } from '@mcpgw/structure';
import { listed, type Placed, type PolicyView, policiesNamed, policySets } from './views.js';

export interface LimitView extends Placed {
  readonly set: PolicyView;
}

/** Every list of local limits, with the path of the list. Conditional ones are entries of their own. */
export function localLimitLists(root: Node): readonly LimitView[] {
  return policySets(root).flatMap(set => {
    const node = get(set.node, 'localRateLimit');
    return node?.kind === 'list' ? [{ node, path: [...set.path, 'localRateLimit'], set }] : [];
  });
}

/** Every local rate limit. */
export function localLimits(root: Node): LimitView[] {
  const conditional = policiesNamed(root, 'localRateLimit').filter(({ node }) => node.kind === 'map');
  const plain = localLimitLists(root).flatMap(list => listed(list.node, list.path).map(limit => ({ ...limit, set: list.set })));
  return [...plain, ...conditional].filter(({ node }) => node.kind === 'map' && !isNull(node));
}

/** Every descriptor of a remote rate limit. */
export const remoteLimits = (root: Node): readonly LimitView[] => policiesNamed(root, 'remoteRateLimit');
