/**
 * Every path of a namespace, tried: from each of its pods, a caller elsewhere and the world outside, to each port on which a pod, a Service,
 * DNS or the world outside listens. Sources, targets and what the policies allow are generated from what the API server and the kernel hold.
 * Left out are ways that kube-router 1 leaves open (docs/operations.md): to the pod itself, to its node, and those that a policy forbids between
 * two pods that it selects both, as replicas are.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KubeObject } from '../../../helpers/kube-objects.js';
import { type End, mayConnect, selects } from '../../../helpers/network-policies.js';
import { containerdSocket } from '../config.js';
import { programOf } from '../needs.js';
import type { Node } from '../node.js';
import { metadataAddress, outsideAddress } from '../sandbox.js';

const programs = fileURLToPath(new URL('../programs/', import.meta.url));

/** What paths.mjs tries. */
interface Target {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
  /** Who answers there, and at which of its ports. */
  readonly end: End;
  readonly endPort: number;
  /** Labels of the pods that a Service leads to. */
  readonly selector?: Readonly<Record<string, string>>;
}

interface Source {
  readonly name: string;
  readonly end: End;
  /** The command that runs a program in the source's network, in the sandbox. */
  readonly command: (program: string, flags: readonly string[]) => readonly [string, readonly string[]];
}

interface LivePod {
  readonly name: string;
  readonly end: End;
  readonly source: Source;
  /** TCP ports that others can reach. */
  readonly ports: readonly number[];
}

export interface Paths {
  /** `from -> to`, of all that were tried. */
  readonly all: readonly string[];
  readonly connected: readonly string[];
  /** What the stored policies allow. */
  readonly allowed: readonly string[];
}

interface Running {
  readonly pid: string;
  /** What it listens on, as the kernel lists it. */
  readonly table: string;
}

/** Processes of containers, inside the node, by the container's id. */
function processes(node: Node): ReadonlyMap<string, Running> {
  const tasks = `${programOf('ctr')} --address ${containerdSocket} --namespace k8s.io tasks ls`;
  const script = `${tasks} | while read -r id pid state; do
    [ "$state" = RUNNING ] && echo "container $id $pid" && cat "/proc/$pid/net/tcp" "/proc/$pid/net/tcp6"; done`;
  const [, ...parts] = node.sandbox.run('sh', ['-c', script]).stdout.split(/^container /m);
  return new Map(
    parts.map(part => {
      const [id, pid] = part.split(/\s/, 2);
      return [id!, { pid: pid!, table: part }];
    }),
  );
}

/** Ports of /proc/net/tcp and tcp6 that listen on more than loopback. */
function listening(table: string): number[] {
  const rows = [...table.matchAll(/^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A /gm)];
  const open = rows.filter(([, address]) => !/^(?:0100007F|00000000000000000000000001000000)$/.test(address!));
  return [...new Set(open.map(([, , port]) => Number.parseInt(port!, 16)))].sort((a, b) => a - b);
}

