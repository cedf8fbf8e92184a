/**
 * A real Kubernetes API server for tests: etcd and kube-apiserver on loopback, RBAC on, free ports, its own folder. There is no
 * controller-manager, scheduler or kubelet: nothing becomes ready, no Job ends, namespaces stay `Terminating`. test/e2e/node has them too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program by the variable that names it, or on the path; undefined where there is none. */
export function findProgram(name: string, override: string | undefined): string | undefined {
  const candidates = override ? [override] : (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name));
  return candidates.find(path => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const etcd = findProgram('etcd', process.env.ETCD);
const apiserver = findProgram('kube-apiserver', process.env.KUBE_APISERVER);

/** What is missing for `startKube`, for the text of a skipped test; undefined where it can start. */
export const kubeMissing: string | undefined =
  apiserver === undefined
    ? 'needs kube-apiserver on the path or in KUBE_APISERVER (tools/ci.sh builds it)'
    : etcd === undefined
      ? 'needs etcd on the path or in ETCD (Debian: etcd-server)'
      : undefined;

export interface KubeAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: objects of every kind
  readonly body: any;
  /** Texts of the `Warning` headers. */
  readonly warnings: readonly string[];
}

export interface KubeRequest {
  readonly method?: string;
  /** An object is sent as JSON; a text as `contentType` says. */
  readonly body?: object | string;
  readonly contentType?: string;
  /** Who asks; `admin` by default. */
  readonly user?: string;
}

