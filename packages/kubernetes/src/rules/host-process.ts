import { given, isAt, itemsAt, type Node } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const hostProcess: ObjectRule = {
  id: 'host-process',
  severity: 'error',
  on: ['PodSpec'],
  why: 'All containers of a Windows pod run as processes of the host, in its network, or none does.',
  check(node, context) {
    const ofPod = optionOf(node);
    if (ofPod === undefined && kinds.every(kind => itemsAt(node, kind).every(container => optionOf(container) === undefined))) return;
    const containers = kinds.flatMap(kind => itemsAt(node, kind).map((item, index) => ({ path: [kind, index], item })));
    const values = containers.map(({ item }) => optionOf(item));
    for (const [index, value] of values.entries())
      if (ofPod !== undefined && value !== undefined && value !== ofPod) differs(containers[index]!.path, ofPod, context);
    const count = values.filter(value => value ?? ofPod ?? false).length;
    if (count === 0) return;
    if (count < values.length)
      context.report(
        ['containers'],
        'hostProcess is set for some of the containers only',
        'set it in securityContext.windowsOptions of the pod',
      );
    if (!isAt(node, 'hostNetwork', true)) context.report(['hostNetwork'], 'hostProcess needs hostNetwork: true');
  },
};

const kinds = ['containers', 'initContainers'];

function differs(path: readonly (string | number)[], ofPod: boolean, context: ObjectContext): void {
  const place = [...path, 'securityContext', 'windowsOptions', 'hostProcess'];
  context.report(place, `hostProcess differs from that of the pod, which is ${ofPod}`, 'set it for the pod only');
}

function optionOf(node: Node): boolean | undefined {
  const value = given(given(given(node, 'securityContext'), 'windowsOptions'), 'hostProcess');
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined;
}
