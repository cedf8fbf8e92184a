/**
 * Runs files of the build with V8's code cache. The cache lies beside each file, named after V8's version; where it is missing
 * and the folder can be written, the first run makes it.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

function readCache(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
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
 * Runs a file of the build, which is a function that takes what a CommonJS module does (tools/wrapper.mjs), once; files that it names with a leading dot are loaded the same way, of one of data it gets the path. V8 takes a code cache only under
 * the flags that it was made with, so `flags`, what was set of them, is part of its name.
 */
export function loadFile(path: string, flags = ''): unknown {
  const known = loaded.get(path);
  if (known) return known.exports;
  const cachePath = `${path}.${process.versions.v8}-${process.arch}${flags}.cache`;
  const cachedData = readCache(cachePath);
  const script = new Script(readFileSync(path, 'latin1'), { filename: path, ...(cachedData && { cachedData }) });
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
