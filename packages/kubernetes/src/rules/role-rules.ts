import { list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const roleRules: ObjectRule = {
  id: 'role-rules',
  on: ['PolicyRule'],
  why: 'a rule of a role is about resources of API groups, or about other URLs',
  check(node, context) {
    const urls = list(node, 'nonResourceURLs').length > 0;
    const groups = list(node, 'apiGroups').length > 0;
    const resources = list(node, 'resources').length > 0;
    if (urls && context.kind === 'Role')
      context.report(['nonResourceURLs'], 'a role of a namespace cannot allow URLs', 'use a ClusterRole');
    if (urls && (groups || resources || list(node, 'resourceNames').length > 0))
      context.report(['nonResourceURLs'], 'a rule is about resources or about URLs, not both', 'make two rules of it');
    if (!urls && !groups) context.report(['apiGroups'], 'a rule about resources needs apiGroups', 'for the core group, [""]');
    if (!urls && !resources) context.report(['resources'], 'a rule about resources needs resources');
  },
};
