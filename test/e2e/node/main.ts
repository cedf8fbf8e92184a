/** A node for a person: starts it, says how to reach it, and stops it at the first signal. Run by tools/cluster.mjs. */
import { nodeMissing } from './needs.js';
import { startNode } from './node.js';

if (nodeMissing !== undefined) {
  console.error(`cluster: ${nodeMissing}`);
  process.exit(2);
}
const begin = performance.now();
const stopped = new Promise<void>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
const node = await startNode();
console.log(`export KUBECONFIG=${node.kubeconfig()}`);
console.error(`cluster: ready after ${Math.round((performance.now() - begin) / 1000)} s; Ctrl-C ends it`);
await stopped;
await node.stop();
