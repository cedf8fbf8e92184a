import { list, num, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const servicePorts: ObjectRule = {
  id: 'service-ports',
  on: ['ServiceSpec'],
  why: 'a service needs ports; several ports need names, and each name, port and node port stands once for a protocol',
  check(node, context) {
    const ports = list(node, 'ports');
    const type = str(node, 'type') || 'ClusterIP';
    if (ports.length === 0 && type !== 'ExternalName' && str(node, 'clusterIP') !== 'None')
      context.report(['ports'], 'a service needs at least one port, unless it is headless or of type ExternalName');
    if (ports.length > 1)
      for (const [index, port] of ports.entries())
        if (str(port, 'name') === '') context.report(['ports', index, 'name'], 'with several ports, each needs a name');
    const again = (key: string, what: string) => (index: number, name: string) =>
      context.report(['ports', index, key], `another port of the service ${what} ${name}`);
    duplicates(ports, port => str(port, 'name'), again('name', 'is called'));
    duplicates(ports, port => (num(port, 'port') ? `${num(port, 'port')} (${str(port, 'protocol') || 'TCP'})` : ''), again('port', 'is'));
    duplicates(
      ports,
      port => (num(port, 'nodePort') ? `${num(port, 'nodePort')} (${str(port, 'protocol') || 'TCP'})` : ''),
      again('nodePort', 'takes the node port'),
    );
    if (type !== 'ClusterIP') return;
    for (const [index, port] of ports.entries())
      if (num(port, 'nodePort'))
        context.report(
          ['ports', index, 'nodePort'],
          'a service of type ClusterIP has no node port',
          'set type to NodePort, or remove nodePort',
        );
  },
};
