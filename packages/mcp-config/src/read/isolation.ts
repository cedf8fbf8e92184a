/**
 * How a stdio server is isolated. A setting of the server counts before one of the whole file, and `mode` before `enabled`
 * (mcpproxy-go, docs/docker-isolation.md, "Back-compat with the legacy enabled flag").
 */
import { isContainerEngine, programOf } from '../formats/container-engine.js';
import { type IsolationMode, isolationMode } from '../formats/isolation.js';
import type { EntryReader } from './entry-reader.js';

interface Folders {
  /** Absolute paths that the server may read. */
  readonly readFolders: readonly string[];
  /** Absolute paths that the server may read and write. */
  readonly writeFolders: readonly string[];
}

/** A container of docker or podman. */
export interface ContainerIsolation extends Folders {
  readonly mode: 'container';
  /** With its registry. */
  readonly image: string;
  readonly network: string;
  /** As docker reads it (`512m`); absent if there is no limit. */
  readonly memory?: string;
  /** As docker reads it (`1.0`); absent if there is no limit. */
  readonly cpus?: string;
  /** Working directory inside the container, if set. */
  readonly workingDir?: string;
  readonly logOptions: readonly string[];
  /** Arguments of `docker run`, after all others. */
  readonly extraArgs: readonly string[];
}

/** A sandbox of bubblewrap (Linux). */
export interface SandboxIsolation extends Folders {
  readonly mode: 'sandbox';
  readonly network: 'none' | 'host';
}

/** How a command is kept from the machine that it runs on. */
export type Isolation = ContainerIsolation | SandboxIsolation;

/** Images for the commands that MCP servers are usually started with. */
const knownImages: Readonly<Record<string, string>> = {
  node: 'node:22',
  npm: 'node:22',
  npx: 'node:22',
  yarn: 'node:22',
  python: 'python:3.12',
  python3: 'python:3.12',
  pip: 'python:3.12',
  pipx: 'python:3.12',
  uv: 'ghcr.io/astral-sh/uv:python3.12-bookworm',
  uvx: 'ghcr.io/astral-sh/uv:python3.12-bookworm',
  bun: 'docker.io/oven/bun:1',
  bunx: 'docker.io/oven/bun:1',
  deno: 'docker.io/denoland/deno:2',
};

const modeOf = (section: EntryReader): IsolationMode | undefined => isolationMode(section.text('mode'), section.bool('enabled'));

/**
 * How the server of an entry is isolated; undefined if it is not. `sections` are `isolation` of the server and what holds for all
 * servers, nearest first. Values that cannot work are reported at the section that has them, and the reader of the entry fails.
 */
export function isolationOf(entry: EntryReader, command: string, sections: readonly EntryReader[]): Isolation | undefined {
  const own = sections.find(section => modeOf(section) !== undefined);
  const mode = own && modeOf(own);
  if (own === undefined || mode === undefined || mode === 'none' || isContainerEngine(command)) return undefined;
  const folders = { readFolders: foldersOf(entry, sections, 'read_folders'), writeFolders: foldersOf(entry, sections, 'write_folders') };
  if (mode === 'sandbox') return { mode, network: sandboxNetwork(entry, own, sections), ...folders };
  const first = (key: string) => sections.map(section => section.text(key)).find(text => text !== undefined && text !== '');
  const [memory, cpus, workingDir] = [first('memory_limit') ?? '512m', first('cpu_limit') ?? '1.0', first('working_dir')];
  return {
    mode: 'container',
    image: imageOf(entry, programOf(command), sections, first('registry') ?? 'docker.io'),
    network: first('network_mode') ?? 'bridge',
    ...(memory !== '0' && { memory }),
    ...(cpus !== '0' && { cpus }),
    ...(workingDir !== undefined && { workingDir }),
    logOptions: logOptions(sections, first('log_driver')),
    extraArgs: sections.toReversed().flatMap(section => section.texts('extra_args') ?? []),
    ...folders,
  };
}

function foldersOf(entry: EntryReader, sections: readonly EntryReader[], key: string): string[] {
  return sections.flatMap(section =>
    (section.texts(key) ?? []).flatMap(folder => {
      if (folder.startsWith('/') || section.isOpen(folder)) return [folder];
      section.refuse('bad-value', `"${folder}" is not an absolute path`, 'write the whole path of the folder', key);
      entry.failed = true;
      return [];
    }),
  );
}

function sandboxNetwork(entry: EntryReader, own: EntryReader, sections: readonly EntryReader[]): 'none' | 'host' {
  const given = sections.slice(0, sections.indexOf(own) + 1).map(section => [section, section.text('network_mode')] as const);
  for (const [section, network] of given) {
    if (network === 'none' || network === 'host') return network;
    if (network === undefined || section.isOpen(network)) continue;
    section.refuse('bad-value', `a sandbox has no network "${network}"`, 'write none or host, or mode: docker', 'network_mode');
    entry.failed = true;
  }
  const inherited = sections.map(section => section.text('network_mode')).find(network => network !== undefined);
  return inherited === 'none' ? 'none' : 'host';
}

function imageOf(entry: EntryReader, command: string, sections: readonly EntryReader[], registry: string): string {
  const given = sections.map(section => section.text('image') || section.section('default_images').text(command)).find(Boolean);
  const image = given ?? (Object.hasOwn(knownImages, command) ? knownImages[command] : undefined);
  if (image !== undefined) return qualified(image, registry);
  const message = `"${entry.name}" is to run in a container, and no image is known for the command "${command}"`;
  entry.refuse('missing-field', message, `set "image" of its isolation, or "default_images": {"${command}": ...}`);
  return '';
}

/** The name of an image with its registry, which podman needs. `node:22` of docker.io is `docker.io/library/node:22`. */
function qualified(image: string, registry: string): string {
  const [first = '', ...rest] = image.split('/');
  if (rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')) return image;
  return registry === 'docker.io' && rest.length === 0 ? `docker.io/library/${image}` : `${registry.replace(/\/$/, '')}/${image}`;
}

function logOptions(sections: readonly EntryReader[], driver = 'none'): string[] {
  const options = [
    ['log_max_size', 'max-size'],
    ['log_max_files', 'max-file'],
  ] as const;
  const chosen = options.flatMap(([key, name]) => {
    const value = sections.map(section => section.text(key) ?? section.number(key)?.toString()).find(text => text !== undefined);
    return value === undefined ? [] : ['--log-opt', `${name}=${value}`];
  });
  return ['--log-driver', driver, ...(driver === 'none' ? [] : chosen)];
}
