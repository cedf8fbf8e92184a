/**
 * `dist/mcpgw.js`: finds the bundle of the command that runs and starts it with V8's code cache, so that a start costs
 * little over bare Node. The cache lies beside the bundle, named after V8's version; where it is missing and the folder
 * can be written, the first run makes it.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

function bundleOf(argv: readonly string[]): string {
  const name = argv[0] ?? '';
  const own = join(__dirname, 'commands', `${name}.cjs`);
  return /^[a-z]+$/.test(name) && existsSync(own) ? own : join(__dirname, 'commands', 'main.cjs');
}

function readCache(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function writeCache(path: string, script: Script): void {
  try {
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, path);
  } catch {
    // A read-only installation runs without a cache.
  }
}

function start(bundle: string): void {
  const cachePath = `${bundle}.${process.versions.v8}-${process.arch}.cache`;
  const cachedData = readCache(cachePath);
  const script = new Script(Module.wrap(readFileSync(bundle, 'latin1')), { filename: bundle, ...(cachedData && { cachedData }) });
  if (!cachedData || script.cachedDataRejected) process.once('exit', () => writeCache(cachePath, script));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle));
}

start(bundleOf(process.argv.slice(2)));
