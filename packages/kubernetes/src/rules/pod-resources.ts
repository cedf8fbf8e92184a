import type { Node } from '@mcpgw/structure';
import { parseQuantity } from '../formats/quantity.js';
import { child, list, pairs, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const known = /^(?:cpu|memory|hugepages-.+)$/;

export const podResources: ObjectRule = {
  id: 'pod-resources',
  on: ['PodSpec'],
  why: 'the resources of a pod have room for those of its containers',
  check(node, context) {
    const own = child(node, 'resources');
    if (own?.kind !== 'map' || context.minor < 34) return;
    if (child(own, 'claims') !== undefined)
      context.report(['resources', 'claims'], 'a pod has no claims in its resources', 'give them to the containers');
    for (const kind of ['limits', 'requests'])
      for (const { key } of pairs(own, kind))
        if (!known.test(key)) context.report(['resources', kind, key], `a pod can have cpu, memory and hugepages-<size> only, not ${key}`);
    for (const { key, value } of pairs(own, 'limits')) {
      const most = amount(value);
      for (const [index, container] of list(node, 'containers').entries())
        if (amountOf(container, 'limits', key) > most)
          context.report(['containers', index, 'resources', 'limits', key], `the limit for ${key} exceeds that of the pod`);
    }
    for (const { key, value } of pairs(own, 'requests'))
      if (total(node, key) > amount(value))
        context.report(['resources', 'requests', key], `the containers together request more ${key} than the pod`);
  },
};

const amount = (node: Node | undefined): bigint =>
  node?.kind === 'scalar' && node.value !== null ? (parseQuantity(String(node.value)) ?? 0n) : 0n;
const amountOf = (container: Node, kind: string, key: string): bigint => amount(child(child(child(container, 'resources'), kind), key));
/** A request that is not there is the limit. */
const requestOf = (container: Node, key: string): bigint =>
  child(child(child(container, 'resources'), 'requests'), key) === undefined
    ? amountOf(container, 'limits', key)
    : amountOf(container, 'requests', key);

/** What all containers that run at once request; an init container runs beside the side-cars before it. */
function total(pod: Node, key: string): bigint {
  let sidecars = 0n;
  let most = 0n;
  for (const container of list(pod, 'initContainers')) {
    const request = requestOf(container, key);
    if (str(container, 'restartPolicy') === 'Always') sidecars += request;
    const now = str(container, 'restartPolicy') === 'Always' ? sidecars : sidecars + request;
    if (now > most) most = now;
  }
  const running = list(pod, 'containers').reduce((sum, container) => sum + requestOf(container, key), sidecars);
  return running > most ? running : most;
}
