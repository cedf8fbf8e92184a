/** What decides whether a backend is healthy. */
import { celTree, celUses } from '@mcpgw/structure';

/** What clients choose; everything else is known of the answer, or set by the proxy. */
const ofRequest: ReadonlySet<string> = new Set(['request', 'source', 'jwt', 'apiKey', 'basicAuth']);

/** Whether an expression looks only at what the client sent, so that a client decides about a backend. */
export function looksAtRequestOnly(expression: string): boolean {
  const tree = celTree(expression);
  const reads = tree === undefined ? [] : celUses(tree, new Set()).reads;
  return reads.length > 0 && reads.every(({ path: [name] }) => ofRequest.has(name!));
}
