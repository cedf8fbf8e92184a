import { at, get, isAt, type Node, type Rule, text } from '@mcpgw/structure';
import { integerOf, mayBeSame, ofKind, textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { containersOf, type PodView, replicasOf } from '../objects/pods.js';
import type { Say } from '../objects/say.js';

const example = (value: number): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  dnsConfig: {options: [{name: ndots, value: "${value}"}]}
  containers: [{name: web, image: "web:1"}]
`;
/** The greatest numbers that resolvers take (resolv.conf(5) of glibc). */
const greatest: ReadonlyMap<string, number> = new Map([
  ['ndots', 15],
  ['timeout', 30],
  ['attempts', 5],
]);

function checkNames(root: Node, pod: PodView, say: Say): void {
  for (const { node, path } of placed(pod.spec, pod.path, 'dnsConfig', 'options')) {
    const name = textOr(node, 'name', '');
    const most = greatest.get(name);
    const value = text(get(node, 'value')) ?? '';
    if (most === undefined) continue;
    if (value === '') say([...path, 'name'], `resolvers read ${name} with a number only`, `write value: "${name === 'ndots' ? 2 : 3}"`);
    else if (/^\d{1,9}$/.test(value) && Number(value) > most)
      say([...path, 'value'], `resolvers take ${most} for every greater number`, `write ${most} or less`);
  }
  if (isAt(pod.spec, 'dnsPolicy', 'Default'))
    for (const container of containersOf(pod))
      for (const { node, path } of placed(container.node, container.path, 'env'))
        if (/[\w-]\.svc(?:\.|[:/]|$)/.test(text(get(node, 'value')) ?? ''))
          say(
            [...path, 'value'],
            'with dnsPolicy Default the pod asks the DNS of the node, which knows no names of Services',
            'write dnsPolicy: ClusterFirst',
          );
  const subdomain = text(get(pod.spec, 'subdomain')) ?? '';
  const services = ofKind(root, 'Service').filter(({ name, namespace }) => name === subdomain && mayBeSame(namespace, pod.owner.namespace));
  if (subdomain !== '' && services.length > 0 && services.every(({ node }) => text(at(node, 'spec', 'clusterIP')) !== 'None'))
    say(
      [...pod.path, 'subdomain'],
      `the Service "${subdomain}" is not headless: the names of the pods below it do not exist`,
      'set clusterIP: None in the Service',
    );
  if (isAt(pod.spec, 'setHostnameAsFQDN', true) && subdomain === '')
    say([...pod.path, 'setHostnameAsFQDN'], 'without a subdomain the pod has no longer name', 'set subdomain, or remove it', 'info');
}

export const podSettingInert: Rule = {
  id: 'pod-setting-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The pod is accepted, and the field does nothing, or less than it says.',
  docs: {
    checks:
      'Options of DNS above what resolvers take, names of Services beside `dnsPolicy: Default`, two names of a ServiceAccount, a subdomain whose given Service is not headless, and a `maxSkew` that the number of replicas cannot exceed. An info for one `hostname` of several replicas, for a full name without a subdomain, for `stdinOnce` without `stdin`, and for `fsGroupChangePolicy` without `fsGroup`.',
    basedOn: 'The documentation of Kubernetes about DNS, hostnames and spread of pods. No kubelet ran the examples.',
    fix: 'Write what has an effect, or remove the field.',
    wrong: example(50),
    correct: example(2),
  },
  check: context =>
    forOwnPods(context, (pod, say, root) => {
      checkNames(root, pod, say);
      const replicas = replicasOf(root, pod);
      for (const { node, path } of placed(pod.spec, pod.path, 'topologySpreadConstraints')) {
        const skew = integerOf(get(node, 'maxSkew'));
        if (replicas !== undefined && replicas > 1 && skew !== undefined && skew >= replicas)
          say([...path, 'maxSkew'], `all ${replicas} pods may be in one place: the constraint permits a difference of ${skew}`, 'write 1');
      }
      if (get(pod.spec, 'hostname') !== undefined && (replicas ?? 1) > 1)
        say([...pod.path, 'hostname'], `all ${replicas} pods have this name`, 'remove it, or use a StatefulSet', 'info');
      const [account, old] = ['serviceAccountName', 'serviceAccount'].map(key => text(get(pod.spec, key)) ?? '');
      if (account !== '' && old !== '' && account !== old)
        say([...pod.path, 'serviceAccount'], `serviceAccountName counts: the pod runs as "${account}"`, 'remove serviceAccount');
      const context = get(pod.spec, 'securityContext');
      if (get(context, 'fsGroupChangePolicy') !== undefined && get(context, 'fsGroup') === undefined)
        say(
          [...pod.path, 'securityContext', 'fsGroupChangePolicy'],
          'without fsGroup nothing is changed',
          'set fsGroup, or remove it',
          'info',
        );
      for (const { node, path } of containersOf(pod))
        if (isAt(node, 'stdinOnce', true) && !isAt(node, 'stdin', true))
          say([...path, 'stdinOnce'], 'without stdin there is no input', 'set stdin: true, or remove it', 'info');
    }),
};
