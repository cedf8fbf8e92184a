import { itemsAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const webhookResources: ObjectRule = {
  id: 'webhook-resources',
  severity: 'error',
  on: ['RuleWithOperations'],
  why: 'Resources that "*" stands for already may not be named once more.',
  check(node, context) {
    const names = itemsAt(node, 'resources').map(textOrEmpty);
    const report = (message: string): void => context.report(['resources'], message, 'remove what it stands for');
    if (names.includes('*/*') && names.length > 1) report('"*/*" stands for every resource: no other value may stand in resources');
    else if (names.includes('*') && names.some(name => name !== '*' && !name.includes('/')))
      report('"*" stands for every resource: no other resource may stand beside it');
    for (const key of ['resources', 'apiVersions']) {
      const empty = itemsAt(node, key).findIndex(value => textOrEmpty(value) === '');
      if (empty >= 0) context.report([key, empty], 'an entry may not be empty', 'for all of them, write "*"');
    }
    for (const [index, name] of names.entries()) {
      const [resource, sub] = name.split('/', 2);
      if (sub === undefined || name === '*/*') continue;
      const wild = names.slice(0, index).find(earlier => earlier === `${resource}/*` || earlier === `*/${sub}`);
      if (wild !== undefined) context.report(['resources', index], `"${wild}" stands for ${name} already`);
    }
  },
};