/** Names of pods without what their ReplicaSets add, and with a number where there are several of one. */
function shortNames(pods: readonly KubeObject[]): string[] {
  const plain = pods.map(({ metadata: { name, labels } }) => {
    const hash = labels?.['pod-template-hash'];
    return hash === undefined ? name : name.slice(0, name.lastIndexOf(`-${hash}-`));
  });
  return plain.map((name, index) => {
    const before = plain.slice(0, index).filter(each => each === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

async function podsIn(node: Node, namespace: string): Promise<LivePod[]> {
  const [{ metadata }, { items }] = await Promise.all([
    node.ask(`/api/v1/namespaces/${namespace}`),
    node.ask(`/api/v1/namespaces/${namespace}/pods?fieldSelector=status.phase%3DRunning`),
  ]);
  const running = processes(node);
  const live = (items as KubeObject[]).filter(pod => !('deletionTimestamp' in pod.metadata));
  const names = shortNames(live);
  return live.map((pod, index) => {
    const process = running.get(pod.status.containerStatuses[0].containerID.replace('containerd://', ''));
    if (process === undefined) throw new Error(`pod ${namespace}/${pod.metadata.name} does not run`);
    const command = (program: string, flags: readonly string[]) =>
      [programOf('nsenter'), ['--target', process.pid, '--net', '--', program, ...flags]] as const;
    const ports = pod.spec.containers.flatMap((container: KubeObject) => container.ports ?? []);
    const end: End = {
      namespace,
      namespaceLabels: metadata.labels,
      labels: pod.metadata.labels ?? {},
      ports: Object.fromEntries(ports.map((port: KubeObject) => [port.name, port.containerPort])),
      ip: pod.status.podIP,
    };
    const name = `${namespace}/${names[index]}`;
    return { name, end, source: { name, end, command }, ports: listening(process.table) };
  });
}

const isSelected = (selector: Readonly<Record<string, string>>, { labels = {} }: End): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/** Ports of Services that lead to one of the pods. */
function portsOf({ metadata, spec }: KubeObject, pods: readonly LivePod[]): Target[] {
  if (!spec.selector || !spec.clusterIP || spec.clusterIP === 'None') return [];
  const pod = pods.find(({ end }) => isSelected(spec.selector, end));
  if (pod === undefined) return [];
  return (spec.ports as KubeObject[]).flatMap(({ port, targetPort, protocol }) => {
    const endPort = typeof targetPort === 'string' ? pod.end.ports![targetPort]! : targetPort;
    if (protocol !== 'TCP' || !pod.ports.includes(endPort)) return [];
    const name = `Service ${metadata.namespace}/${metadata.name}:${port}`;
    return [{ name, host: spec.clusterIP, port, protocol, end: pod.end, endPort, selector: spec.selector }];
  });
}

const tcp = (name: string, end: End, port: number): Target => ({
  name: `${name}:${port}`,
  host: end.ip!,
  port,
  protocol: 'TCP',
  end,
  endPort: port,
});

/** Ports on which the world outside listens: programs/outside.mjs. */
export const outsidePorts = [53, 80, 443, 8080];
const outside: End = { ip: outsideAddress };
const world: readonly Target[] = [...outsidePorts.map(port => tcp('outside', outside, port)), tcp('metadata', { ip: metadataAddress }, 80)];

/** Starts what listens outside, once for a node. */
export async function startWorld({ sandbox }: Node): Promise<void> {
  const script = `ip address add ${metadataAddress}/32 dev lo
    ip route add 10.244.0.0/16 via 172.31.255.2 src ${outsideAddress}`;
  const { status, stderr } = sandbox.run(...sandbox.outside('sh', ['-ec', script]));
  if (status !== 0) throw new Error(`outside: ${stderr}`);
  sandbox.start(...sandbox.outside(process.execPath, [join(programs, 'outside.mjs'), ...outsidePorts.map(String)]));
}

/** What becomes of connections from a source. */
async function tried({ sandbox }: Node, { command, name }: Source, targets: readonly Target[]): Promise<string[]> {
  const [program, flags] = sandbox.command(...command(process.execPath, [join(programs, 'paths.mjs')]));
  const child = spawn(program, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(targets));
  const text = (await child.stdout.toArray()).join('');
  if (text === '') throw new Error(`paths from ${name}: no answer`);
  return JSON.parse(text);
}

/** Tries all paths of a namespace, and those that lead into it from elsewhere. */
export async function pathsOf(node: Node, namespace: string): Promise<Paths> {
  const [own, callers, dns] = await Promise.all([namespace, 'callers', 'kube-system'].map(each => podsIn(node, each)));
  const pods = [...own!, ...callers!];
  const { items: services } = await node.ask(`/api/v1/namespaces/${namespace}/services`);
  const { items: policies } = await node.ask('/apis/networking.k8s.io/v1/networkpolicies');
  const resolvers = dns!.map(({ name, end }): Target => ({ ...tcp(name, end, 53), name: `${name}:53/udp`, protocol: 'UDP' }));
  const targets = [
    ...[...pods, ...dns!].flatMap(({ name, end, ports }) => ports.map(port => tcp(name, end, port))),
    ...(services as KubeObject[]).flatMap(service => portsOf(service, pods)),
    ...resolvers,
    ...world,
  ];
  const elsewhere: Source = { name: 'outside', end: outside, command: node.sandbox.outside };
  const isReachable = (source: Source, { end, name, selector }: Target) => {
    if (source === elsewhere) return end.ip !== outsideAddress && !/^(?:Service |metadata:)/.test(name);
    return end.ip !== source.end.ip && !(selector !== undefined && isSelected(selector, source.end));
  };
  const rowsOf = async (source: Source) => {
    const others = targets.filter(target => isReachable(source, target));
    const outcomes = await tried(node, source, others);
    return others.flatMap(({ name, end, endPort, protocol }, index) => {
      const isAllowed = mayConnect(policies, source.end, end, endPort, protocol);
      if (!isAllowed && (policies as KubeObject[]).some(policy => selects(policy, source.end) && selects(policy, end))) return [];
      return [{ path: `${source.name} -> ${name}`, outcome: outcomes[index], isAllowed }];
    });
  };
  const rows = (await Promise.all([...pods.map(({ source }) => source), elsewhere].map(rowsOf))).flat();
  const named = (chosen: typeof rows) => chosen.map(({ path }) => path).sort();
  return {
    all: named(rows),
    connected: named(rows.filter(({ outcome }) => outcome === 'connected')),
    allowed: named(rows.filter(({ isAllowed }) => isAllowed)),
  };
}
