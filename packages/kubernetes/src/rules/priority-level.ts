import { child, num, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const priorityLevel: ObjectRule = {
  id: 'priority-level',
  on: ['PriorityLevelConfigurationSpec'],
  why: 'a level is described by the part that its type names, and a queue by its sizes',
  check(node, context) {
    const type = str(node, 'type');
    const limited = child(node, 'limited');
    const exempt = str(child(context.root, 'metadata'), 'name') === 'exempt';
    if (type !== '' && (type === 'Exempt') !== exempt)
      context.report(['type'], 'the type Exempt is that of the level called exempt, and of no other');
    if (type === 'Limited' && limited === undefined) context.report(['limited'], '"limited" is missing: the type Limited needs it');
    if (type === 'Exempt' && limited !== undefined) context.report(['limited'], 'limited does not go with the type Exempt');
    if (type === 'Limited' && child(node, 'exempt') !== undefined) context.report(['exempt'], 'exempt does not go with the type Limited');
    const response = child(limited, 'limitResponse');
    const queuing = child(response, 'queuing');
    if (str(response, 'type') === 'Queue' && queuing === undefined)
      context.report(['limited', 'limitResponse', 'queuing'], '"queuing" is missing: the type Queue needs it');
    if (str(response, 'type') === 'Reject' && queuing !== undefined)
      context.report(['limited', 'limitResponse', 'queuing'], 'queuing does not go with the type Reject');
    const queues = num(queuing, 'queues') ?? 64;
    const hand = num(queuing, 'handSize') ?? 8;
    if (queuing !== undefined && hand > queues && queues > 0)
      context.report(['limited', 'limitResponse', 'queuing', 'handSize'], `handSize ${hand} exceeds queues ${queues}`);
  },
};
