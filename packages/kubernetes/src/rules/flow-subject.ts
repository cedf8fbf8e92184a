import { given, givenKeys, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const fields: Readonly<Record<string, string>> = { User: 'user', Group: 'group', ServiceAccount: 'serviceAccount' };

export const flowSubject: ObjectRule = {
  id: 'flow-subject',
  severity: 'error',
  on: ['FlowSubject'],
  why: 'A subject is described by the field that its kind names, and by no other.',
  check(node, context) {
    const kind = textAt(node, 'kind');
    const own = fields[kind];
    if (own === undefined) return;
    if (given(node, own) === undefined) context.report([own], `"${own}" is missing: the kind ${kind} needs it`);
    for (const key of givenKeys(node, Object.values(fields)))
      if (key !== own) context.report([key], `${key} does not go with the kind ${kind}`);
  },
};
