/** Two gateways of the chart, a Redis and servers of the SDK as pods of a node, and sessions that call through the Service all the time. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { endServer, findProgram, type Server } from '../../helpers/kube.js';
import { installCrds, type KubeObject } from '../../helpers/kube-objects.js';
import { copyOfChart, type Helm, helms } from '../../helpers/real-helm.js';
import { until } from '../../helpers/until.js';
import { type Answered, judge, Tally } from '../../soak/tally.js';
import { bundled } from './bundled.js';
import { containerdSocket } from './config.js';
import { folders, type Image, librariesOf, program, writeImage } from './images.js';
import { mcpgwArchive } from './mcpgw-image.js';
import { programOf } from './needs.js';
import { type Node, startNode } from './node.js';
import { restricted } from './pods.js';

export const namespace = 'load';
export const gatewayName = 'demo-mcp-gateway-gateway';
const paths = { apps: `/apis/apps/v1/namespaces/${namespace}`, core: `/api/v1/namespaces/${namespace}` };

const redis = findProgram('redis-server', undefined);
export const redisProgramMissing = redis === undefined ? 'needs redis-server on the path (Debian: redis-server)' : undefined;

function redisImage(): Image {
  const files = [
    ...folders('bin', 'data', 'proc', 'dev', 'sys', 'etc', 'tmp'),
    ...librariesOf(redis!),
    program('bin/redis-server', redis!),
  ];
  return { reference: 'mcpgw.test/redis:1', files, entrypoint: ['/bin/redis-server'] };
}

/** A Deployment of one pod, which keeps `/data` while its container is killed, and a Service of the same name. */
async function deploy(node: Node, name: string, port: number, container: object, volumes: readonly object[] = []): Promise<void> {
  const labels = { app: name };
  await node.create(
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: {
        selector: { matchLabels: labels },
        strategy: { type: 'Recreate' },
        template: {
          metadata: { labels },
          spec: {
            terminationGracePeriodSeconds: 1,
            containers: [
              {
                name,
                imagePullPolicy: 'Never',
                securityContext: restricted,
                ports: [{ containerPort: port }],
                readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
                // Without a request, Linux gives a pod nearly no processor time beside other programs.
                resources: { requests: { cpu: '250m' } },
                ...container,
              },
            ],
            volumes,
          },
        },
      },
    },
    namespace,
  );
  const spec = { selector: labels, ports: [{ port }] };
  await node.create({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec }, namespace);
}

/** Runs a Redis that writes every change to its file before it answers. */
async function deployRedis(node: Node): Promise<void> {
  node.importImage(writeImage(node.sandbox.folder, redisImage()));
  await node.create(
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'redis' },
      stringData: { url: 'redis://redis:6379', logins: 'a key of thirty-two characters !' },
    },
    namespace,
  );
  const args = ['--dir', '/data', '--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--protected-mode', 'no'];
  const container = { image: 'mcpgw.test/redis:1', args, volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  await deploy(node, 'redis', 6379, container, [{ name: 'data', emptyDir: {} }]);
}

const unpack = `
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
writeFileSync('/data/program.mjs', gunzipSync(readFileSync('/app/program.mjs.gz')));
await import('/data/program.mjs');`;

/** Runs a program of this repository as a pod, with `/data` as above; `container` are further fields. */
async function deployProgram(node: Node, name: string, entry: string, args: readonly string[], container: object = {}): Promise<void> {
  // A ConfigMap holds one MiB.
  const program = gzipSync(bundled(entry)).toString('base64');
  await node.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, binaryData: { 'program.mjs.gz': program } }, namespace);
  const volumeMounts = [
    { name: 'app', mountPath: '/app' },
    { name: 'data', mountPath: '/data' },
  ];
  // Such a program has no file of its own among its arguments; `name` takes that place.
  const command = ['node', '--input-type=module', '-e', unpack, '--', name, ...args];
  const volumes = [
    { name: 'app', configMap: { name } },
    { name: 'data', emptyDir: {} },
  ];
  await deploy(node, name, 8000, { image: node.shell, command, volumeMounts, ...container }, volumes);
}

/** Runs the SDK's server of test/soak; its tools answer with its name and what they were given. It ends when its standard input does. */
const deployUpstream = (node: Node, name: string): Promise<void> =>
  deployProgram(node, name, 'test/soak/upstream.mjs', [name, '--v1', '8000', '0.0.0.0'], { stdin: true });

/** Runs private-server.ts, which keeps its state on a volume. */
export const deployPrivate = (node: Node, name: string, secret: string): Promise<void> =>
  deployProgram(node, name, 'test/e2e/node/private-server.ts', [], { env: [{ name: 'JWT_SECRET', value: secret }] });

/** A node with the image of the gateway, and a namespace that has Redis and the upstream `up`, ready. */
export async function startNodeOfFleet(): Promise<Node> {
  const node = await startNode();
  await installCrds(node, 'v1.4.1');
  node.importImage(mcpgwArchive(node.sandbox.folder));
  await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
  await deployRedis(node);
  await deployUpstream(node, 'up');
  for (const name of ['redis', 'up']) await rolledOut(node, name, 1);
  return node;
}

