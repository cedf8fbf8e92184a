import { given, numberAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const priorityLevel: ObjectRule = {
  id: 'priority-level',
  severity: 'error',
  on: ['PriorityLevelConfigurationSpec'],
  why: 'A level is described by the part that its type names, and a queue by its sizes.',
  check(node, context) {
    const type = textAt(node, 'type');
    const limited = given(node, 'limited');
    const exempt = textAt(given(context.root, 'metadata'), 'name') === 'exempt';
    if (type !== '' && (type === 'Exempt') !== exempt)
      context.report(['type'], 'the type Exempt is that of the level called exempt, and of no other');
    if (type === 'Limited' && limited === undefined) context.report(['limited'], '"limited" is missing: the type Limited needs it');
    if (type === 'Exempt' && limited !== undefined) context.report(['limited'], 'limited does not go with the type Exempt');
    if (type === 'Limited' && given(node, 'exempt') !== undefined) context.report(['exempt'], 'exempt does not go with the type Limited');
    const response = given(limited, 'limitResponse');
    const queuing = given(response, 'queuing');
    if (textAt(response, 'type') === 'Queue' && queuing === undefined)
      context.report(['limited', 'limitResponse', 'queuing'], '"queuing" is missing: the type Queue needs it');
    if (textAt(response, 'type') === 'Reject' && queuing !== undefined)
      context.report(['limited', 'limitResponse', 'queuing'], 'queuing does not go with the type Reject');
    const queues = numberAt(queuing, 'queues') ?? 64;
    const hand = numberAt(queuing, 'handSize') ?? 8;
    if (queuing !== undefined && hand > queues && queues > 0)
      context.report(['limited', 'limitResponse', 'queuing', 'handSize'], `handSize ${hand} exceeds queues ${queues}`);
  },
};
