import { given, itemsAt, listNames, type Node, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { dnsSubdomain, pathSegment } from '../formats/grammar.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

const group = 'rbac.authorization.k8s.io';

export const roleBinding: ObjectRule = {
  id: 'role-binding',
  severity: 'error',
  on: ['RoleBinding', 'ClusterRoleBinding'],
  why: 'A binding names a role and subjects in their groups and namespaces.',
  check(node, context) {
    const role = given(node, 'roleRef');
    const clusterWide = context.kind === 'ClusterRoleBinding';
    const kinds = clusterWide ? ['ClusterRole'] : ['Role', 'ClusterRole'];
    const kind = textAt(role, 'kind');
    if (kind !== '' && !kinds.includes(kind))
      context.report(['roleRef', 'kind'], `a ${context.kind} binds a ${listNames(kinds, 'or', '')}, found ${quoted(kind)}`);
    const apiGroup = textAt(role, 'apiGroup');
    if (apiGroup !== '' && apiGroup !== group)
      context.report(['roleRef', 'apiGroup'], `the group of a role is ${group}, found ${quoted(apiGroup)}`);
    const wrong = pathSegment(textAt(role, 'name'));
    if (wrong !== undefined) context.report(['roleRef', 'name'], `${quoted(textAt(role, 'name'))} is not the name of a role: ${wrong}`);
    for (const [index, subject] of itemsAt(node, 'subjects').entries()) checkSubject(subject, index, clusterWide, context);
  },
};

function checkSubject(subject: Node, index: number, clusterWide: boolean, context: ObjectContext): void {
  const apiGroup = textAt(subject, 'apiGroup');
  const name = textAt(subject, 'name');
  if (textAt(subject, 'kind') !== 'ServiceAccount') {
    if (apiGroup !== '' && apiGroup !== group)
      context.report(['subjects', index, 'apiGroup'], `the group of users and groups is ${group}, found ${quoted(apiGroup)}`);
    return;
  }
  if (apiGroup !== '') context.report(['subjects', index, 'apiGroup'], 'a service account has no apiGroup', 'remove apiGroup');
  if (clusterWide && textAt(subject, 'namespace') === '')
    context.report(['subjects', index, 'namespace'], '"namespace" is missing: a service account has one');
  const wrong = name === '' ? undefined : dnsSubdomain(name);
  if (wrong !== undefined) context.report(['subjects', index, 'name'], `${quoted(name)} is not the name of a service account: ${wrong}`);
}