/** Whether a Deployment has so many ready pods of its newest template, and no others. */
export async function isRolledOut(node: Node, name: string, replicas: number): Promise<boolean> {
  const { metadata, status } = await node.ask(`${paths.apps}/deployments/${name}`);
  const all = [status.readyReplicas, status.updatedReplicas, status.replicas];
  return status.observedGeneration === metadata.generation && all.every(count => count === replicas);
}

/** Waits until `isRolledOut`. */
export async function rolledOut(node: Node, name: string, replicas: number): Promise<void> {
  await until(() => isRolledOut(node, name, replicas), `${name} has ${replicas} ready pods`);
}

/** Pods by label, without those that end. */
export async function podsOf(node: Node, selector: string): Promise<KubeObject[]> {
  const { items } = await node.ask(`${paths.core}/pods?labelSelector=${encodeURIComponent(selector)}`);
  return (items as KubeObject[]).filter(({ metadata }) => !('deletionTimestamp' in metadata));
}

export const gateways = (node: Node, of = 'demo'): Promise<KubeObject[]> =>
  podsOf(node, `app.kubernetes.io/component=mcpgw,app.kubernetes.io/instance=${of}`);

export const podPath = ({ metadata }: KubeObject): string => `${paths.core}/pods/${metadata.name}`;

export const secretPath = (name: string): string => `${paths.core}/secrets/${name}`;

export const configMapPath = (name: string): string => `${paths.core}/configmaps/${name}`;

/** How often containers of pods were started again. */
export const restartsOf = (pods: readonly KubeObject[]): number =>
  pods.reduce((sum, { status }) => sum + (status.containerStatuses?.[0].restartCount ?? 0), 0);

/** Between when and when something was killed, in milliseconds of the epoch. */
export interface Kill {
  readonly begin: number;
  readonly end: number;
}

/** Kills the container of a pod as the kernel does, and waits until its process is gone; kubelet starts it again. */
export function killContainer(node: Node, { status }: KubeObject): Kill {
  const begin = Date.now();
  const id = status.containerStatuses[0].containerID.replace('containerd://', '');
  const tasks = `${programOf('ctr')} --address ${containerdSocket} --namespace k8s.io tasks`;
  const script = `
    pid=$(${tasks} ls | sed -n 's/^${id} *\\([0-9]*\\).*/\\1/p')
    ${tasks} kill --signal SIGKILL ${id} && while [ -e "/proc/$pid/exe" ]; do sleep 0.01; done`;
  const { stderr, status: code } = node.sandbox.run('sh', ['-c', script]);
  if (code !== 0) throw new Error(`${id} cannot be killed: ${stderr}`);
  return { begin, end: Date.now() };
}

/** Values of two gateways on Redis whose calls may come from the node. `more` are further values of `gateway`, `config` of its configuration. */
export const fleetValues = (config: object = {}, more: object = {}): object => ({
  global: { agentgateway: { routingMode: 'gateway-api' } },
  gateway: {
    enabled: true,
    replicas: 2,
    podDisruptionBudget: { enabled: true },
    redis: { existingSecret: { name: 'redis' } },
    extraEnv: [{ name: 'LOGIN_KEY', valueFrom: { secretKeyRef: { name: 'redis', key: 'logins' } } }],
    config: {
      servers: { up: { url: 'http://up:8000/mcp', trust_mode: 'auto' } },
      trusted_hosts: ['127.0.0.1'],
      login: { keys: ['${env:LOGIN_KEY}'] },
      ...config,
    },
    ...more,
  },
});

/** Runs Helm beside the test, whose sessions go on meanwhile. @throws an Error with what it said */
export function helmBeside(node: Node, args: readonly string[], { program: name }: Helm = helms.at(-1)!): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: node.folder, KUBECONFIG: node.kubeconfig() };
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', chunk => (complaint += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: ${complaint}`))));
  });
}

let chart: string | undefined;

/** Installs or upgrades the release, and waits until its pods are ready. */
export function release(node: Node, action: 'install' | 'upgrade', values: object, name = 'demo'): Promise<void> {
  chart ??= copyOfChart(node);
  const file = join(node.folder, 'load-values.json');
  writeFileSync(file, JSON.stringify(values));
  return helmBeside(node, [action, name, chart, '-n', namespace, '-f', file, '--wait', '--timeout', '220s']);
}

/** The address of a Service of gateways, when it leads to them. */
async function serviceAddress(node: Node, name: string): Promise<string> {
  const { spec } = await node.ask(`${paths.core}/services/${name}`);
  // A connection before kube-proxy has rules leaves the node, and the kernel keeps it on that way.
  await until(() => {
    const { stdout } = node.sandbox.run('iptables-save', ['-t', 'nat']);
    return new RegExp(`"${namespace}/${name}:http -> `).test(stdout);
  }, `kube-proxy has rules for ${name}`);
  return spec.clusterIP;
}

/** A port of this machine that leads to the Service of the gateways, through a relay: each connection goes to one of them. */
export async function servicePort(node: Node, name = gatewayName): Promise<number> {
  return node.sandbox.forward(8080, await serviceAddress(node, name));
}

