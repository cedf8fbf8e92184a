/** Images as archives on disk, and podman to run them. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Architecture } from '../../tools/image/sources.js';
import { type Header, readTar } from '../../tools/image/tar.js';
import { root } from '../helpers/mcpgw.js';

/** Runs tools/images.mjs of a tree; the archives go to `output`. */
export function buildImages(output: string, args: readonly string[] = [], tree = root, env = process.env): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(tree, 'tools/images.mjs'), '--output', output, ...args], { encoding: 'utf8', env, cwd: tree });
}

interface Descriptor {
  readonly digest: string;
  readonly platform?: { readonly architecture: string };
}

export interface Unpacked {
  /** Digest of the index, by which the image is pulled. */
  readonly digest: string;
  // biome-ignore lint/suspicious/noExplicitAny: a configuration of an image
  readonly config: any;
  /** What the layers hold together, in their order. */
  readonly entries: readonly Header[];
}

/** The image for an architecture in an archive. */
export async function unpack(archive: string, architecture: Architecture): Promise<Unpacked> {
  const files = new Map((await readTar(readFileSync(archive))).map(({ path, data }) => [path, data]));
  const blob = ({ digest }: Descriptor) => files.get(`blobs/${digest.replace(':', '/')}`)!;
  const parsed = (descriptor: Descriptor) => JSON.parse(String(blob(descriptor)));
  const [top] = JSON.parse(String(files.get('index.json'))).manifests as Descriptor[];
  const found = (parsed(top!).manifests as Descriptor[]).find(({ platform }) => platform?.architecture === architecture)!;
  const { config, layers } = parsed(found) as { config: Descriptor; layers: Descriptor[] };
  const entries: Header[] = [];
  for (const layer of layers) entries.push(...(await readTar(gunzipSync(blob(layer)))));
  return { digest: top!.digest, config: parsed(config), entries };
}

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** podman with a storage of its own. */
export class Podman {
  readonly folder = mkdtempSync(join(tmpdir(), 'mcpgw-podman-'));
  readonly env: NodeJS.ProcessEnv;
  readonly #storage: readonly string[];

  constructor() {
    const conf = join(this.folder, 'containers.conf');
    // Limits that work where the limits of the host cannot be raised, as in a container.
    const limits = '[containers]\ndefault_ulimits=["nofile=1024:1024","nproc=1000:1000"]\n';
    writeFileSync(conf, `[engine]\ncgroup_manager="cgroupfs"\n${works('runc', '--version') ? 'runtime="runc"\n' : ''}${limits}`);
    this.env = { ...process.env, CONTAINERS_CONF: conf };
    this.#storage = ['--root', join(this.folder, 'root'), '--runroot', join(this.folder, 'run')];
  }

  /** The arguments of a command, for a program that runs it itself with `env`. */
  command(...args: string[]): string[] {
    return [...this.#storage, ...args];
  }

  /** Runs a command of podman to its end. */
  try(...args: string[]): SpawnSyncReturns<string> {
    return spawnSync('podman', this.command(...args), { env: this.env, encoding: 'utf8' });
  }

  /** The output of a command. @throws Error with what it printed if it fails */
  run(...args: string[]): string {
    const { status, stdout, stderr, error } = this.try(...args);
    if (status !== 0) throw new Error(`podman ${args.join(' ')}: ${error?.message ?? stderr}`);
    return stdout;
  }

  /** Why containers do not run here. */
  missing(archive: string, image: string): string | undefined {
    if (!works('podman', '--version')) return 'podman is not installed';
    try {
      this.run('load', '--quiet', '--input', archive);
      this.run('run', '--rm', '--network', 'none', image, '--version');
      return undefined;
    } catch (error) {
      return `podman runs no containers here: ${(error as Error).message.trim().slice(-200)}`;
    }
  }

  /** Removes all containers and images of this storage. */
  remove(): void {
    if (!existsSync(join(this.folder, 'root'))) return;
    this.try('rm', '--all', '--force', '--time', '0');
    this.try('rmi', '--all', '--force');
    execFileSync('rm', ['-rf', this.folder]);
  }
}

/** As the chart runs containers: read only, without rights, without a place to write unless one is given. */
export const confined = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges'] as const;
