/** Finds the cluster: from kubeconfig files as kubectl reads them, else from the service account of the pod. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { YamlError } from '@mcpgw/helm';
import { InputError } from '../input-error.js';
import { at, isList, isMap, type JsonData, type JsonMap, own } from '../json.js';
import { readNamedText, reasonOf } from '../read-file.js';
import { readYaml } from '../yaml.js';

export interface Cluster {
  readonly server: string;
  readonly ca?: string;
  readonly insecure: boolean;
  readonly tlsServerName?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
  /** Namespace of the context. */
  readonly namespace?: string;
}

export interface ClusterFlags {
  readonly kubeconfig?: string;
  readonly kubeContext?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** A section of a kubeconfig with the folder of its file, to which its paths are relative. */
interface Entry {
  readonly value: JsonMap;
  readonly folder: string;
}

const podSecrets = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The cluster of the current context. @throws InputError if there is none, or if its credentials are not available */
export function readCluster({ kubeconfig, kubeContext }: ClusterFlags, env: Env = process.env): Cluster {
  const listed = kubeconfig ?? env.KUBECONFIG;
  const paths = listed ? listed.split(delimiter).filter(path => path !== '') : [join(env.HOME ?? homedir(), '.kube', 'config')];
  const files = paths.filter(path => existsSync(path));
  if (files.length > 0) return fromFiles(files, kubeContext, env);
  if (listed) throw new InputError(`no kubeconfig at ${listed}`);
  return fromPod(env);
}

function fromPod(env: Env): Cluster {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  if (!host || !existsSync(join(podSecrets, 'token'))) {
    throw new InputError('no cluster: set KUBECONFIG or --kubeconfig, or run inside one');
  }
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    insecure: false,
    ca: readText(join(podSecrets, 'ca.crt')),
    token: readText(join(podSecrets, 'token')).trim(),
    namespace: readText(join(podSecrets, 'namespace')).trim(),
  };
}

function fromFiles(files: readonly string[], wanted: string | undefined, env: Env): Cluster {
  const configs = files.map(path => ({ value: readConfig(path), folder: dirname(resolve(path)) }));
  const current = wanted ?? configs.map(({ value }) => text(own(value, 'current-context'))).find(name => name);
  if (!current) throw new InputError('the kubeconfig has no current-context; name one with --kube-context');
  const context = find(configs, 'contexts', 'context', current);
  const cluster = find(configs, 'clusters', 'cluster', need(context, 'cluster', `context "${current}"`));
  const userName = text(own(context.value, 'user'));
  const user = userName ? find(configs, 'users', 'user', userName) : { value: {}, folder: '.' };
  const namespace = text(own(context.value, 'namespace'));
  return { ...addressOf(cluster), ...credentialsOf(user, env), ...(namespace ? { namespace } : {}) };
}

/**
 * The namespace of the current context, or of the context `wanted`; undefined if the files name none. A file that is not a
 * kubeconfig is ignored, as in Helm, which then renders for `default`.
 */
