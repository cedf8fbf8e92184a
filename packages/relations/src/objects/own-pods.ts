/** The pods and containers of the checked files, one after the other. */
import type { Node, RuleContext } from '@mcpgw/structure';
import { type ContainerView, containersOf, type PodView, podsOf } from './pods.js';
import { type Say, sayOf } from './say.js';

/** The pods of checked files. */
export const ownPodsOf = (root: Node): readonly PodView[] => podsOf(root).filter(({ owner }) => owner.own);

/** Calls a function for each pod of a checked file. */
export function forOwnPods({ root, report }: RuleContext, visit: (pod: PodView, say: Say, root: Node) => void): void {
  for (const pod of ownPodsOf(root)) visit(pod, sayOf(report, pod.owner.node), root);
}

/** Calls a function for each container, init containers included, of each pod of a checked file. */
export function forOwnContainers(
  context: RuleContext,
  visit: (container: ContainerView, say: Say, pod: PodView, root: Node) => void,
): void {
  forOwnPods(context, (pod, say, root) => {
    for (const container of containersOf(pod)) visit(container, say, pod, root);
  });
}
