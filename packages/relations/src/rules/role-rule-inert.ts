import type { Path } from '@mcpgw/diagnostics';
import { get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { type Say, sayOf } from '../objects/say.js';

const example = (group: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: ["${group}"], resources: [deployments], verbs: [get, list]}]
`;

/** The group of well-known resources. Those of several groups are left out. */
const groups = new Map<string, string>(
  Object.entries({
    '': 'pods services secrets configmaps serviceaccounts endpoints namespaces nodes persistentvolumes persistentvolumeclaims replicationcontrollers limitranges resourcequotas bindings podtemplates',
    apps: 'deployments statefulsets daemonsets replicasets controllerrevisions',
    batch: 'jobs cronjobs',
    autoscaling: 'horizontalpodautoscalers',
    policy: 'poddisruptionbudgets',
    'rbac.authorization.k8s.io': 'roles rolebindings clusterroles clusterrolebindings',
    'storage.k8s.io': 'storageclasses volumeattachments csidrivers csinodes',
    'coordination.k8s.io': 'leases',
    'apiextensions.k8s.io': 'customresourcedefinitions',
    'discovery.k8s.io': 'endpointslices',
    'admissionregistration.k8s.io': 'validatingwebhookconfigurations mutatingwebhookconfigurations',
    'monitoring.coreos.com': 'servicemonitors podmonitors prometheusrules',
    'gateway.networking.k8s.io': 'gatewayclasses httproutes grpcroutes referencegrants',
  }).flatMap(([group, names]) => names.split(' ').map((name): [string, string] => [name, group])),
);
/** Other groups, such as those of custom resources, may have resources with the same names. */
const known: ReadonlySet<string> = new Set(groups.values());
/** Resources that belong to no namespace. */
const ofCluster: ReadonlySet<string> = new Set(
  'nodes namespaces persistentvolumes clusterroles clusterrolebindings storageclasses volumeattachments csidrivers csinodes customresourcedefinitions validatingwebhookconfigurations mutatingwebhookconfigurations gatewayclasses'.split(
    ' ',
  ),
);
/** Verbs of requests that name no object. */
const withoutName: ReadonlySet<string> = new Set(['create', 'deletecollection']);

const texts = (node: Node, key: string): string[] => items(get(node, key)).map(item => text(item) ?? '');

function checkResources(node: Node, path: Path, isOfNamespace: boolean, say: Say): void {
  const own = texts(node, 'apiGroups');
  for (const [index, name] of texts(node, 'resources').entries()) {
    const [resource = ''] = name.split('/');
    const group = groups.get(resource);
    const place = [...path, 'resources', index];
    if (group !== undefined && own.length > 0 && own.every(each => known.has(each)) && !own.includes(group))
      say(place, `"${name}" is in the group "${group}", which the rule does not name`, `write apiGroups: ["${group}"]`);
    else if (isOfNamespace && ofCluster.has(resource) && resource !== 'namespaces')
      say(place, `"${name}" belongs to no namespace: a Role permits nothing of it`, 'write a ClusterRole and a ClusterRoleBinding');
  }
}

function checkNames(node: Node, path: Path, say: Say): void {
  const verbs = texts(node, 'verbs');
  if (texts(node, 'resourceNames').length === 0 || verbs.length === 0) return;
  const bare = verbs.filter(verb => withoutName.has(verb));
  if (bare.length > 0)
    say(
      [...path, 'verbs', verbs.indexOf(bare[0]!)],
      `a request to ${bare[0]} has no name of an object, so a rule with resourceNames never permits it`,
      `write a rule for ${bare[0]} without resourceNames`,
      bare.length < verbs.length ? 'info' : undefined,
    );
  const listed = verbs.find(verb => verb === 'list' || verb === 'watch');
  if (listed !== undefined)
    say(
      [...path, 'verbs', verbs.indexOf(listed)],
      `${listed} is permitted only with the field selector metadata.name of one of these names`,
      'use get, or remove resourceNames',
      'info',
    );
}

export const roleRuleInert: Rule = {
  id: 'role-rule-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The rule permits nothing, because no request has all that it names: the program is refused when it runs.',
  docs: {
    checks:
      'Rules of Roles and ClusterRoles. Each well-known resource is in one of the groups of its rule, where these are groups of Kubernetes. A Role names no resource of the cluster, such as nodes. `resourceNames` do not stand beside create and deletecollection alone, which are requests without a name (an info for create beside other verbs, and for list and watch, which then need a field selector). A ClusterRole that is combined from others has no rules itself, because the controller removes them.',
    seen: 'Kubernetes 1.34.2: a user with a role for Deployments of the group "" may not read them, one with `apps` may.',
    fix: 'Write the group that `kubectl api-resources` prints, a ClusterRole for resources of the cluster, and a separate rule for create.',
    wrong: example(''),
    correct: example('apps'),
  },
  check({ root, report }) {
    for (const object of [...ofKind(root, 'Role'), ...ofKind(root, 'ClusterRole')]) {
      if (!object.own || object.group !== 'rbac.authorization.k8s.io') continue;
      const say = sayOf(report, object.node);
      if (get(object.node, 'aggregationRule') !== undefined && items(get(object.node, 'rules')).length > 0)
        say(
          ['rules'],
          'the controller replaces the rules by those of the selected ClusterRoles',
          'move them to a ClusterRole with the selected labels',
        );
      for (const { node, path } of placed(object.node, [], 'rules')) {
        checkResources(node, path, object.kind === 'Role', say);
        checkNames(node, path, say);
      }
    }
  },
};
