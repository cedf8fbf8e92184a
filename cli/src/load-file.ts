/**
 * Runs files of the build with V8's code cache. The cache lies beside each file, named after V8's version; where it is missing
 * and the folder can be written, the first run makes it.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** What files are read into, one after the other: memory that is touched for the first time costs more than reading. */
const buffer = Buffer.allocUnsafeSlow(1024 * 1024);

/** The bytes of a file, until the next one is read; undefined where it cannot be opened. */
function read(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    return size <= buffer.length && readSync(file, buffer, 0, size, null) === size ? buffer.subarray(0, size) : readFileSync(path);
  } finally {
    closeSync(file);
  }
}

function writeCache(path: string, script: Script): void {
  const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, path);
  } catch {
    // A read-only installation runs without a cache.
    rmSync(temporary, { force: true });
  }
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
  const cachePath = `${path}.${process.versions.v8}-${process.arch}${flags}.cache`;
  const source = (read(path) ?? readFileSync(path)).toString('latin1');
  const cachedData = read(cachePath);
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
  if (!cachedData || script.cachedDataRejected) process.once('exit', () => writeCache(cachePath, script));
  const module = { exports: {} as unknown };
  loaded.set(path, module);
  const requireFrom = (id: string): unknown => {
    if (!id.startsWith('.')) return require(id);
    const file = join(dirname(path), id);
    return file.endsWith('.bin') ? file : loadFile(file, flags);
  };
  script.runInThisContext()(module.exports, requireFrom, module, path, dirname(path));
  return module.exports;
}
