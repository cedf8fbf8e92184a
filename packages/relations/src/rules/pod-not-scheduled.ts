import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { podsOf } from '../objects/pods.js';
import { sayOf } from '../objects/say.js';
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

export const podNotScheduled: Rule = {
  id: 'pod-not-scheduled',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The API server takes the pod, and the scheduler finds no place for it, or is not asked.',
  docs: {
    checks:
      'Pods that are to be beside their own kind and apart from it in the same places, terms of affinity without a selector, which stand for no pod (an error where the pod has to be beside one), gates that nobody opens in a template, and conditions of readiness that somebody has to set (info). An info for `nodeName`, which leaves the scheduler out, and for pods other than those of DaemonSets that tolerate every taint.',
    fix: 'Keep one of the two terms, write a selector, and remove gates.',
    wrong: example('topology.kubernetes.io/zone'),
    correct: example('kubernetes.io/hostname'),
  },
  check({ root, report }) {
    for (const pod of podsOf(root)) {
      if (!pod.owner.own) continue;
      const say = sayOf(report, pod.owner.node);
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
      if (pod.owner.kind === 'DaemonSet') continue;
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
  },
};
