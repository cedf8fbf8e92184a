import { isAt, itemsAt, numberAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const hostPorts: ObjectRule = {
  id: 'host-ports',
  severity: 'error',
  on: ['PodSpec'],
  why: 'A port of the host serves one container, and on the network of the host it is the port of the container.',
  check(node, context) {
    const hostNetwork = isAt(node, 'hostNetwork', true);
    const met = new Map<string, number>();
    for (const [index, container] of itemsAt(node, 'containers').entries()) {
      for (const [at, port] of itemsAt(container, 'ports').entries()) {
        const hostPort = numberAt(port, 'hostPort') ?? 0;
        if (hostPort === 0) continue;
        const path = ['containers', index, 'ports', at, 'hostPort'];
        if (hostNetwork && hostPort !== numberAt(port, 'containerPort'))
          context.report(
            path,
            `with hostNetwork, hostPort must equal containerPort ${numberAt(port, 'containerPort')}, found ${hostPort}`,
            'remove hostPort',
          );
        const key = `${hostPort}/${textAt(port, 'protocol') || 'TCP'}/${textAt(port, 'hostIP')}`;
        const first = met.get(key);
        if (first !== undefined && first !== index) context.report(path, `another container of the pod takes the host port ${hostPort}`);
        met.set(key, index);
      }
    }
  },
};
