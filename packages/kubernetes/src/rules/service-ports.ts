import { itemsAt, numberAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const servicePorts: ObjectRule = {
  id: 'service-ports',
  severity: 'error',
  on: ['ServiceSpec'],
  why: 'A service needs ports; several ports need names, and each name, port and node port occurs once for a protocol.',
  check(node, context) {
    const ports = itemsAt(node, 'ports');
    const type = textAt(node, 'type') || 'ClusterIP';
    if (ports.length === 0 && type !== 'ExternalName' && textAt(node, 'clusterIP') !== 'None')
      context.report(['ports'], 'a service needs at least one port, unless it is headless or of type ExternalName');
    if (ports.length > 1)
      for (const [index, port] of ports.entries())
        if (textAt(port, 'name') === '') context.report(['ports', index, 'name'], 'with several ports, each needs a name');
    const again = (key: string, what: string) => (index: number, name: string) =>
      context.report(['ports', index, key], `another port of the service ${what} ${name}`);
    duplicates(ports, port => textAt(port, 'name'), again('name', 'is called'));
    duplicates(
      ports,
      port => (numberAt(port, 'port') ? `${numberAt(port, 'port')} (${textAt(port, 'protocol') || 'TCP'})` : ''),
      again('port', 'is'),
    );
    duplicates(
      ports,
      port => (numberAt(port, 'nodePort') ? `${numberAt(port, 'nodePort')} (${textAt(port, 'protocol') || 'TCP'})` : ''),
      again('nodePort', 'takes the node port'),
    );
    if (type !== 'ClusterIP') return;
    for (const [index, port] of ports.entries())
      if (numberAt(port, 'nodePort'))
        context.report(
          ['ports', index, 'nodePort'],
          'a service of type ClusterIP has no node port',
          'set type to NodePort, or remove nodePort',
        );
  },
};
