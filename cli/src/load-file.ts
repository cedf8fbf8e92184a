/**
 * Runs files of the build with V8's code cache. The cache lies beside each file, named after V8's version and the file's checksum: V8
 * itself compares only the length of the source, and would run the old code of a file that was changed in place. If the cache is
 * missing and the folder is writable, the first run creates it.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from './crc32.js';

/** Buffer into which files are read, one after the other: touching new memory costs more than reading. */
const buffer = Buffer.allocUnsafeSlow(1024 * 1024);

interface ReadFile {
  /** Valid until the next file is read. */
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** The content of a file; undefined if it cannot be opened or is not a file. */
function read(path: string): ReadFile | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const { size } = stats;
    const fits = size <= buffer.length && readSync(file, buffer, 0, size, null) === size;
    return { bytes: fits ? buffer.subarray(0, size) : readFileSync(path), stats };
  } finally {
    closeSync(file);
  }
}

/** Whether only the owner of the source, or the user who runs it, can have written a cache. */
function isTrusted(cache: Stats, source: Stats): boolean {
  if (process.geteuid === undefined) return true;
  return (cache.uid === source.uid || cache.uid === process.geteuid()) && (cache.mode & 0o022) === 0;
}

function writeCache(path: string, script: Script): void {
  const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeFileSync(temporary, script.createCachedData(), { mode: 0o644 });
    renameSync(temporary, path);
  } catch {
    // A read-only installation runs without a cache.
    rmSync(temporary, { force: true });
  }
}

/** Caches that are written when the process ends. */
const unwritten: { readonly path: string; readonly script: Script }[] = [];

function writeCaches(): void {
  for (const { path, script } of unwritten) writeCache(path, script);
}

function writeAtExit(path: string, script: Script): void {
  if (unwritten.length === 0) process.once('exit', writeCaches);
  unwritten.push({ path, script });
}

/** @throws Error of the system if the file cannot be read */
function readSource(path: string): ReadFile {
  return read(path) ?? { bytes: readFileSync(path), stats: statSync(path) };
}

const loaded = new Map<string, { exports: unknown }>();

/**
 * Runs a file of the build, which is a function that takes what a CommonJS module does (tools/wrapper.mjs), once; files that it names
 * with a leading dot are loaded the same way, of one of data it gets the path. V8 takes a code cache only under the flags that it was
 * made with, so `flags`, what was set of them, is part of its name.
 */
export function loadFile(path: string, flags = ''): unknown {
  const known = loaded.get(path);
  if (known) return known.exports;
  const { bytes, stats } = readSource(path);
  const source = bytes.toString('latin1');
  const cachePath = `${path}.${process.versions.v8}-${process.arch}${flags}.${crc32(bytes).toString(16)}.cache`;
  const cache = read(cachePath);
  const cachedData = cache && isTrusted(cache.stats, stats) ? cache.bytes : undefined;
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
  if (!cachedData || script.cachedDataRejected) writeAtExit(cachePath, script);
  const module = { exports: {} as unknown };
  loaded.set(path, module);
  // Names that are loaded when they are used ask again at each use.
  const paths = new Map<string, string>();
  const requireFrom = (id: string): unknown => {
    if (!id.startsWith('.')) return require(id);
    const file = paths.get(id) ?? join(dirname(path), id);
    paths.set(id, file);
    return file.endsWith('.bin') ? file : loadFile(file, flags);
  };
  script.runInThisContext()(module.exports, requireFrom, module, path, dirname(path));
  return module.exports;
}
