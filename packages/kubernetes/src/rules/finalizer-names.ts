import { itemsAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

const own = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

export const finalizerNames: ObjectRule = {
  id: 'finalizer-names',
  severity: 'error',
  on: ['ObjectMeta', 'NamespaceSpec'],
  why: 'A finalizer has a domain before its name, unless it is one of the server.',
  check(node, context) {
    if (
      /^(?:apiextensions|apiregistration|events)\./.test(context.apiVersion) ||
      context.kind === 'Event' ||
      context.kind === 'PodDisruptionBudget'
    )
      return;
    for (const [index, item] of itemsAt(node, 'finalizers').entries()) {
      const name = textOrEmpty(item);
      if (!name.includes('/') && !own.has(name))
        context.report(
          ['finalizers', index],
          `${quoted(name)} is not the name of a finalizer: it must have a domain before it`,
          'such as acme.io/cleanup',
        );
    }
  },
};
