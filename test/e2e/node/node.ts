/**
 * A cluster of one real node for tests: kubelet, containerd, kube-proxy, network policies and DNS beside the API server of
 * test/helpers/kube.ts, all in namespaces of their own (sandbox.ts). Pods run.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endServer, type Kube, kubeconfigOf, type Server, startKube } from '../../helpers/kube.js';
import { type KubeObject, listPath } from '../../helpers/kube-objects.js';
import { type ConfigFiles, containerdSocket, nodeName, podRange, serviceRange, writeConfigs } from './config.js';
import { dnsObjects } from './dns.js';
import { corednsImage, pauseImage, shellImage, writeImage } from './images.js';
import { programOf } from './needs.js';
import { nodeAddress, outsideAddress, type Ran, type Sandbox, startSandbox } from './sandbox.js';

/** What runs on the node, by name. */
export type Component = 'containerd' | 'kubelet' | 'kube-proxy' | 'kube-router' | 'kube-controller-manager' | 'kube-scheduler';

export interface Node extends Kube {
  readonly sandbox: Sandbox;
  /** Image with a shell, the usual commands and Node. */
  readonly shell: string;
  /** Makes an object. @throws an Error with the server's message */
  create(object: KubeObject, namespace?: string): Promise<KubeObject>;
  /** Imports an archive of an image: what `docker save` writes, or an OCI layout. @throws an Error with what ctr said */
  importImage(file: string): void;
  /** Runs a command in a container of a pod that is running; in the first one unless named. */
  exec(pod: string, command: readonly string[], options?: { readonly namespace?: string; readonly container?: string }): Promise<Ran>;
  /** Ends a component by TERM, and starts it again. */
  restart(component: Component): Promise<void>;
  /** The end of a component's log. */
  log(component: Component): string;
}

export interface NodeOptions {
  /** Users beside `admin`, as in startKube. */
  readonly users?: Readonly<Record<string, readonly string[]>>;
}

/** Longest time until the node is ready: how slow a machine may be. */
const readyDeadlineMs = 240_000;
const pauseMs = 200;

/** Users of the components; RBAC knows the first four by name. */
const componentUsers = {
  'system:kube-controller-manager': [],
  'system:kube-scheduler': [],
  'system:kube-proxy': [],
  [`system:node:${nodeName}`]: ['system:nodes'],
  'kube-router': ['system:masters'],
};

/** A certificate by which the API server is known to kubelet: it signs itself, and kubelet trusts it alone. */
function writeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'apiserver-client.crt'), join(folder, 'apiserver-client.key')];
  const flags = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/O=system:masters/CN=apiserver',
  ];
  const { status, stderr } = spawnSync(programOf('openssl'), ['req', '-x509', ...flags, '-out', certificate, '-keyout', key], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  return { certificate, key };
}

const apiserverFlags = ({ certificate, key }: { certificate: string; key: string }): string[] => [
  '--bind-address=0.0.0.0',
  `--advertise-address=${nodeAddress}`,
  '--endpoint-reconciler-type=lease',
  '--allow-privileged=true',
  `--service-cluster-ip-range=${serviceRange}`,
  `--kubelet-client-certificate=${certificate}`,
  `--kubelet-client-key=${key}`,
  '--kubelet-preferred-address-types=InternalIP',
];

type Kubeconfig = (user: string) => string;

function commandsOf(kube: Kube, folder: string, files: ConfigFiles, kubeconfig: Kubeconfig): Record<Component, string[]> {
  return {
    containerd: ['--config', files.containerd],
    'kube-controller-manager': [
      `--kubeconfig=${kubeconfig('system:kube-controller-manager')}`,
      `--service-account-private-key-file=${join(kube.folder, 'sa.key')}`,
      `--root-ca-file=${kube.caFile}`,
      '--use-service-account-credentials=true',
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      '--allocate-node-cidrs=true',
      `--cluster-cidr=${podRange}`,
    ],
    'kube-scheduler': [`--kubeconfig=${kubeconfig('system:kube-scheduler')}`, '--leader-elect=false', '--bind-address=127.0.0.1'],
    kubelet: [
      `--config=${files.kubelet}`,
      `--kubeconfig=${kubeconfig(`system:node:${nodeName}`)}`,
      `--hostname-override=${nodeName}`,
      `--node-ip=${nodeAddress}`,
      `--root-dir=${join(folder, 'kubelet')}`,
      `--cert-dir=${join(folder, 'kubelet', 'pki')}`,
    ],
    'kube-proxy': [`--config=${files.kubeProxy}`],
    'kube-router': [
      `--kubeconfig=${kubeconfig('kube-router')}`,
      `--hostname-override=${nodeName}`,
      `--service-cluster-ip-range=${serviceRange}`,
    ],
  };
}