/** The URL of the gateways for programs in the network of the node, which find the name of their Service in /etc/hosts. */
async function serviceUrl(node: Node): Promise<string> {
  const name = `${gatewayName}.${namespace}`;
  const hosts = join(node.sandbox.folder, 'hosts');
  writeFileSync(hosts, `127.0.0.1 localhost\n${await serviceAddress(node, gatewayName)} ${name}\n`);
  node.sandbox.run('mount', ['--bind', hosts, '/etc/hosts']);
  return `http://${name}:8080/mcp`;
}

export interface LoadOptions {
  /** How long the server thinks about a call, in milliseconds. */
  readonly callMs?: number;
  readonly pauseMs?: number;
  /** How often a call is made again that was refused because Redis did not answer in time. Never by default. */
  readonly repeats?: number;
}

export interface Failures {
  /** How many calls failed with each name. */
  readonly named: Readonly<Record<string, number>>;
  readonly unnamed: number;
  readonly wrong: number;
  readonly lost: number;
  readonly hung: number;
  readonly samples: readonly string[];
}

/** The SDK tells of an HTTP refusal by its text, which ends with the JSON-RPC error that names the failure. */
function refusalOf(answered: Answered): Answered {
  const json = /^Streamable HTTP error: [^{]*(\{.*\})$/s.exec(answered.lost ?? '')?.[1];
  return json === undefined ? answered : { error: JSON.parse(json).error };
}

/** A call of load-client.ts, and what became of it; times in milliseconds of the epoch. */
export interface LoadedCall {
  readonly session: number;
  readonly begin: number;
  readonly end: number;
  readonly expected: string;
  readonly answered: Answered;
}

/** Sessions of the SDK in the network of the node, each of which calls again after every answer, until it is ended. */
export class Load {
  tally = new Tally();
  /** Calls since `failures` was asked the last time whose connection broke or was refused. */
  #lost: LoadedCall[] = [];
  /** The first answers with a name since then. */
  #named: string[] = [];
  /** When the last calls of each session began that were answered rightly. */
  readonly #begins: readonly number[][];
  readonly #client: Server;

  private constructor(client: Server, sessions: number) {
    this.#client = client;
    this.#begins = Array.from({ length: sessions }, () => []);
  }

  /** @throws an Error with the output of the client if its sessions cannot be opened */
  static async start(node: Node, sessions: number, { callMs = 200, pauseMs = 800, repeats = 0 }: LoadOptions = {}): Promise<Load> {
    const { folder } = node.sandbox;
    const program = join(folder, 'load-client.mjs');
    writeFileSync(program, bundled('test/e2e/node/load-client.ts'));
    const flags = [await serviceUrl(node), sessions, callMs, pauseMs, repeats].map(String);
    const client = node.sandbox.start(process.execPath, [program, ...flags]);
    const load = new Load(client, sessions);
    const lines = createInterface(client.child.stdout!);
    let isReady = false;
    lines.on('line', line => {
      if (line.startsWith('{')) load.#add(JSON.parse(line));
      else isReady ||= line === 'ready';
    });
    let isOver = false;
    lines.on('close', () => (isOver = true));
    await until(() => isReady || isOver, `${sessions} sessions are opened`);
    if (!isReady) throw new Error(`the load ended: ${client.log()}`);
    return load;
  }

  #add(call: LoadedCall): void {
    const answered = refusalOf(call.answered);
    const outcome = judge(answered, call.expected);
    this.tally.add(outcome, call.end - call.begin);
    if (outcome.kind === 'ok') this.#begins[call.session]!.push(call.begin);
    if (outcome.kind === 'named' && this.#named.length < 5) this.#named.push(JSON.stringify(answered).slice(0, 400));
    if (answered.lost !== undefined) this.#lost.push(call);
  }

  /** Waits until every session has had `count` more calls answered that begin from now on: none of before is in flight then. */
  async goesOn(count = 2): Promise<void> {
    const now = Date.now();
    const isOn = (begins: readonly number[]) => (begins.at(-count) ?? 0) >= now;
    await until(() => this.#begins.every(isOn), `${count} more calls of every session are answered`);
  }

  /** What failed since it was asked the last time. */
  failures(): Failures {
    const { named, counts, samples } = this.tally;
    const said = this.#named;
    this.tally = new Tally();
    this.#lost = [];
    this.#named = [];
    return { named: Object.fromEntries(named), ...counts, samples: [...samples, ...said] };
  }

  /** Of the calls that were lost since `failures` was asked, those that were not in flight while one of these kills went on. */
  lostOutside(kills: readonly Kill[]): LoadedCall[] {
    return this.#lost.filter(({ begin, end }) => !kills.some(kill => begin <= kill.end && kill.begin <= end));
  }

  end(): Promise<void> {
    return endServer(this.#client);
  }
}

/** What a load without a failure has. */
export const nothingFailed: Failures = { named: {}, unnamed: 0, wrong: 0, lost: 0, hung: 0, samples: [] };
