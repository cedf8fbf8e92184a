/**
 * `dist/mcpgw.js`: finds the bundle of the command that runs and starts it with V8's code cache, so that a start costs
 * little over bare Node. The cache lies beside each file, named after V8's version; where it is missing and the folder
 * can be written, the first run makes it.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, path);
  } catch {
    // A read-only installation runs without a cache.
    rmSync(temporary, { force: true });
  }
}

/**
 * V8 optimizes a function after it ran this many bytes of bytecode. The default of Node 20's V8 is far too eager for runs of a
 * fraction of a second: a third of the processor time of a large chart's render went into code that was hardly used
 * (docs/adr/0003-start-up.md). `node:v8` would load Node's streams to set it, so the binding below it is asked; later versions
 * of V8 have another flag and are left alone, and so are runs that render many times.
 */
function delayOptimization(): void {
  if (!process.versions.v8.startsWith('11.') || process.argv.some(arg => arg.startsWith('--matrix'))) return;
  const { noDeprecation } = process;
  process.noDeprecation = true;
  const { binding } = process as unknown as { binding(name: 'v8'): { setFlagsFromString(flags: string): void } };
  const budget = process.argv[2] === 'validate' ? 400_000 : 1_000_000;
  binding('v8').setFlagsFromString(`--interrupt-budget=${budget}`);
  process.noDeprecation = noDeprecation ?? false;
}

const loaded = new Map<string, { exports: unknown }>();

/** Runs a file of the build, once; files that it names with a leading dot are loaded the same way. */
function load(path: string): unknown {
  const known = loaded.get(path);
  if (known) return known.exports;
  const cachePath = `${path}.${process.versions.v8}-${process.arch}.cache`;
  const cachedData = readCache(cachePath);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${readFileSync(path, 'latin1')}\n})`, {
    filename: path,
    ...(cachedData && { cachedData }),
  });
  if (!cachedData || script.cachedDataRejected) process.once('exit', () => writeCache(cachePath, script));
  const module = { exports: {} as unknown };
  loaded.set(path, module);
  const requireFrom = (id: string): unknown => (id.startsWith('.') ? load(join(dirname(path), id)) : require(id));
  script.runInThisContext()(module.exports, requireFrom, module, path, dirname(path));
  return module.exports;
}

delayOptimization();
load(bundleOf(process.argv.slice(2)));