/** Asks until it holds. @throws an Error with the end of every log if a program ends, or after `readyDeadlineMs` */
async function waitUntil(what: string, running: ReadonlyMap<string, Server>, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + readyDeadlineMs;
  for (;;) {
    if (await holds().catch(() => false)) return;
    const ended = [...running].filter(([, { child }]) => child.exitCode !== null || child.signalCode !== null);
    if (ended.length > 0 || performance.now() > end) {
      const logs = (ended.length > 0 ? ended : [...running]).map(([name, { log }]) => `--- ${name}\n${log().slice(-3000)}`);
      throw new Error(
        `${ended.length > 0 ? 'a program of the node ended' : `waited ${readyDeadlineMs / 1000} s`}: ${what}\n${logs.join('\n')}`,
      );
    }
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

const hasCondition = ({ status }: KubeObject, type: string): boolean =>
  status?.conditions?.some((condition: KubeObject) => condition.type === type && condition.status === 'True') ?? false;

function importInto(sandbox: Sandbox, file: string): void {
  const { status, stderr } = sandbox.run(programOf('ctr'), [
    '--address',
    containerdSocket,
    '--namespace',
    'k8s.io',
    'images',
    'import',
    file,
  ]);
  if (status !== 0) throw new Error(`${file} cannot be imported: ${stderr}`);
}

/** Runs a command in a container, by its id at containerd. */
function execIn(sandbox: Sandbox, container: string, command: readonly string[]): Ran {
  const id = `exec-${process.hrtime.bigint()}`;
  return sandbox.run(programOf('ctr'), [
    '--address',
    containerdSocket,
    '--namespace',
    'k8s.io',
    'tasks',
    'exec',
    '--exec-id',
    id,
    container,
    ...command,
  ]);
}

/** Starts everything (see `nodeMissing`) until the node is ready and answers DNS; the caller stops it. @throws an Error with logs if it does not */
export async function startNode({ users = {} }: NodeOptions = {}): Promise<Node> {
  const sandbox = await startSandbox();
  const { folder } = sandbox;
  let kube: Kube | undefined;
  const stop = async (): Promise<void> => {
    await sandbox.end();
    await kube?.stop();
  };
  try {
    const certificate = writeCertificate(folder);
    kube = await startKube({ users: { ...componentUsers, ...users }, apiserverFlags: apiserverFlags(certificate), place: sandbox });
    return { ...(await startComponents(kube, sandbox, certificate.certificate)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startComponents(kube: Kube, sandbox: Sandbox, certificate: string): Promise<Node> {
  const { folder } = sandbox;
  const kubeconfig: Kubeconfig = user => {
    const path = join(folder, `kubeconfig-${user.replaceAll(':', '-')}`);
    const url = `https://${nodeAddress}:${kube.port}`;
    writeFileSync(path, kubeconfigOf(url, kube.caFile, kube.token(user), 'default'), { mode: 0o600 });
    return path;
  };
  const [pause, shell, dns] = [pauseImage(programOf('busybox')), shellImage(programOf('busybox')), corednsImage(programOf('coredns'))];
  const files = writeConfigs(folder, pause.reference, certificate, kubeconfig('system:kube-proxy'));
  const commands = commandsOf(kube, folder, files, kubeconfig);
  const running = new Map<Component, Server>();
  const start = (component: Component) => running.set(component, sandbox.start(programOf(component), commands[component]));

  for (const component of ['containerd', 'kube-controller-manager', 'kube-scheduler'] as const) start(component);
  const ctr = ['--address', containerdSocket, 'version'];
  await waitUntil('containerd answers', running, async () => sandbox.run(programOf('ctr'), ctr).status === 0);
  for (const image of [pause, shell, dns]) importInto(sandbox, writeImage(folder, image));
  start('kubelet');
  await waitUntil('the node registers', running, async () => (await kube.request(`/api/v1/nodes/${nodeName}`)).status === 200);
  for (const component of ['kube-proxy', 'kube-router'] as const) start(component);

  const create = async (object: KubeObject, namespace = object.metadata.namespace ?? 'default'): Promise<KubeObject> =>
    kube.ask(await listPath(kube, object, namespace), { method: 'POST', body: object });
  // A connection to a Service before its rules are there leaves the node, and the kernel keeps it on that way.
  const rules = async () => sandbox.run('iptables-save', ['-t', 'nat']).stdout.includes('default/kubernetes:https');
  await waitUntil('kube-proxy has rules', running, rules);
  for (const object of dnsObjects(dns.reference, outsideAddress)) await create(object);
  await waitUntil('the node is ready', running, async () => hasCondition(await kube.ask(`/api/v1/nodes/${nodeName}`), 'Ready'));
  const deployment = '/apis/apps/v1/namespaces/kube-system/deployments/coredns';
  await waitUntil('DNS is ready', running, async () => hasCondition(await kube.ask(deployment), 'Available'));

  const exec: Node['exec'] = async (pod, command, { namespace = 'default', container } = {}) => {
    const { status } = await kube.ask(`/api/v1/namespaces/${namespace}/pods/${pod}`);
    const found = status.containerStatuses?.find(({ name }: { name: string }) => container === undefined || name === container);
    if (!found?.containerID) throw new Error(`pod ${namespace}/${pod} has no running container ${container ?? ''}`);
    return execIn(sandbox, found.containerID.replace('containerd://', ''), command);
  };
  const restart = async (component: Component): Promise<void> => {
    await endServer(running.get(component)!);
    start(component);
  };
  return {
    ...kube,
    sandbox,
    shell: shell.reference,
    create,
    importImage: file => importInto(sandbox, file),
    exec,
    restart,
    log: component => running.get(component)!.log(),
  };
}
