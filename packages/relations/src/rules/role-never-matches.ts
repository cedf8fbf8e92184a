import { type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';

const example = (group: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: [${group}], resources: [deployments], verbs: [get, list]}]
`;
const verbs: ReadonlySet<string> = new Set(
  'get list watch create update patch delete deletecollection use bind escalate impersonate approve sign attest * proxy request-serviceaccounts-token-audience'.split(
    ' ',
  ),
);
const kinds: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  pod: 'pods',
  service: 'services',
  secret: 'secrets',
  configmap: 'configmaps',
  deployment: 'deployments',
  statefulset: 'statefulsets',
  namespace: 'namespaces',
  node: 'nodes',
  job: 'jobs',
  cronjob: 'cronjobs',
  ingress: 'ingresses',
  serviceaccount: 'serviceaccounts',
  event: 'events',
  role: 'roles',
  endpoint: 'endpoints',
});

function ofGroup(group: string): string | undefined {
  if (group === 'core' || group === 'v1') return 'the core group is written as an empty string';
  return /\/|^v\d/.test(group) ? 'a group has no version' : undefined;
}

function ofResource(resource: string): string | undefined {
  const [name = ''] = resource.split('/');
  if (/[A-Z]/.test(name)) return 'resources are in lower case and plural';
  return kinds[name] === undefined ? undefined : `the resource is "${kinds[name]}"`;
}

function ofVerb(verb: string): string | undefined {
  if (verbs.has(verb)) return undefined;
  if (/[A-Z]/.test(verb) && verbs.has(verb.toLowerCase())) return 'verbs are in lower case';
  return /^(?:read|write|view|edit|execute|exec|post|put|remove|add|modify|all)$/i.test(verb) ? 'no request has this verb' : undefined;
}

const parts: readonly (readonly [string, (value: string) => string | undefined])[] = [
  ['apiGroups', ofGroup],
  ['resources', ofResource],
  ['verbs', ofVerb],
];

export const roleNeverMatches: Rule = {
  id: 'role-never-matches',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Roles take any text: one that no request has permits nothing, and the program is refused at runtime.',
  docs: {
    checks: 'Rules of Roles and ClusterRoles: groups without versions, resources in plural and lower case, and verbs that requests have.',
    seen: 'Kubernetes 1.34.2: a user with a role for the group `apps/v1` may not read Deployments, one with `apps` may.',
    fix: 'Write what `kubectl api-resources` prints: the group without its version, and the name of the resource.',
    wrong: example('apps/v1'),
    correct: example('apps'),
  },
  check({ root, report }) {
    for (const { node, own, group } of [...ofKind(root, 'Role'), ...ofKind(root, 'ClusterRole')]) {
      if (!own || group !== 'rbac.authorization.k8s.io') continue;
      for (const rule of placed(node, [], 'rules'))
        for (const [key, problemOf] of parts)
          for (const { node: item, path } of placed(rule.node, rule.path, key) as PlacedNode[]) {
            const problem = problemOf(text(item) ?? '');
            if (problem !== undefined)
              report({
                at: item,
                path,
                message: `"${text(item)}" matches no request: ${problem}`,
                suggestion: 'write it as requests have it',
              });
          }
    }
  },
};
