import { child, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const eventNamespace: ObjectRule = {
  id: 'event-namespace',
  on: ['Event', 'NewEvent'],
  why: 'an event is in the namespace of the object that it is about',
  check(node, context) {
    const namespace = str(child(node, 'metadata'), 'namespace');
    const about = context.types.includes('Event') ? 'involvedObject' : 'regarding';
    const place = str(child(node, about), 'namespace');
    const fits =
      place === '' ? namespace === 'default' || (context.types.includes('NewEvent') && namespace === 'kube-system') : place === namespace;
    if (namespace !== '' && !fits) context.report([about, 'namespace'], `the event is in the namespace ${namespace}, its object is not`);
  },
};
