import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { textOr, writtenOf } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import type { PodView } from '../objects/pods.js';
import type { Say } from '../objects/say.js';
import { selectorTest } from '../objects/selectors.js';

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const example = (key: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  affinity:
    podAffinity: {${required}: [{topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: web}}}]}
    podAntiAffinity: {${required}: [{topologyKey: ${key}, labelSelector: {matchLabels: {app: web}}}]}
  containers: [{name: web, image: "web:1"}]
`;
const terms = (spec: Node, key: string): readonly Node[] => items(at(spec, 'affinity', key, required));

/** Sysctls that each kubelet permits (Kubernetes 1.36). */
const safeSysctls =
  /^(?:kernel[./]shm_rmid_forced|net[./]ipv4[./](?:ip_local_port_range|tcp_syncookies|ping_group_range|ip_unprivileged_port_start|ip_local_reserved_ports|tcp_keepalive_(?:time|intvl|probes)|tcp_fin_timeout|tcp_[rw]mem))$/;

/** Conditions of one term, all of which a node has to fulfill, beside nodeSelector. */
function checkTerm(pod: PodView, term: Node, place: Path, say: Say): void {
  const fitting = new Map<string, Set<string>>();
  for (const [at_, one] of items(get(term, 'matchExpressions')).entries()) {
    const [key, operator] = [textOr(one, 'key', ''), textOr(one, 'operator', '')];
    const values = items(get(one, 'values')).map(writtenOf);
    const before = fitting.get(key);
    const fixed = text(get(get(pod.spec, 'nodeSelector'), key));
    if (operator === 'In') fitting.set(key, new Set(before === undefined ? values : values.filter(value => before.has(value))));
    if (operator === 'NotIn') for (const value of values) before?.delete(value);
    const left = fitting.get(key);
    const isOut =
      operator === 'In'
        ? !values.includes(fixed ?? values[0] ?? '')
        : operator === 'NotIn' && fixed !== undefined && values.includes(fixed);
    if (left?.size === 0 || isOut || (operator === 'DoesNotExist' && (fixed !== undefined || left !== undefined)))
      say(
        [...place, 'matchExpressions', at_],
        `no node fits: the other conditions on "${key}" rule out what this one asks for`,
        'remove one of the two',
        'error',
      );
  }
}

/** What is asked of nodes and what no node can have. */
function checkNodes(pod: PodView, say: Say): void {
  const master = 'node-role.kubernetes.io/master';
  if (get(get(pod.spec, 'nodeSelector'), master) !== undefined)
    say(
      [...pod.path, 'nodeSelector', master],
      'nodes have this label no more since Kubernetes 1.24',
      'write node-role.kubernetes.io/control-plane',
    );
  const place = [...pod.path, 'affinity', 'nodeAffinity', required, 'nodeSelectorTerms'];
  for (const [index, term] of items(at(pod.owner.node, ...place)).entries()) checkTerm(pod, term, [...place, index], say);
  for (const { node, path } of placed(pod.spec, pod.path, 'securityContext', 'sysctls'))
    if (!safeSysctls.test(textOr(node, 'name', '')))
      say(
        [...path, 'name'],
        `the kubelet refuses the pod unless it runs with --allowed-unsafe-sysctls for "${textOr(node, 'name', '')}"`,
        'set it on the node, or in an init container',
      );
}

/** Terms about pods. */
function checkAffinity(pod: PodView, say: Say): void {
  const apart = terms(pod.spec, 'podAntiAffinity').filter(
    term => get(term, 'labelSelector') !== undefined && selectorTest(get(term, 'labelSelector'))(pod.labels),
  );
  for (const [index, term] of terms(pod.spec, 'podAffinity').entries()) {
    const place = [...pod.path, 'affinity', 'podAffinity', required, index];
    const key = textOr(term, 'topologyKey', '');
    if (get(term, 'labelSelector') === undefined) {
      say(place, 'a term without a selector stands for no pod: there is no place beside it', 'write labelSelector', 'error');
      continue;
    }
    if (selectorTest(get(term, 'labelSelector'))(pod.labels) && apart.some(other => textOr(other, 'topologyKey', '') === key))
      say(
        place,
        `a second pod is to be beside the first one and apart from it, by the same ${key}: it stays pending`,
        'remove one of the two, or write another topologyKey',
      );
  }
  for (const [index, term] of terms(pod.spec, 'podAntiAffinity').entries())
    if (get(term, 'labelSelector') === undefined)
      say(
        [...pod.path, 'affinity', 'podAntiAffinity', required, index],
        'a term without a selector stands for no pod: pods are not kept apart',
        'write labelSelector',
      );
}

/** What keeps the scheduler away, or what it does not look at. */
function checkGates(pod: PodView, say: Say): void {
  for (const { node, path } of placed(pod.spec, pod.path, 'schedulingGates'))
    say(
      [...path, 'name'],
      `the pod stays pending until somebody removes the gate "${textOr(node, 'name', '')}"`,
      'remove it',
      pod.owner.kind === 'Pod' ? 'info' : undefined,
    );
  for (const { node, path } of placed(pod.spec, pod.path, 'readinessGates'))
    say(
      [...path, 'conditionType'],
      `the pod is not ready until a controller sets the condition "${textOr(node, 'conditionType', '')}"`,
      'remove it, unless such a controller runs',
      'info',
    );
  if (pod.owner.kind === 'DaemonSet') return;
  if ((text(get(pod.spec, 'nodeName')) ?? '') !== '')
    say([...pod.path, 'nodeName'], 'all pods are on this one node, and nothing checks that it has room', 'write nodeSelector', 'info');
  for (const { node, path } of placed(pod.spec, pod.path, 'tolerations'))
    if (
      (text(get(node, 'key')) ?? '') === '' &&
      (text(get(node, 'effect')) ?? '') !== 'NoSchedule' &&
      get(node, 'tolerationSeconds') === undefined
    )
      say(
        [...path, 'operator'],
        'every taint is tolerated: pods stay on nodes that are gone or are drained',
        'write the key of the taint',
        'info',
      );
}

export const podNotScheduled: Rule = {
  id: 'pod-not-scheduled',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The API server takes the pod, and the scheduler finds no place for it, or is not asked.',
  docs: {
    checks:
      'Conditions on labels of nodes that exclude each other (an error), the label of nodes that Kubernetes 1.24 removed, and sysctls that a kubelet refuses by default. Pods that are to be beside their own kind and apart from it in the same places, terms of affinity without a selector, which stand for no pod (an error where the pod has to be beside one), gates that nobody opens in a template, and conditions of readiness that somebody has to set (info). An info for `nodeName`, which leaves the scheduler out, and for pods other than those of DaemonSets that tolerate every taint.',
    seen: 'Kubernetes 1.34.2: the first pod is put on a node, a second one of its kind stays Unschedulable.',
    fix: 'Keep one of the two terms, write a selector, and remove gates.',
    wrong: example('topology.kubernetes.io/zone'),
    correct: example('kubernetes.io/hostname'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      checkAffinity(pod, say);
      checkNodes(pod, say);
      checkGates(pod, say);
    }),
};
