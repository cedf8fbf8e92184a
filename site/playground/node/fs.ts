/**
 * Takes the place of node:fs in a browser: files in memory, by absolute path. Folders are where files are below them. The calls that the
 * packages make are there, with the errors of Node's file system; nothing can be written.
 */
import { resolve } from 'node:path';

const files = new Map<string, Uint8Array>();
const open = new Map<number, { readonly data: Uint8Array; at: number }>();
let nextDescriptor = 3;

/** Replaces all files. The keys are absolute paths. */
export function setFiles(entries: Iterable<readonly [path: string, data: Uint8Array]>): void {
  files.clear();
  for (const [path, data] of entries) files.set(path, data);
}

const isFolder = (path: string): boolean => path === '/' || [...files.keys()].some(name => name.startsWith(`${path}/`));

function failure(code: string, message: string, syscall: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${message}, ${syscall} '${path}'`), { code, syscall, path });
}

const noEntry = (syscall: string, path: string): Error => failure('ENOENT', 'no such file or directory', syscall, path);

const isNothing = (): boolean => false;

interface Stats {
  readonly size: number;
  readonly mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

const statsOf = (size: number, isFile: boolean): Stats => ({
  size,
  mode: isFile ? 0o100644 : 0o040755,
  isFile: () => isFile,
  isDirectory: () => !isFile,
  isSymbolicLink: isNothing,
});

interface StatOptions {
  readonly throwIfNoEntry?: boolean;
}

export function statSync(path: string, { throwIfNoEntry = true }: StatOptions = {}): Stats | undefined {
  const absolute = resolve(path);
  const data = files.get(absolute);
  if (data !== undefined) return statsOf(data.length, true);
  if (isFolder(absolute)) return statsOf(0, false);
  if (throwIfNoEntry) throw noEntry('stat', path);
  return undefined;
}

/** There are no links. */
export const lstatSync = (path: string, options: StatOptions = {}): Stats | undefined => statSync(path, options);

export const existsSync = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

export function realpathSync(path: string): string {
  statSync(path);
  return resolve(path);
}

export function readFileSync(path: string): Uint8Array {
  const data = files.get(resolve(path));
  if (data !== undefined) return data;
  throw isFolder(resolve(path)) ? failure('EISDIR', 'illegal operation on a directory', 'read', path) : noEntry('open', path);
}

export function openSync(path: string): number {
  const data = files.get(resolve(path));
  if (data === undefined) throw isFolder(resolve(path)) ? failure('EISDIR', 'is a directory', 'open', path) : noEntry('open', path);
  open.set(nextDescriptor, { data, at: 0 });
  return nextDescriptor++;
}

export function closeSync(descriptor: number): void {
  open.delete(descriptor);
}

export const fstatSync = (descriptor: number): Stats => statsOf(open.get(descriptor)!.data.length, true);

/** Reads on from where the last call stopped; an unknown descriptor, such as standard input, is empty. */
export function readSync(descriptor: number, into: Uint8Array, start = 0, length = into.length - start): number {
  const file = open.get(descriptor);
  if (file === undefined) return 0;
  const part = file.data.subarray(file.at, file.at + length);
  into.set(part, start);
  file.at += part.length;
  return part.length;
}

interface Entry {
  readonly name: string;
  readonly parentPath: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export function readdirSync(path: string): Entry[] {
  const absolute = resolve(path);
  if (!isFolder(absolute)) throw noEntry('scandir', path);
  const below = absolute === '/' ? '/' : `${absolute}/`;
  const names = new Map<string, boolean>();
  for (const name of files.keys()) {
    if (!name.startsWith(below)) continue;
    const [first, ...rest] = name.slice(below.length).split('/');
    names.set(first!, rest.length === 0);
  }
  return Array.from(names, ([name, isFile]) => ({
    name,
    parentPath: path,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: isNothing,
  }));
}

function refuse(): never {
  throw new Error('a browser has no files to write');
}

export const mkdirSync = refuse;
export const writeFileSync = refuse;
export const appendFileSync = refuse;