export interface Kube {
  readonly url: string;
  /** Where the server listens in its own network; the same as in `url` unless it runs in another place. */
  readonly port: number;
  /** File of the certificate authority. */
  readonly caFile: string;
  /** A folder for files of the test, removed by `stop`. */
  readonly folder: string;
  /** Path of a kubeconfig for a user. */
  kubeconfig(user?: string, namespace?: string): string;
  token(user?: string): string;
  /** One request, whatever its status. */
  request(path: string, options?: KubeRequest): Promise<KubeAnswer>;
  /** One request that must succeed. @throws an Error with the server's message */
  ask(path: string, options?: KubeRequest): Promise<KubeAnswer['body']>;
  /** Makes a namespace with labels, and its `default` service account, which no controller makes here. */
  createNamespace(name: string, labels?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends the servers and removes their folder. */
  stop(): Promise<void>;
}

/** Where the servers run, if not beside the test: in a network that only they see. */
export interface KubePlace {
  /** The command that runs a program there. */
  command(program: string, flags: readonly string[]): readonly [program: string, flags: readonly string[]];
  /** Opens a port of this machine's loopback that leads to a port there. */
  forward(port: number): Promise<number>;
}

export interface KubeOptions {
  /** Users beside `admin` (system:masters), with their groups. RBAC gives them nothing by itself. */
  readonly users?: Readonly<Record<string, readonly string[]>>;
  /** Further flags of kube-apiserver; they override those that startKube gives. */
  readonly apiserverFlags?: readonly string[];
  readonly place?: KubePlace;
}

const startDeadlineMs = 120_000;

/** A port of loopback that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** A shell that ends its server when this process ends, however it ends: its standard input closes then. */
const keeper = 'exec 3<&0; "$@" 3<&- & pid=$!; { cat <&3 >/dev/null; kill "$pid" 2>/dev/null; } & wait "$pid"';

export interface Server {
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly exited: Promise<void>;
}

/** Starts a program that ends with this process, and keeps the end of its output. */
export function startServer(program: string, flags: readonly string[]): Server {
  const child = spawn('sh', ['-c', keeper, 'sh', program, ...flags], { stdio: ['pipe', 'pipe', 'pipe'] });
  let log = '';
  const keep = (chunk: Buffer) => {
    log = (log + chunk).slice(-8000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return { child, log: () => log, exited };
}

/** Ends a program by TERM, and waits for its end. */
export async function endServer({ child, exited }: Server): Promise<void> {
  child.stdin!.end();
  await exited;
  child.stdout!.destroy();
  child.stderr!.destroy();
}

interface Login {
  readonly token: string;
  readonly groups: readonly string[];
}

function writeSecrets(folder: string, users: ReadonlyMap<string, Login>): void {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(folder, 'sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  writeFileSync(join(folder, 'sa.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  const lines = [...users].map(([name, { token, groups }]) => `${token},${name},${name},"${groups.join(',')}"\n`);
  writeFileSync(join(folder, 'tokens.csv'), lines.join(''), { mode: 0o600 });
}

function etcdFlags(folder: string, client: number, peer: number): string[] {
  const peerUrl = `http://127.0.0.1:${peer}`;
  return [
    '--name=test',
    `--data-dir=${join(folder, 'etcd')}`,
    '--unsafe-no-fsync',
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=test=${peerUrl}`,
  ];
}

function apiserverFlags(folder: string, port: number, etcdPort: number): string[] {
  return [
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'pki')}`,
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    `--service-account-key-file=${join(folder, 'sa.pub')}`,
    `--service-account-signing-key-file=${join(folder, 'sa.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--authorization-mode=Node,RBAC',
    '--anonymous-auth=false',
    '--endpoint-reconciler-type=none',
    '--profiling=false',
    // A volume claim would keep its finalizer forever: the controller that takes it off is not here.
    '--disable-admission-plugins=StorageObjectInUseProtection',
  ];
}

/** The text of a kubeconfig. */
export function kubeconfigOf(url: string, caFile: string, token: string, namespace: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server: url, 'certificate-authority': caFile } }],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace } }],
    'current-context': 'test',
  });
}

/** The text of `299 - "..."`. */
const warningText = (header: string): string =>
  header
    .replace(/^\d+ \S+ "/, '')
    .replace(/"$/, '')
    .replaceAll('\\"', '"');

/** Sends one request with a token; the answer's body as JSON where it is JSON. */
function send(url: string, ca: Buffer, token: string, { method = 'GET', body, contentType }: KubeRequest): Promise<KubeAnswer> {
  const data = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...(data === undefined ? {} : { 'content-type': contentType ?? 'application/json', 'content-length': Buffer.byteLength(data) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(url, { method, headers, ca, timeout: 60_000 }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', chunk => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        const isJson = response.headers['content-type']?.includes('json');
        const warnings = response.headersDistinct.warning ?? [];
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, warnings: warnings.map(warningText) });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in 60 s')));
    outgoing.on('error', reject);
    outgoing.end(data);
  });
}

/** Waits until the server is ready and its `default` namespace is there. @throws an Error with the end of its log if it ends */
async function waitUntilReady(servers: readonly Server[], isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    const ended = servers.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
    if (ended) throw new Error(`the server ended while it started:\n${ended.log()}`);
    if (await isReady().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error(`the API server was not ready in ${startDeadlineMs / 1000} s:\n${servers.at(-1)?.log()}`);
}

/** Makes the `default` service account of a namespace, unless a controller was faster. */
async function createServiceAccount(request: Kube['request'], namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  const { status, body } = await request(path, { method: 'POST', body: { metadata: { name: 'default' } } });
  if (status !== 201 && status !== 409) throw new Error(`POST ${path}: ${status} ${body?.message ?? body}`);
}

type Client = Pick<Kube, 'token' | 'request' | 'ask' | 'kubeconfig' | 'createNamespace'>;

function clientOf(url: string, folder: string, caFile: string, logins: ReadonlyMap<string, Login>): Client {
  const token = (user = 'admin'): string => {
    const login = logins.get(user);
    if (!login) throw new Error(`no user ${user}: name it in the options of startKube`);
    return login.token;
  };
  const request = async (path: string, options: KubeRequest = {}) => send(url + path, readFileSync(caFile), token(options.user), options);
  const ask = async (path: string, options: KubeRequest = {}) => {
    const { status, body } = await request(path, options);
    if (status >= 300) throw new Error(`${options.method ?? 'GET'} ${path}: ${status} ${body?.message ?? body}`);
    return body;
  };
  const kubeconfig = (user = 'admin', namespace = 'default') => {
    const path = join(folder, `kubeconfig-${user}-${namespace}`);
    writeFileSync(path, kubeconfigOf(url, caFile, token(user), namespace), { mode: 0o600 });
    return path;
  };
  const createNamespace = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
    await ask('/api/v1/namespaces', { method: 'POST', body: { metadata: { name, labels } } });
    await createServiceAccount(request, name);
  };
  return { token, request, ask, kubeconfig, createNamespace };
}

async function waitForDefaults(client: Client, servers: readonly Server[]): Promise<void> {
  await waitUntilReady(servers, async () => (await client.request('/readyz')).status === 200);
  await waitUntilReady(servers, async () => (await client.request('/api/v1/namespaces/default')).status === 200);
  await createServiceAccount(client.request, 'default');
}

/** Beside the test. */
export const here: KubePlace = { command: (program, flags) => [program, flags], forward: async port => port };

/** Starts etcd and kube-apiserver (see `kubeMissing`); the caller stops them. @throws an Error if they do not become ready */
export async function startKube({ users = {}, apiserverFlags: flags = [], place = here }: KubeOptions = {}): Promise<Kube> {
  if (etcd === undefined || apiserver === undefined) throw new Error(kubeMissing);
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-kube-'));
  const named = Object.entries({ admin: ['system:masters'], ...users });
  const logins = new Map(named.map(([name, groups]) => [name, { token: randomBytes(16).toString('hex'), groups }]));
  mkdirSync(join(folder, 'pki'), { mode: 0o700 });
  writeSecrets(folder, logins);
  const [port, client, peer] = await Promise.all([freePort(), freePort(), freePort()]);
  const servers = [
    startServer(...place.command(etcd, etcdFlags(folder, client, peer))),
    startServer(...place.command(apiserver, [...apiserverFlags(folder, port, client), ...flags])),
  ];
  const stop = async (): Promise<void> => {
    for (const server of servers.toReversed()) await endServer(server);
    rmSync(folder, { recursive: true, force: true });
  };
  // A server that listens on all addresses of another network has a certificate for this name.
  const url = `https://${place === here ? '127.0.0.1' : 'localhost'}:${await place.forward(port)}`;
  const caFile = join(folder, 'pki', 'apiserver.crt');
  const calls = clientOf(url, folder, caFile, logins);
  try {
    await waitForDefaults(calls, servers);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...calls, url, port, caFile, folder, stop };
}
