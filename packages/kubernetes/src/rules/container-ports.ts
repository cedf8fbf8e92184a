import { list, num, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const containerPorts: ObjectRule = {
  id: 'container-ports',
  on: ['Container'],
  why: 'the names of the ports of a container differ',
  check(node, context) {
    const ports = list(node, 'ports');
    duplicates(
      ports,
      port => str(port, 'name'),
      (index, name) => context.report(['ports', index, 'name'], `another port of the container is called "${name}"`),
    );
    duplicates(
      ports,
      port => (num(port, 'hostPort') ? `${num(port, 'hostPort')}/${str(port, 'protocol') || 'TCP'}/${str(port, 'hostIP')}` : ''),
      index =>
        context.report(['ports', index, 'hostPort'], `another port of the container takes the host port ${num(ports[index], 'hostPort')}`),
    );
  },
};
