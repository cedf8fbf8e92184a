/** CoreDNS in the cluster, as kubeadm lays it out: what a policy that allows DNS expects to find. */
import type { KubeObject } from '../../helpers/kube-objects.js';
import { dnsAddress } from './config.js';

const namespace = 'kube-system';
const labels = { 'k8s-app': 'kube-dns' };
const named = { name: 'coredns', namespace };

/** Names of the cluster are known, and this one outside of it; all others do not exist. */
const corefile = (outside: string) => `cluster.local:53 in-addr.arpa:53 ip6.arpa:53 {
  errors
  health
  ready
  kubernetes cluster.local in-addr.arpa ip6.arpa {
    pods insecure
    ttl 1
  }
  loadbalance
}
outside.example:53 {
  hosts /etc/hosts {
    ${outside} outside.example
  }
}
.:53 {
  template ANY ANY {
    rcode NXDOMAIN
  }
}
`;

const container = (image: string): object => ({
  name: 'coredns',
  image,
  imagePullPolicy: 'Never',
  args: ['-conf', '/etc/coredns/Corefile'],
  ports: [
    { containerPort: 53, name: 'dns', protocol: 'UDP' },
    { containerPort: 53, name: 'dns-tcp', protocol: 'TCP' },
  ],
  readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 1 },
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
    readOnlyRootFilesystem: true,
  },
  volumeMounts: [{ name: 'config', mountPath: '/etc/coredns' }],
});

/** Its objects, in the order in which they are made. `outside` is the address of the name `outside.example`. */
export function dnsObjects(image: string, outside: string): KubeObject[] {
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: named },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'coredns' },
      rules: [
        { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
        { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'coredns' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'coredns' },
      subjects: [{ kind: 'ServiceAccount', ...named }],
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: named, data: { Corefile: corefile(outside) } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { ...named, labels },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: 'coredns',
            dnsPolicy: 'Default',
            containers: [container(image)],
            volumes: [{ name: 'config', configMap: { name: 'coredns' } }],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'kube-dns', namespace, labels },
      spec: {
        clusterIP: dnsAddress,
        selector: labels,
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53, protocol: 'TCP' },
        ],
      },
    },
  ];
}
