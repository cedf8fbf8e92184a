import { child, present, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const fields: Readonly<Record<string, string>> = { User: 'user', Group: 'group', ServiceAccount: 'serviceAccount' };

export const flowSubject: ObjectRule = {
  id: 'flow-subject',
  on: ['FlowSubject'],
  why: 'a subject is described by the field that its kind names, and by no other',
  check(node, context) {
    const kind = str(node, 'kind');
    const own = fields[kind];
    if (own === undefined) return;
    if (child(node, own) === undefined) context.report([own], `"${own}" is missing: the kind ${kind} needs it`);
    for (const key of present(node, Object.values(fields)))
      if (key !== own) context.report([key], `${key} does not go with the kind ${kind}`);
  },
};
