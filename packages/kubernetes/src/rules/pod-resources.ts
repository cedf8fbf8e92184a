import { entriesAt, given, itemsAt, type Node, textAt } from '@mcpgw/structure';
import { parseQuantity } from '../formats/quantity.js';
import type { ObjectRule } from '../objects/rule.js';

const known = /^(?:cpu|memory|hugepages-.+)$/;

export const podResources: ObjectRule = {
  id: 'pod-resources',
  severity: 'error',
  since: '1.34.0',
  on: ['PodSpec'],
  why: 'The resources of a pod have room for those of its containers.',
  check(node, context) {
    const own = given(node, 'resources');
    if (own?.kind !== 'map') return;
    if (given(own, 'claims') !== undefined)
      context.report(['resources', 'claims'], 'a pod has no claims in its resources', 'give them to the containers');
    for (const kind of ['limits', 'requests'])
      for (const { key } of entriesAt(own, kind))
        if (!known.test(key)) context.report(['resources', kind, key], `a pod can have cpu, memory and hugepages-<size> only, not ${key}`);
    for (const { key, value } of entriesAt(own, 'limits')) {
      const most = amount(value);
      for (const [index, container] of itemsAt(node, 'containers').entries())
        if (amountOf(container, 'limits', key) > most)
          context.report(['containers', index, 'resources', 'limits', key], `the limit for ${key} exceeds that of the pod`);
    }
    for (const { key, value } of entriesAt(own, 'requests'))
      if (total(node, key) > amount(value))
        context.report(['resources', 'requests', key], `the containers together request more ${key} than the pod`);
  },
};

const amount = (node: Node | undefined): bigint =>
  node?.kind === 'scalar' && node.value !== null ? (parseQuantity(String(node.value)) ?? 0n) : 0n;
const amountOf = (container: Node, kind: string, key: string): bigint => amount(given(given(given(container, 'resources'), kind), key));
/** The request of a container. Default: its limit. */
const requestOf = (container: Node, key: string): bigint =>
  given(given(given(container, 'resources'), 'requests'), key) === undefined
    ? amountOf(container, 'limits', key)
    : amountOf(container, 'requests', key);

/** The total request of the containers that run at the same time. An init container runs beside the sidecars before it. */
function total(pod: Node, key: string): bigint {
  let sidecars = 0n;
  let most = 0n;
  for (const container of itemsAt(pod, 'initContainers')) {
    const request = requestOf(container, key);
    if (textAt(container, 'restartPolicy') === 'Always') sidecars += request;
    const now = textAt(container, 'restartPolicy') === 'Always' ? sidecars : sidecars + request;
    if (now > most) most = now;
  }
  const running = itemsAt(pod, 'containers').reduce((sum, container) => sum + requestOf(container, key), sidecars);
  return running > most ? running : most;
}
