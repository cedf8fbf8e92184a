/** What the chart's tests run on a node beside the project's images: programs of tests, and stand-ins for images of others. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { proxyBinaries } from '../../helpers/agentgateway.js';
import { envoyProgram } from '../../helpers/envoy.js';
import type { KubeObject } from '../../helpers/kube-objects.js';
import { root } from '../../helpers/mcpgw.js';
import { bundled } from './bundled.js';
import { containerdSocket } from './config.js';
import { folders, type Image, librariesOf, program, shellImage, writeImage } from './images.js';
import { mcpgwArchive } from './mcpgw-image.js';
import { programOf } from './needs.js';
import type { Node } from './node.js';
import { readyPod, shellPod } from './pods.js';

/** Names under which `make images` writes its images. */
export const templateImage = 'localhost/mcp-server-template:0.1.0';
export const mcpgwImage = 'localhost/mcpgw:0.1.0';
export const programsImage = 'mcpgw.test/programs:1';

/** Version of agentgateway that the chart is for, and its binary. Elsewhere programs/proxy.ts stands in for it. */
export const proxyVersion = 'v1.4.1';
const agentgateway = proxyBinaries().find(({ version }) => version === proxyVersion)?.path;
export const agentgatewayMissing =
  agentgateway === undefined ? `needs MCPGW_AGENTGATEWAY, a binary of agentgateway ${proxyVersion}` : undefined;
export const proxyRepository = 'mcpgw.test/agentgateway';

function newest(...paths: string[]): number {
  return Math.max(...paths.map(path => (existsSync(path) ? statSync(path).mtimeMs : 0)));
}

const output = join(root, '.cache/images/out');
const archives = ['mcpgw.oci.tar', 'mcp-server-template.oci.tar'].map(name => join(output, name));

/** Builds the images unless they are newer than the command. @returns why they cannot be built; undefined if they are there */
export function imagesMissing(): string | undefined {
  const isNew = archives.every(path => existsSync(path) && statSync(path).mtimeMs > newest(join(root, 'cli/dist/mcpgw.js')));
  if (isNew) return undefined;
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/images.mjs')], { encoding: 'utf8', cwd: root });
  return status === 0 ? undefined : `make images: ${stderr.trim().split('\n').at(-1)}`;
}

/** The shell of the node with the programs of tests. */
function programs(): Image {
  const shell = shellImage(programOf('busybox'));
  const names = ['agent', 'authorizer', 'proxy', 'tools'];
  const files = names.map(name => ({ name: `programs/${name}.mjs`, data: bundled(`test/e2e/node/programs/${name}.ts`) }));
  return { reference: programsImage, files: [...shell.files, ...folders('programs'), ...files], entrypoint: ['/bin/sh'] };
}

/** An image that is a binary of this machine with its libraries. */
const imageOf = (reference: string, path: string, user = '65532:65532'): Image => ({
  reference,
  files: [...folders('bin', 'proc', 'dev', 'sys', 'etc', 'tmp'), ...librariesOf(path), program(`bin/${basename(path)}`, path)],
  entrypoint: [`/bin/${basename(path)}`],
  user,
});

/** The names that the chart's values give to images of others, and what runs under them here. */
export interface Aliases {
  readonly mcpgw: readonly string[];
  readonly proxy: readonly string[];
  readonly server: readonly string[];
  readonly envoy: readonly string[];
}

/** Gives an image of the node further names. */
export function alias(node: Node, image: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const ctr = ['--address', containerdSocket, '--namespace', 'k8s.io', 'images', 'tag', '--force'];
  const { status, stderr } = node.sandbox.run(programOf('ctr'), [...ctr, image, ...names]);
  if (status !== 0) throw new Error(`ctr images tag ${image}: ${stderr}`);
}

/**
 * Imports the project's images and those of tests, and gives them the names that values have: so values are installed as they stand.
 * @throws an Error if one cannot be made
 */
export function importImages(node: Node, { mcpgw, proxy, server, envoy }: Aliases): void {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-programs-'));
  try {
    for (const archive of [mcpgwArchive(folder), archives[1]!]) node.importImage(archive);
    const own = programs();
    const stood = { ...own, reference: 'mcpgw.test/proxy:1', entrypoint: ['/bin/node', '/programs/proxy.mjs'] };
    const real = agentgateway === undefined ? [] : [imageOf(`${proxyRepository}:${proxyVersion}`, agentgateway)];
    const redis = imageOf('mcpgw.test/redis:1', '/usr/bin/redis-server');
    const envoys = envoy.length === 0 ? [] : [imageOf('mcpgw.test/envoy:1', envoyProgram())];
    for (const image of [own, stood, redis, ...real, ...envoys]) node.importImage(writeImage(folder, image));
    alias(node, mcpgwImage, mcpgw);
    alias(node, 'mcpgw.test/proxy:1', proxy);
    alias(node, templateImage, server);
    if (envoy.length > 0) alias(node, 'mcpgw.test/envoy:1', envoy);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A pod of the programs' image; its ports are those of its script. */
export async function runProgram(
  node: Node,
  name: string,
  { namespace = 'default', script, env = {} }: { namespace?: string; script?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<KubeObject> {
  const pod = shellPod(programsImage, name, { namespace, ...(script !== undefined && { script }) });
  const variables = Object.entries(env).map(([key, value]) => ({ name: key, value }));
  Object.assign(pod.spec.containers[0], { env: variables });
  await node.create(pod, namespace);
  return readyPod(node, name, namespace);
}

/** MCP servers of programs/tools.ts in a pod, with a Service of the same name and ports. */
export async function runTools(
  node: Node,
  name: string,
  namespace: string,
  { ports = [8000], env = {} }: { ports?: readonly number[]; env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  await node.create(serviceOf(name, namespace, ports));
  await runProgram(node, name, { namespace, env, script: `exec node /programs/tools.mjs ${ports.join(' ')}` });
}

export const serviceOf = (name: string, namespace: string, ports: readonly number[], app = name): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace },
  spec: { selector: { app }, ports: ports.map(port => ({ name: `p${port}`, port })) },
});

export interface Called {
  readonly tools?: readonly string[];
  readonly isError?: boolean;
  readonly text?: string;
  readonly error?: string;
  /** Milliseconds until the error. */
  readonly ms?: number;
}

/** A client of the MCP SDK in a pod of the programs' image calls a tool. */
export async function call(
  node: Node,
  from: string,
  namespace: string,
  url: string,
  tool: string,
  { args = {}, token = '' }: { args?: object; token?: string } = {},
): Promise<Called> {
  const command = ['env', `TOKEN=${token}`, 'node', '/programs/agent.mjs', url, tool, JSON.stringify(args)];
  const { status, stdout, stderr } = await node.exec(from, command, { namespace });
  if (status !== 0) throw new Error(`agent in ${from}: ${status} ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** A Redis in a pod, with its Service. */
export async function runRedis(node: Node, name: string, namespace: string, port: number): Promise<void> {
  const pod = shellPod('mcpgw.test/redis:1', name, { namespace });
  const { command: _, ...container } = pod.spec.containers[0];
  const args = ['--port', String(port), '--save', '', '--protected-mode', 'no', '--dir', '/tmp'];
  await node.create(serviceOf(name, namespace, [port]));
  await node.create({ ...pod, spec: { ...pod.spec, containers: [{ ...container, args }] } }, namespace);
  await readyPod(node, name, namespace);
}
