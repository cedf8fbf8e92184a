import { get, isAt, type Rule } from '@mcpgw/structure';
import { ownPodsOf } from '../objects/own-pods.js';

const example = (more: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  hostNetwork: true${more}
  containers: [{name: web, image: "web:1"}]
`;

export const hostNetworkDns: Rule = {
  id: 'host-network-dns',
  severity: 'info',
  kinds: ['manifest'],
  why: 'A pod on the network of its node asks the resolver of the node, which does not know the Services of the cluster.',
  docs: {
    checks: 'Pods with `hostNetwork` name a `dnsPolicy`: the default, ClusterFirst, is not used for them.',
    basedOn: 'The documentation of Kubernetes about dnsPolicy. No kubelet ran the examples.',
    fix: 'Write `dnsPolicy: ClusterFirstWithHostNet`, or `Default` if the pod calls no Service by name.',
    wrong: example(''),
    correct: example('\n  dnsPolicy: ClusterFirstWithHostNet'),
  },
  check({ root, report }) {
    for (const { spec, path } of ownPodsOf(root)) {
      const policy = get(spec, 'dnsPolicy');
      if (!isAt(spec, 'hostNetwork', true) || (policy !== undefined && !isAt(spec, 'dnsPolicy', 'ClusterFirst'))) continue;
      report({
        at: policy ?? get(spec, 'hostNetwork')!,
        path: [...path, policy === undefined ? 'hostNetwork' : 'dnsPolicy'],
        message: 'names of Services are not looked up: with hostNetwork, ClusterFirst is the resolver of the node',
        suggestion: 'write dnsPolicy: ClusterFirstWithHostNet',
      });
    }
  },
};
