import { entriesAt, itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

/** The resources to which scopes apply. They do not apply to others, such as count/deployments.apps. */
const plain =
  /^(?:pods|services|replicationcontrollers|resourcequotas|secrets|configmaps|persistentvolumeclaims|services\..*|cpu|memory|(?:ephemeral-)?storage|(?:requests|limits)\.(?:cpu|memory|(?:ephemeral-)?storage))$/;
const ofPods = /^(?:pods|cpu|memory|(?:requests|limits)\.(?:cpu|memory))$/;
const counted: Readonly<Record<string, RegExp>> = {
  Terminating: ofPods,
  NotTerminating: ofPods,
  NotBestEffort: ofPods,
  PriorityClass: ofPods,
  CrossNamespacePodAffinity: ofPods,
  BestEffort: /^pods$/,
  VolumeAttributesClass: /^(?:persistentvolumeclaims|requests\.storage)$/,
};

export const quotaScopes: ObjectRule = {
  id: 'quota-scopes',
  severity: 'error',
  on: ['ResourceQuotaSpec'],
  why: 'A quota with a scope counts only what the scope is about.',
  check(node, context) {
    const selected = node.entries.findLast(({ key }) => key === 'scopeSelector')?.value;
    const scopes = [
      ...itemsAt(node, 'scopes').map(textOrEmpty),
      ...itemsAt(selected, 'matchExpressions').map(item => textAt(item, 'scopeName')),
    ];
    for (const scope of scopes) {
      const wrong = entriesAt(node, 'hard').find(({ key }) => plain.test(key) && counted[scope]?.test(key) === false);
      if (wrong !== undefined)
        context.report(['hard', wrong.key], `the scope ${scope} does not count ${wrong.key}`, 'make a separate quota for it');
    }
  },
};
