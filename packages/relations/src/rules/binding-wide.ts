import { at, entries, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { ofKind, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { sayOf } from '../objects/say.js';

const example = (subject: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: apps}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [${subject}]
`;
/** Groups and users that nearly everybody is. */
const everybody: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  'system:authenticated': 'everybody with an account, every pod included',
  'system:unauthenticated': 'everybody who reaches the API server, without an account',
  'system:anonymous': 'everybody who reaches the API server, without an account',
  'system:serviceaccounts': 'every pod of the cluster',
});
/** Roles that the API server itself grants to everybody. */
const harmless: ReadonlySet<string> = new Set([
  'system:discovery',
  'system:basic-user',
  'system:public-info-viewer',
  'system:service-account-issuer-discovery',
]);

/** Reports ClusterRoles that gather the rights of all others. */
function checkAggregated(root: Node, report: RuleContext['report']): void {
  for (const role of ofKind(root, 'ClusterRole')) {
    if (!role.own || role.group !== 'rbac.authorization.k8s.io') continue;
    for (const { node, path } of placed(role.node, [], 'aggregationRule', 'clusterRoleSelectors'))
      if (node.kind === 'map' && entries(get(node, 'matchLabels')).length + items(get(node, 'matchExpressions')).length === 0)
        sayOf(report, role.node)(
          path,
          'an empty selector gathers the rights of every ClusterRole',
          'name the labels of the roles that are meant',
        );
  }
}

export const bindingWide: Rule = {
  id: 'binding-wide',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The binding grants the role to nearly everybody, or to nobody: subjects are texts that the API server does not look up.',
  docs: {
    checks:
      'Subjects of RoleBindings and ClusterRoleBindings: groups and users that are everybody, users whose name is that of a ServiceAccount without its namespace, groups that are written as users, and an info for cluster-admin, and for the ServiceAccount `default`, which each pod without one of its own has. ClusterRoles that gather the rights of all others, because a selector of theirs is empty.',
    seen: 'Kubernetes 1.34.2: a user that no binding names may read pods in the namespace.',
    fix: 'Name the ServiceAccount of the program, with its namespace.',
    wrong: example('{kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io}'),
    correct: example('{kind: ServiceAccount, name: web, namespace: apps}'),
  },
  check({ root, report }) {
    checkAggregated(root, report);
    for (const binding of [...ofKind(root, 'RoleBinding'), ...ofKind(root, 'ClusterRoleBinding')]) {
      if (!binding.own || binding.group !== 'rbac.authorization.k8s.io') continue;
      const say = sayOf(report, binding.node);
      const role = text(at(binding.node, 'roleRef', 'name')) ?? '';
      if (role === 'cluster-admin')
        say(['roleRef', 'name'], 'cluster-admin permits everything', 'write a role with what the program needs', 'info');
      for (const { node, path } of placed(binding.node, [], 'subjects')) {
        const kind = textOr(node, 'kind', '');
        const name = textOr(node, 'name', '');
        if (kind !== 'ServiceAccount' && everybody[name] !== undefined && !harmless.has(role))
          say([...path, 'name'], `"${name}" is ${everybody[name]}`, 'name the ServiceAccount that needs the role');
        else if (kind === 'User' && /^system:serviceaccount(?::|$)/.test(name) && !/^system:serviceaccount:[^:]+:[^:]+$/.test(name))
          say([...path, 'name'], `no account has the name "${name.slice(0, 80)}"`, 'write kind: ServiceAccount with name and namespace');
        else if (kind === 'User' && /^system:(?:authenticated|unauthenticated|serviceaccounts|masters|nodes)(?::|$)/.test(name))
          say([...path, 'kind'], `"${name.slice(0, 80)}" is a group, and no user has this name`, 'write kind: Group');
        else if (kind === 'Group' && /^system:serviceaccount:/.test(name))
          say([...path, 'kind'], `"${name.slice(0, 80)}" is a user, and no group has this name`, 'write kind: ServiceAccount');
        else if (kind === 'ServiceAccount' && name === 'default' && get(node, 'namespace') !== undefined)
          say(
            [...path, 'name'],
            'each pod of the namespace without a ServiceAccount of its own gets the role',
            'make a ServiceAccount for the program',
            'info',
          );
      }
    }
  },
};
