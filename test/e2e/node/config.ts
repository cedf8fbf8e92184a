/** Configuration files of what runs on the node. Every folder lies in the node's own; addresses as in sandbox-init.sh. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeAddress } from './sandbox.js';

export const nodeName = 'node-1';
export const podRange = '10.244.0.0/16';
export const serviceRange = '10.96.0.0/16';
export const dnsAddress = '10.96.0.10';
export const containerdSocket = '/run/containerd/containerd.sock';
const pluginFolder = '/usr/lib/cni';

const containerd = (folder: string, pause: string) => `version = 2
root = "${folder}/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs", "io.containerd.tracing.processor.v1.otlp"]
[grpc]
  address = "${containerdSocket}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pause}"
  disable_apparmor = true
  # Without the right to protect processes from being killed for memory (CAP_SYS_RESOURCE), they keep the score that they inherit.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${pluginFolder}"
    conf_dir = "${folder}/net.d"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`;

/** Pods hang on a bridge; what leaves the cluster does so with the node's address. */
const network = (folder: string) => ({
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'bridge',
      bridge: 'cni0',
      isDefaultGateway: true,
      ipMasq: true,
      hairpinMode: true,
      ipam: { type: 'host-local', dataDir: `${folder}/addresses`, ranges: [[{ subnet: '10.244.0.0/24' }]] },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
});

const kubelet = (folder: string, apiserverCertificate: string) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: { anonymous: { enabled: false }, webhook: { enabled: true }, x509: { clientCAFile: apiserverCertificate } },
  authorization: { mode: 'Webhook' },
  cgroupDriver: 'cgroupfs',
  clusterDNS: [dnsAddress],
  clusterDomain: 'cluster.local',
  containerRuntimeEndpoint: `unix://${containerdSocket}`,
  failSwapOn: false,
  // The disk is the machine's, with whatever else lies on it.
  // By default the kubelet removes images that no pod runs, five minutes after its start, where 85 % of the disk is taken.
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 99,
  evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
  podLogsDir: `${folder}/pod-logs`,
  resolvConf: `${folder}/resolv.conf`,
  shutdownGracePeriod: '0s',
  staticPodPath: '',
  volumePluginDir: `${folder}/volume-plugins`,
});

const kubeProxy = (kubeconfig: string) => ({
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  clientConnection: { kubeconfig },
  clusterCIDR: podRange,
  hostnameOverride: nodeName,
  bindAddress: nodeAddress,
  mode: 'iptables',
  // Zero leaves the machine's table of connections as it is.
  conntrack: { maxPerCore: 0, min: 0, tcpCloseWaitTimeout: '0s', tcpEstablishedTimeout: '0s' },
});

export interface ConfigFiles {
  readonly containerd: string;
  readonly kubelet: string;
  readonly kubeProxy: string;
}

/** Writes them all, and makes the folders that they name. `kubeconfigs` are paths by user. */
export function writeConfigs(folder: string, pause: string, apiserverCertificate: string, proxyKubeconfig: string): ConfigFiles {
  for (const name of ['net.d', 'addresses', 'pod-logs', 'volume-plugins', 'kubelet']) mkdirSync(join(folder, name));
  const write = (name: string, content: object | string) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  write('net.d/pods.conflist', network(folder));
  write('resolv.conf', '');
  return {
    containerd: write('containerd.toml', containerd(folder, pause)),
    kubelet: write('kubelet.json', kubelet(folder, apiserverCertificate)),
    kubeProxy: write('kube-proxy.json', kubeProxy(proxyKubeconfig)),
  };
}
