/** What a node needs of the machine, and where its programs lie. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram, kubeMissing } from '../../helpers/kube.js';

const built = ['kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy', 'kube-router', 'coredns'] as const;
/** Program, and the package of Debian that has it. */
const installed = {
  containerd: 'containerd',
  ctr: 'containerd',
  runc: 'runc',
  busybox: 'busybox-static',
  iptables: 'iptables',
  ipset: 'ipset',
  conntrack: 'conntrack',
  ip: 'iproute2',
  nsenter: 'util-linux',
  unshare: 'util-linux',
  openssl: 'openssl',
} as const;

export type NodeProgram = (typeof built)[number] | keyof typeof installed;

const found = new Map([...built, ...Object.keys(installed)].map(name => [name, findProgram(name, undefined)]));

/** Path of a program. @throws an Error where it is missing (see `nodeMissing`) */
export function programOf(name: NodeProgram): string {
  const path = found.get(name);
  if (path === undefined) throw new Error(`no ${name} on the path`);
  return path;
}

const hierarchies = ['cpu', 'cpuacct', 'cpuset', 'memory'].map(name => `/sys/fs/cgroup/${name}`);

/** Whether this process may make the namespaces, and mount control groups in them. */
const mayIsolate = (): boolean =>
  spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', '--cgroup', '--mount-proc', 'mount', '-t', 'sysfs', 'sysfs', '/sys'])
    .status === 0;

function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root';
  for (const name of built) if (!found.get(name)) return `needs ${name} on the path (tools/ci.sh builds it)`;
  for (const [name, source] of Object.entries(installed)) if (!found.get(name)) return `needs ${name} on the path (Debian: ${source})`;
  if (!existsSync('/usr/lib/cni/bridge')) return 'needs /usr/lib/cni/bridge (Debian: containernetworking-plugins)';
  if (!hierarchies.every(path => existsSync(path))) return 'needs control groups of version 1: cpu, cpuacct, cpuset and memory';
  if (!existsSync('/proc/sys/net/bridge/bridge-nf-call-iptables')) return 'needs a kernel with br_netfilter';
  return mayIsolate() ? undefined : 'needs the right to make namespaces (CAP_SYS_ADMIN)';
}

/** What is missing for `startNode`, for the text of a skipped test; undefined where it can start. */
export const nodeMissing: string | undefined = kubeMissing ?? missing();

/** Whether the tests under load run as `make load` runs them: with all sessions, and no call may fail because Redis answers too late. */
export const isFullLoad: boolean = Boolean(process.env.MCPGW_LOAD);

/**
 * How often sessions make a call again that the gateway refused, because Redis did not answer within five seconds: in the gate, which shares its
 * machine with other tests, for a minute; a client that heeds `Retry-After` does so. Under `make load`, never.
 */
export const loadRepeats: number = isFullLoad ? 0 : 60;
