/** What the suites of the chart share: one node with the project's images, the CRDs and a copy of the chart. */
import { objectsIn } from '../../../helpers/kube-objects.js';
import type { Node } from '../node.js';

export interface Ground {
  readonly node: Node;
  /** Folder of the chart. */
  readonly chart: string;
}

/** `Kind name` of all that a namespace holds, but for what a controller writes into each. */
export async function everythingIn(node: Node, namespace: string): Promise<string[]> {
  const found = await objectsIn(node, namespace);
  return found.map(({ kind, metadata }) => `${kind} ${metadata.name}`).filter(name => name !== 'ConfigMap kube-root-ca.crt');
}
