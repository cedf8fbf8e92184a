import { itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const roleRules: ObjectRule = {
  id: 'role-rules',
  severity: 'error',
  on: ['PolicyRule'],
  why: 'A rule of a role is about resources of API groups, or about other URLs.',
  check(node, context) {
    const urls = itemsAt(node, 'nonResourceURLs').length > 0;
    const groups = itemsAt(node, 'apiGroups').length > 0;
    const resources = itemsAt(node, 'resources').length > 0;
    if (urls && context.kind === 'Role')
      context.report(['nonResourceURLs'], 'a role of a namespace cannot allow URLs', 'use a ClusterRole');
    if (urls && (groups || resources || itemsAt(node, 'resourceNames').length > 0))
      context.report(['nonResourceURLs'], 'a rule is about resources or about URLs, not both', 'make two rules of it');
    if (!urls && !groups) context.report(['apiGroups'], 'a rule about resources needs apiGroups', 'for the core group, [""]');
    if (!urls && !resources) context.report(['resources'], 'a rule about resources needs resources');
  },
};
