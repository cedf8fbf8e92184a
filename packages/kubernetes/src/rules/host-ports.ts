import { is, list, num, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const hostPorts: ObjectRule = {
  id: 'host-ports',
  on: ['PodSpec'],
  why: 'a port of the host serves one container, and on the network of the host it is the port of the container',
  check(node, context) {
    const hostNetwork = is(node, 'hostNetwork', true);
    const met = new Map<string, number>();
    for (const [index, container] of list(node, 'containers').entries()) {
      for (const [at, port] of list(container, 'ports').entries()) {
        const hostPort = num(port, 'hostPort') ?? 0;
        if (hostPort === 0) continue;
        const path = ['containers', index, 'ports', at, 'hostPort'];
        if (hostNetwork && hostPort !== num(port, 'containerPort'))
          context.report(
            path,
            `with hostNetwork, hostPort must equal containerPort ${num(port, 'containerPort')}, found ${hostPort}`,
            'remove hostPort',
          );
        const key = `${hostPort}/${str(port, 'protocol') || 'TCP'}/${str(port, 'hostIP')}`;
        const first = met.get(key);
        if (first !== undefined && first !== index) context.report(path, `another container of the pod takes the host port ${hostPort}`);
        met.set(key, index);
      }
    }
  },
};
