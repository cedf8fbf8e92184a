import { at, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { mayBeSame, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { type PodView, podsOf } from '../objects/pods.js';
import { sayOf } from '../objects/say.js';

const example = (mounted: boolean): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: web}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{kind: ServiceAccount, name: web}]
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {serviceAccountName: web, automountServiceAccountToken: ${mounted}, containers: [{name: web, image: "web:1"}]}
`;

/** Whether a pod gets a token by a volume of its own. */
const hasOwnToken = (pod: PodView): boolean =>
  items(get(pod.spec, 'volumes')).some(
    volume =>
      get(volume, 'secret') !== undefined ||
      items(at(volume, 'projected', 'sources')).some(source => get(source, 'serviceAccountToken') !== undefined),
  );

/** The names of the accounts to which the bindings of a stream grant a role, with their namespaces. */
function boundAccounts(root: Node): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const kind of ['RoleBinding', 'ClusterRoleBinding'])
    for (const binding of ofKind(root, kind))
      for (const { node } of placed(binding.node, [], 'subjects'))
        if (textOr(node, 'kind', '') === 'ServiceAccount') {
          const name = textOr(node, 'name', '');
          const list = found.get(name) ?? [];
          list.push(textOr(node, 'namespace', binding.namespace));
          found.set(name, list);
        }
  return found;
}

export const accountWithoutToken: Rule = {
  id: 'account-without-token',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The account has a role, and the pod no token for it: the program is nobody to the API server.',
  docs: {
    checks:
      'Pods whose ServiceAccount a given binding grants a role, and which do not mount its token: `automountServiceAccountToken: false` of the pod, or of the given account where the pod says nothing. Pods with a projected token or a Secret among their volumes are left out.',
    seen: 'Kubernetes 1.34.2: the pod is stored without the volume of a token; with `automountServiceAccountToken: true` it has one.',
    fix: 'Remove `automountServiceAccountToken: false`, or remove the binding.',
    wrong: example(false),
    correct: example(true),
  },
  check({ root, report }) {
    const bound = boundAccounts(root);
    if (bound.size === 0) return;
    for (const pod of podsOf(root)) {
      const { own, node, namespace } = pod.owner;
      const name = text(get(pod.spec, 'serviceAccountName')) ?? text(get(pod.spec, 'serviceAccount')) ?? '';
      if (!own || bound.get(name)?.some(each => mayBeSame(each, namespace)) !== true) continue;
      const accounts = targetsIn(root, { group: '', kind: 'ServiceAccount', name, namespace });
      const isOff =
        get(pod.spec, 'automountServiceAccountToken') === undefined
          ? accounts.length === 1 && isAt(accounts[0]!.node, 'automountServiceAccountToken', false)
          : isAt(pod.spec, 'automountServiceAccountToken', false);
      if (isOff && !hasOwnToken(pod))
        sayOf(report, node)(
          [...pod.path, 'automountServiceAccountToken'],
          `a binding grants "${name}" a role, and the pod gets no token of it`,
          'write automountServiceAccountToken: true, or remove the binding',
        );
    }
  },
};
