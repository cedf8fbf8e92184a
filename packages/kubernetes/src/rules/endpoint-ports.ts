import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const endpointPorts: ObjectRule = {
  id: 'endpoint-ports',
  severity: 'error',
  on: ['EndpointSubset', 'EndpointSlice'],
  why: 'Several ports need names, and each name occurs once; a subset has addresses.',
  check(node, context) {
    const ports = itemsAt(node, 'ports');
    const subset = context.kind === 'Endpoints';
    if (subset && itemsAt(node, 'addresses').length + itemsAt(node, 'notReadyAddresses').length === 0)
      context.report(['addresses'], 'a subset needs addresses');
    if (subset && ports.length > 1)
      for (const [index, port] of ports.entries())
        if (textAt(port, 'name') === '') context.report(['ports', index, 'name'], 'with several ports, each needs a name');
    if (subset) return;
    duplicates(
      ports,
      port => `.${textAt(port, 'name')}`,
      (index, name) => context.report(['ports', index, 'name'], `another port is called "${name.slice(1)}"`),
    );
  },
};