export function namespaceIn(files: readonly string[], wanted: string | undefined): string | undefined {
  try {
    const configs = files.map(path => ({ value: readConfig(path), folder: dirname(resolve(path)) }));
    const current = wanted ?? configs.map(({ value }) => text(own(value, 'current-context'))).find(name => name);
    return current === undefined ? undefined : text(own(find(configs, 'contexts', 'context', current).value, 'namespace'));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function readConfig(path: string): JsonMap {
  try {
    const config = readYaml(readText(path));
    if (isMap(config)) return config;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new InputError(`${path}: ${error.message}`, { cause: error });
  }
  throw new InputError(`${path} is not a kubeconfig`);
}

/** Reads a kubeconfig file, or a file that it names. @throws InputError */
function readText(path: string): string {
  try {
    return readNamedText(path);
  } catch (error) {
    throw new InputError(`open ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

const text = (value: JsonData | undefined): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The first entry with a name, as kubectl merges files. */
function find(configs: readonly Entry[], list: string, field: string, name: string): Entry {
  for (const { value, folder } of configs) {
    const items = own(value, list);
    const item = (isList(items) ? items : []).find(entry => own(entry, 'name') === name);
    const inner = own(item, field);
    if (isMap(inner)) return { value: inner, folder };
  }
  throw new InputError(`the kubeconfig has no ${field} "${name}"`);
}

function need({ value }: Entry, field: string, where: string): string {
  const found = text(own(value, field));
  if (found === undefined) throw new InputError(`the kubeconfig's ${where} has no ${field}`);
  return found;
}

/** Data in base64 (`x-data`), or a file (`x`). */
function dataOrFile({ value, folder }: Entry, field: string): string | undefined {
  const data = text(own(value, `${field}-data`));
  if (data !== undefined) return Buffer.from(data, 'base64').toString();
  const path = text(own(value, field));
  return path === undefined ? undefined : readText(resolve(folder, path));
}

function addressOf(entry: Entry): Pick<Cluster, 'server' | 'ca' | 'insecure' | 'tlsServerName'> {
  const server = need(entry, 'server', 'cluster');
  if (!/^https?:\/\//.test(server)) throw new InputError(`the kubeconfig's server "${server}" is not an http or https URL`);
  if (text(own(entry.value, 'proxy-url'))) throw new InputError("the kubeconfig's proxy-url is not supported; reach the cluster directly");
  const ca = dataOrFile(entry, 'certificate-authority');
  const tlsServerName = text(own(entry.value, 'tls-server-name'));
  return {
    server: server.replace(/\/+$/, ''),
    insecure: own(entry.value, 'insecure-skip-tls-verify') === true,
    ...(ca === undefined ? {} : { ca }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
  };
}

type Credentials = Pick<Cluster, 'cert' | 'key' | 'token'>;

function credentialsOf(entry: Entry, env: Env): Credentials {
  const { value, folder } = entry;
  const exec = own(value, 'exec');
  if (isMap(exec)) return fromPlugin(exec, folder, env);
  if (own(value, 'auth-provider') !== undefined) throw new InputError("the kubeconfig's auth-provider is gone from Kubernetes; use exec");
  const [cert, key] = [dataOrFile(entry, 'client-certificate'), dataOrFile(entry, 'client-key')];
  const tokenFile = text(own(value, 'tokenFile'));
  const token = tokenFile ? readText(resolve(folder, tokenFile)).trim() : text(own(value, 'token'));
  return { ...(cert && key ? { cert, key } : {}), ...(token ? { token } : {}) };
}

const pluginTimeoutMs = 60_000;

/** Runs a credential plugin (client.authentication.k8s.io). Its messages go to standard error. */
function fromPlugin(exec: JsonMap, folder: string, env: Env): Credentials {
  const command = text(own(exec, 'command'));
  if (command === undefined) throw new InputError("the kubeconfig's exec has no command");
  const path = command.includes('/') ? resolve(folder, command) : command;
  const args = own(exec, 'args');
  const apiVersion = text(own(exec, 'apiVersion')) ?? 'client.authentication.k8s.io/v1';
  const info = JSON.stringify({ kind: 'ExecCredential', apiVersion, spec: { interactive: false } });
  const result = spawnSync(path, isList(args) ? args.map(String) : [], {
    env: { ...env, ...pluginEnv(own(exec, 'env')), KUBERNETES_EXEC_INFO: info },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    timeout: pluginTimeoutMs,
  });
  if (result.error || result.status !== 0) {
    const hint = text(own(exec, 'installHint'));
    throw new InputError(
      `the kubeconfig's exec ${command} failed: ${result.error?.message ?? `exit code ${result.status}`}${hint ? `\n${hint}` : ''}`,
    );
  }
  return credentialOf(result.stdout, command);
}

function pluginEnv(list: JsonData | undefined): Record<string, string> {
  const pairs = isList(list) ? list : [];
  return Object.fromEntries(pairs.map(pair => [String(own(pair, 'name')), String(own(pair, 'value') ?? '')]));
}

function credentialOf(output: string, command: string): Credentials {
  let answer: JsonData;
  try {
    answer = JSON.parse(output);
  } catch (error) {
    throw new InputError(`the kubeconfig's exec ${command} printed no ExecCredential`, { cause: error });
  }
  const status = (name: string) => text(at(answer, 'status', name));
  const [token, cert, key] = [status('token'), status('clientCertificateData'), status('clientKeyData')];
  if (token === undefined && cert === undefined) throw new InputError(`the kubeconfig's exec ${command} gave no credential`);
  return { ...(token ? { token } : {}), ...(cert && key ? { cert, key } : {}) };
}
