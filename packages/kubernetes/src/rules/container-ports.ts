import { itemsAt, numberAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const containerPorts: ObjectRule = {
  id: 'container-ports',
  severity: 'error',
  on: ['Container'],
  why: 'The names of the ports of a container differ.',
  check(node, context) {
    const ports = itemsAt(node, 'ports');
    duplicates(
      ports,
      port => textAt(port, 'name'),
      (index, name) => context.report(['ports', index, 'name'], `another port of the container is called "${name}"`),
    );
    duplicates(
      ports,
      port =>
        numberAt(port, 'hostPort') ? `${numberAt(port, 'hostPort')}/${textAt(port, 'protocol') || 'TCP'}/${textAt(port, 'hostIP')}` : '',
      index =>
        context.report(
          ['ports', index, 'hostPort'],
          `another port of the container takes the host port ${numberAt(ports[index], 'hostPort')}`,
        ),
    );
  },
};
