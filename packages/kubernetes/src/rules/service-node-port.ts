import { itemsAt, numberAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const serviceNodePort: ObjectRule = {
  id: 'service-node-port',
  on: ['ServiceSpec'],
  why: 'A cluster hands out node ports from 30000 to 32767, unless it was set up otherwise: the server refuses others when it stores the service.',
  severity: 'warning',
  check(node, context) {
    for (const [index, port] of itemsAt(node, 'ports').entries()) {
      const nodePort = numberAt(port, 'nodePort') ?? 0;
      if (nodePort !== 0 && (nodePort < 30000 || nodePort > 32767))
        context.report(['ports', index, 'nodePort'], `${nodePort} lies outside of 30000 to 32767, the default range of node ports`);
    }
  },
};
