import { list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const volumeNames: ObjectRule = {
  id: 'volume-names',
  on: ['PodSpec'],
  why: 'the volumes of a pod have different names',
  check(node, context) {
    duplicates(
      list(node, 'volumes'),
      volume => str(volume, 'name'),
      (index, name) => context.report(['volumes', index, 'name'], `another volume of the pod is called "${name}"`),
    );
  },
};
