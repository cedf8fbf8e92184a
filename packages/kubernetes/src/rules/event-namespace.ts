import { given, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const eventNamespace: ObjectRule = {
  id: 'event-namespace',
  severity: 'error',
  on: ['Event', 'NewEvent'],
  why: 'An event is in the namespace of the object that it is about.',
  check(node, context) {
    const namespace = textAt(given(node, 'metadata'), 'namespace');
    const about = context.types.includes('Event') ? 'involvedObject' : 'regarding';
    const place = textAt(given(node, about), 'namespace');
    const fits =
      place === '' ? namespace === 'default' || (context.types.includes('NewEvent') && namespace === 'kube-system') : place === namespace;
    if (namespace !== '' && !fits) context.report([about, 'namespace'], `the event is in the namespace ${namespace}, its object is not`);
  },
};
