import { listNames, type Node } from '@mcpgw/structure';
import { dnsSubdomain, pathSegment } from '../formats/grammar.js';
import { quoted } from '../formats/leaf.js';
import { child, list, str } from '../objects/access.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';

const group = 'rbac.authorization.k8s.io';

export const roleBinding: ObjectRule = {
  id: 'role-binding',
  on: ['RoleBinding', 'ClusterRoleBinding'],
  why: 'a binding names a role and subjects in their groups and namespaces',
  check(node, context) {
    const role = child(node, 'roleRef');
    const clusterWide = context.kind === 'ClusterRoleBinding';
    const kinds = clusterWide ? ['ClusterRole'] : ['Role', 'ClusterRole'];
    const kind = str(role, 'kind');
    if (kind !== '' && !kinds.includes(kind))
      context.report(['roleRef', 'kind'], `a ${context.kind} binds a ${listNames(kinds, 'or', '')}, found ${quoted(kind)}`);
    const apiGroup = str(role, 'apiGroup');
    if (apiGroup !== '' && apiGroup !== group)
      context.report(['roleRef', 'apiGroup'], `the group of a role is ${group}, found ${quoted(apiGroup)}`);
    const wrong = pathSegment(str(role, 'name'));
    if (wrong !== undefined) context.report(['roleRef', 'name'], `${quoted(str(role, 'name'))} is not the name of a role: ${wrong}`);
    for (const [index, subject] of list(node, 'subjects').entries()) checkSubject(subject, index, clusterWide, context);
  },
};

function checkSubject(subject: Node, index: number, clusterWide: boolean, context: RuleContext): void {
  const apiGroup = str(subject, 'apiGroup');
  const name = str(subject, 'name');
  if (str(subject, 'kind') !== 'ServiceAccount') {
    if (apiGroup !== '' && apiGroup !== group)
      context.report(['subjects', index, 'apiGroup'], `the group of users and groups is ${group}, found ${quoted(apiGroup)}`);
    return;
  }
  if (apiGroup !== '') context.report(['subjects', index, 'apiGroup'], 'a service account has no apiGroup', 'remove apiGroup');
  if (clusterWide && str(subject, 'namespace') === '')
    context.report(['subjects', index, 'namespace'], '"namespace" is missing: a service account has one');
  const wrong = name === '' ? undefined : dnsSubdomain(name);
  if (wrong !== undefined) context.report(['subjects', index, 'name'], `${quoted(name)} is not the name of a service account: ${wrong}`);
}
