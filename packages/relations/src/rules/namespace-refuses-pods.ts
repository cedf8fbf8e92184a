import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { groupBy, integerOf, labelsOfObject, type ObjectView, ofKind } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { containersOf, type PodView, podsOf } from '../objects/pods.js';
import { sayOf } from '../objects/say.js';

const example = (level: string): string => `apiVersion: v1
kind: Namespace
metadata: {name: apps, labels: {pod-security.kubernetes.io/enforce: ${level}}}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: apps}
spec: {hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet, containers: [{name: web, image: "web:1"}]}
`;
/** Capabilities that the level baseline permits to add. */
const baselineAdds =
  /^(?:AUDIT_WRITE|CHOWN|DAC_OVERRIDE|FOWNER|FSETID|KILL|MKNOD|NET_BIND_SERVICE|SETFCAP|SETGID|SETPCAP|SETUID|SYS_CHROOT)$/;

type Problem = readonly [path: Path, what: string];

/** What the level baseline refuses (Pod Security Standards). */
function ofBaseline(pod: PodView): Problem[] {
  const said: Problem[] = ['hostNetwork', 'hostPID', 'hostIPC']
    .filter(key => isAt(pod.spec, key, true))
    .map(key => [[...pod.path, key], key]);
  for (const { node, path } of placed(pod.spec, pod.path, 'volumes'))
    if (get(node, 'hostPath') !== undefined) said.push([[...path, 'hostPath'], 'hostPath']);
  for (const { node, path } of containersOf(pod)) {
    const context = get(node, 'securityContext');
    if (isAt(context, 'privileged', true)) said.push([[...path, 'securityContext', 'privileged'], 'privileged']);
    const add = items(at(context, 'capabilities', 'add')).find(item => !baselineAdds.test(text(item) ?? ''));
    if (add !== undefined) said.push([[...path, 'securityContext', 'capabilities', 'add'], `the capability ${text(add)}`]);
    const port = placed(node, path, 'ports').find(each => (integerOf(get(each.node, 'hostPort')) ?? 0) > 0);
    if (port !== undefined) said.push([[...port.path, 'hostPort'], 'hostPort']);
  }
  return said;
}

/** What the level restricted asks for beyond baseline. */
function ofRestricted(pod: PodView): Problem[] {
  const ofPod = get(pod.spec, 'securityContext');
  return containersOf(pod).flatMap(({ node, path }): Problem[] => {
    const own = get(node, 'securityContext');
    const place = [...path, 'securityContext'];
    const said: Problem[] = [];
    if (!isAt(own, 'allowPrivilegeEscalation', false)) said.push([place, 'no allowPrivilegeEscalation: false']);
    if (!isAt(get(own, 'runAsNonRoot') === undefined ? ofPod : own, 'runAsNonRoot', true)) said.push([place, 'no runAsNonRoot: true']);
    if (!items(at(own, 'capabilities', 'drop')).some(item => text(item) === 'ALL')) said.push([place, 'no capabilities.drop: [ALL]']);
    if (!/^(?:RuntimeDefault|Localhost)$/.test(text(at(own, 'seccompProfile', 'type')) ?? text(at(ofPod, 'seccompProfile', 'type')) ?? ''))
      said.push([place, 'no seccompProfile']);
    return said;
  });
}

function securityProblem(namespace: ObjectView, pod: PodView): Problem | undefined {
  const level = labelsOfObject(namespace).get('pod-security.kubernetes.io/enforce');
  if (isAt(at(pod.spec, 'os'), 'name', 'windows') || (level !== 'baseline' && level !== 'restricted')) return undefined;
  return ofBaseline(pod)[0] ?? (level === 'restricted' ? ofRestricted(pod)[0] : undefined);
}

/** A request or limit that a quota counts, and that a container does not have. */
function quotaProblem(quota: Node, pod: PodView): Problem | undefined {
  if (at(quota, 'spec', 'scopes') !== undefined || at(quota, 'spec', 'scopeSelector') !== undefined) return undefined;
  for (const { key } of entries(at(quota, 'spec', 'hard'))) {
    const [, kind = 'requests', resource] = /^(?:(requests|limits)\.)?(cpu|memory)$/.exec(key) ?? [];
    if (resource === undefined) continue;
    const has = (node: Node): boolean =>
      [kind, ...(kind === 'requests' ? ['limits'] : [])].some(each => at(node, 'resources', each, resource) !== undefined);
    const bare = has(pod.spec) ? undefined : containersOf(pod).find(({ node }) => !has(node));
    if (bare !== undefined) return [[...bare.path, 'resources'], `no resources.${kind}.${resource}`];
  }
  return undefined;
}

export const namespaceRefusesPods: Rule = {
  id: 'namespace-refuses-pods',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server takes the workload, and refuses each of its pods: the reason stands in events only.',
  docs: {
    checks:
      'Pods of a given Namespace whose label `pod-security.kubernetes.io/enforce` is baseline or restricted, and pods without the requests or limits that a given ResourceQuota counts, unless a LimitRange is given (a warning, because the namespace may have one).',
    seen: 'Kubernetes 1.34.2: the API server answers 403 for a pod on the network of the host in a namespace with enforce: baseline, and stores it with enforce: privileged.',
    fix: 'Write what the message names, or give the namespace another level.',
    wrong: example('baseline'),
    correct: example('privileged'),
  },
  check({ root, report }) {
    const namespaces = groupBy(ofKind(root, 'Namespace'), ({ name }) => name);
    const quotas = ofKind(root, 'ResourceQuota');
    const ranged = new Set(ofKind(root, 'LimitRange').map(({ namespace }) => namespace));
    if (namespaces.size === 0 && quotas.length === 0) return;
    for (const pod of podsOf(root)) {
      const { namespace, own, node } = pod.owner;
      if (!own || namespace === '') continue;
      const say = sayOf(report, node);
      // Of two Namespaces of one name only the later one counts, and nobody knows which one that is.
      const homes = namespaces.get(namespace) ?? [];
      const refused = homes.every(home => securityProblem(home, pod) !== undefined)
        ? homes.map(home => securityProblem(home, pod))[0]
        : undefined;
      if (refused !== undefined)
        say(
          refused[0],
          `the namespace "${namespace}" refuses the pod: ${refused[1]}`,
          `write it as the level ${labelsOfObject(homes[0]!).get('pod-security.kubernetes.io/enforce')} asks`,
        );
      if (ranged.has(namespace)) continue;
      for (const quota of quotas) {
        const missing = quota.namespace === namespace ? quotaProblem(quota.node, pod) : undefined;
        if (missing !== undefined)
          say(
            missing[0],
            `the quota "${quota.name}" refuses the pod: ${missing[1]}`,
            'set it, or give the namespace a LimitRange',
            'warning',
          );
      }
    }
  },
};
