import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const volumeNames: ObjectRule = {
  id: 'volume-names',
  severity: 'error',
  on: ['PodSpec'],
  why: 'The volumes of a pod have different names.',
  check(node, context) {
    duplicates(
      itemsAt(node, 'volumes'),
      volume => textAt(volume, 'name'),
      (index, name) => context.report(['volumes', index, 'name'], `another volume of the pod is called "${name}"`),
    );
  },
};
