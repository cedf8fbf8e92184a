/**
 * Runs the fuzz targets of test/fuzz/targets, each in a worker thread, until the time is up. It mutates seeds and keeps inputs that reach
 * new code. An input that breaks an oracle, hangs or exhausts memory is minimized and written to test/fuzz/crashes/<target>.
 *
 * Environment: FUZZ_TARGET (names, with commas; all), FUZZ_TIME for each target (60s, 10m, 2h), FUZZ_RUNS for each in place of a time,
 * FUZZ_SEED (random; several with commas, for FUZZ_RUNS each), FUZZ_HANG (seconds for one input), FUZZ_MEMORY (MB), FUZZ_INPUT (a file to run again, alone),
 * FUZZ_JOBS (targets at a time), FUZZ_TARGETS (another folder of targets), FUZZ_CRASHES (another folder for what is found).
 * Exit 0: nothing found. 1: inputs were found. 2: could not run.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { compileSchemas } from './compile-schemas.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'test/fuzz');
const env = process.env;
const cache = join(root, '.cache/fuzz');
const crashes = env.FUZZ_CRASHES || join(root, 'test/fuzz/crashes');
const targets = join(root, env.FUZZ_TARGETS || 'test/fuzz/targets');
const maxInput = 4 * 1024 * 1024;
const maxFindings = 20;

function fail(message) {
  console.error(`fuzz: ${message}`);
  process.exit(2);
}

/** Parses `90s`, `10m` or `2h`. Returns milliseconds. */
function span(text, name) {
  const found = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text);
  if (!found) fail(`${name} is a time such as 90s, 10m or 2h, and not ${JSON.stringify(text)}`);
  return Number(found[1]) * { s: 1000, m: 60_000, h: 3_600_000 }[found[2]];
}

function whole(text, name) {
  if (!/^\d{1,15}$/.test(text)) fail(`${name} is a whole number, and not ${JSON.stringify(text)}`);
  return Number(text);
}

const all = readdirSync(targets)
  .filter(file => file.endsWith('.ts'))
  .map(file => basename(file, '.ts'));
const names = env.FUZZ_TARGET ? env.FUZZ_TARGET.split(',') : all;
for (const name of names) if (!all.includes(name)) fail(`there is no target ${JSON.stringify(name)}; there are ${all.join(', ')}`);
const runs = env.FUZZ_RUNS ? whole(env.FUZZ_RUNS, 'FUZZ_RUNS') : Number.POSITIVE_INFINITY;
const ms = span(env.FUZZ_TIME || (env.FUZZ_RUNS ? '1000h' : '60m'), 'FUZZ_TIME');
const seeds = env.FUZZ_SEED ? env.FUZZ_SEED.split(',').map(text => whole(text, 'FUZZ_SEED')) : [Date.now() % 2 ** 31];
const memoryMb = whole(env.FUZZ_MEMORY || '768', 'FUZZ_MEMORY');
const hangMs = span(`${env.FUZZ_HANG || 10}s`, 'FUZZ_HANG');

compileSchemas();

async function bundle(name) {
  const file = join(cache, 'code', `${name}.cjs`);
  await build({
    stdin: {
      contents: `import { serve } from './engine/worker.js'; import { target } from '${join(targets, `${name}.js`)}'; serve(target);`,
      resolveDir: folder,
      loader: 'ts',
    },
    absWorkingDir: root,
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'external',
    sourcesContent: false,
    loader: { '.hbs': 'text' },
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'error',
  });
  return file;
}

/** A worker thread with one target. It is restarted after an input that ended it. */
class Thread {
  constructor(name, file) {
    this.name = name;
    this.file = file;
    this.shared = new SharedArrayBuffer(8 + maxInput);
    this.marks = new Int32Array(this.shared, 0, 2);
    this.temporary = mkdtempSync(join(tmpdir(), 'mcpgw-fuzz-'));
  }

  get count() {
    return Atomics.load(this.marks, 0);
  }

  get input() {
    return Buffer.from(new Uint8Array(this.shared, 8, Math.min(maxInput, Atomics.load(this.marks, 1))).slice());
  }

  async start() {
    await this.stop();
    Atomics.store(this.marks, 0, 0);
    this.worker = new Worker(this.file, {
      workerData: { now: this.shared, folder: join(this.temporary, 'work'), code: root, file: basename(this.file) },
      // The stack size of Node's main thread, so that recursion that is too deep there is too deep here.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 1 },
      env: { ...env, TZ: 'UTC' },
      stdout: true,
      stderr: true,
    });
    await new Promise((resolve, reject) => {
      this.worker.once('message', resolve);
      this.worker.once('error', reject);
    });
  }

  async stop() {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  async end() {
    await this.stop();
    rmSync(this.temporary, { recursive: true, force: true });
  }

  /**
   * Sends an order. Resolves with the last message, or with the finding that ended the thread. `limit` is the timeout of each input in ms.
   */
  order(order, last, limit, heard = () => {}) {
    const { worker } = this;
    return new Promise(resolve => {
      let [seen, since] = [this.count, Date.now()];
      const finish = answer => {
        clearInterval(watch);
        worker
          .removeAllListeners('message')
          .removeAllListeners('error')
          .on('error', () => {});
        resolve(answer);
      };
      const watch = setInterval(() => {
        if (this.count !== seen) [seen, since] = [this.count, Date.now()];
        else if (Date.now() - since > limit)
          finish({ ended: { signature: 'does not end', report: `the input ran for more than ${limit} ms` } });
      }, 50);
      worker.on('message', message => (message.kind === last ? finish(message) : heard(message)));
      worker.on('error', error => {
        const signature =
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'takes all memory' : `ends the thread: ${error.name} ${error.message}`;
        finish({ ended: { signature, report: String(error.stack) } });
      });
      worker.postMessage(order);
    });
  }

  /** Runs one input alone, and returns what is wrong with it. */
  async try(input, limit = hangMs) {
    if (!this.worker) await this.start();
    const answer = await this.order({ kind: 'try', input }, 'tried', limit);
    if (answer.ended) await this.stop();
    return answer.ended ?? answer.finding;
  }
}

/** Removes parts of an input as long as it still causes the same finding. */
async function minimize(thread, input, { signature }) {
  const slow = signature === 'does not end' || signature === 'takes all memory';
  const until = Date.now() + (slow ? 60_000 : 20_000);
  let best = input;
  const shows = async candidate => (await thread.try(candidate))?.signature === signature;
  for (let size = Math.ceil(best.length / 2); size >= 1 && Date.now() < until; ) {
    let shorter = false;
    for (let at = 0; at < best.length && Date.now() < until; ) {
      const candidate = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (await shows(candidate)) {
        best = candidate;
        shorter = true;
      } else at += size;
    }
    if (size === 1 && !shorter) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return best;
}

const maps = new Map();

/** Maps a stack trace to the sources. The threads know only the bundle, because reading its source map would take them seconds. */
function located(report) {
  return report.slice(0, 6000).replace(/([^\s(]+\/.cache\/fuzz\/code\/[\w-]+\.cjs):(\d+):(\d+)/g, (place, file, line, column) => {
    if (!maps.has(file)) maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))));
    const entry = maps.get(file).findEntry(line - 1, column - 1);
    if (entry.originalSource === undefined) return place;
    return `${relative(root, join(file, '..', entry.originalSource))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

const printable = input => JSON.stringify(input.toString('utf8')).slice(0, 300);

class Target {
  constructor(name) {
    this.name = name;
    this.runs = 0;
    this.found = new Map();
    /** The number of threads that an input ended. */
    this.ended = 0;
    this.confirming = Promise.resolve();
  }

  /** Records a finding if it can be reproduced in a separate thread. */
  async confirm(finding, input, extra) {
    if (this.found.has(finding.signature) || this.found.size >= maxFindings) return;
    this.found.set(finding.signature, undefined);
    const again = await extra.try(input, 2 * hangMs);
    if (again === undefined) {
      console.error(`fuzz: ${this.name}: ${finding.signature}: seen once, and not again with the input alone`);
      if (finding.signature === 'does not end') return void this.found.delete(finding.signature);
    }
    const small = again === undefined ? input : await minimize(extra, input, again);
    const hash = createHash('sha256').update(small).digest('hex').slice(0, 12);
    const file = join(crashes, this.name, hash);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, small);
    this.found.set(finding.signature, file);
    const path = relative(root, file);
    console.log(`\nfuzz: ${this.name}: ${finding.signature}\n  input (${small.length} bytes): ${printable(small)}`);
    console.log(located((again ?? finding).report).replace(/^/gm, '  '));
    console.log(
      `  again: make fuzz FUZZ_TARGET=${this.name} FUZZ_INPUT=${path}\n  to keep it as a test: move it to test/fuzz/regressions/${this.name}/`,
    );
  }

  async fuzz() {
    const file = await bundle(this.name);
    const [thread, extra] = [new Thread(this.name, file), new Thread(this.name, file)];
    const saved = join(cache, 'corpus', this.name);
    mkdirSync(saved, { recursive: true });
    // With a fixed number of runs, the inputs must be the same every time, so inputs from earlier runs are not used.
    const kept = Number.isFinite(runs) ? [] : readdirSync(saved).map(name => readFileSync(join(saved, name)));
    const corpus = [...regressions(this.name), ...kept];
    const until = Date.now() + ms;
    let told = Date.now();
    const share = await shareOf(this.name);
    const perSeed = Math.max(20, Math.ceil(runs * share));
    const wanted = perSeed * seeds.length;
    let state = {};
    const heard = message => {
      if (message.kind === 'found') {
        const confirm = () => this.confirm(message.finding, Buffer.from(message.input), extra);
        this.confirming = this.confirming.then(confirm);
      }
      if (message.kind === 'kept' && !Number.isFinite(runs)) {
        const input = Buffer.from(message.input);
        corpus.push(input);
        writeFileSync(join(saved, createHash('sha256').update(input).digest('hex').slice(0, 16)), input);
      }
      if (message.kind === 'progress') {
        state = message;
        if (Date.now() - told < 10_000) return;
        told = Date.now();
        console.error(
          `fuzz: ${this.name}: ${this.runs + message.runs} runs, ${message.corpus} inputs kept, ${message.functions} functions, ${this.found.size} found`,
        );
      }
    };
    while (this.runs < wanted && Date.now() < until && this.ended < maxFindings) {
      await thread.start();
      const part = Math.min(seeds.length - 1, Math.floor(this.runs / perSeed));
      const left = Number.isFinite(runs) ? (part + 1) * perSeed - this.runs : Number.POSITIVE_INFINITY;
      const order = {
        kind: 'fuzz',
        seed: seeds[part] + this.ended * 1_000_003,
        runs: left,
        until,
        corpus,
        isRepeatable: Number.isFinite(runs),
      };
      const answer = await thread.order(order, 'done', hangMs, heard);
      this.runs += answer.ended ? Math.max(1, thread.count) : answer.runs;
      if (!answer.ended) state = answer;
      if (answer.ended) {
        this.ended++;
        const input = thread.input;
        await thread.stop();
        await this.confirming;
        await this.confirm(answer.ended, input, extra);
      }
    }
    await this.confirming;
    await thread.end();
    await extra.end();
    console.log(
      `fuzz: ${this.name}: ${this.runs} runs, ${state.corpus ?? 0} inputs kept, ${state.functions ?? 0} functions, ${this.found.size} found (seed ${seeds})`,
    );
  }
}

function regressions(name) {
  const kept = join(folder, 'regressions', name);
  return existsSync(kept) ? readdirSync(kept).map(file => readFileSync(join(kept, file))) : [];
}

async function shareOf(name) {
  const { outputFiles } = await build({ entryPoints: [join(targets, `${name}.ts`)], bundle: false, write: false, format: 'esm' });
  return Number(/\bshare: ([\d.]+)/.exec(outputFiles[0].text)?.[1] ?? 1);
}

async function runAgain(path) {
  if (names.length !== 1 || !env.FUZZ_TARGET) fail('FUZZ_INPUT needs FUZZ_TARGET, the name of the target that reads it');
  if (!existsSync(path)) fail(`${path} cannot be read`);
  const thread = new Thread(names[0], await bundle(names[0]));
  const finding = await thread.try(readFileSync(path));
  await thread.end();
  console.log(finding ? `${finding.signature}\n${located(finding.report)}` : 'nothing found');
  process.exitCode = finding ? 1 : 0;
}

async function main() {
  if (env.FUZZ_INPUT) return runAgain(env.FUZZ_INPUT);
  console.error(`fuzz: seed ${seeds}; FUZZ_SEED=${seeds} starts there again`);
  const all = names.map(name => new Target(name));
  const waiting = [...all];
  const job = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) await target.fuzz();
  };
  await Promise.all(Array.from({ length: whole(env.FUZZ_JOBS || '1', 'FUZZ_JOBS') }, job));
  const found = all.reduce((sum, target) => sum + target.found.size, 0);
  const total = all.reduce((sum, target) => sum + target.runs, 0);
  console.log(`fuzz: ${all.length} targets, ${total} runs, ${found} found`);
  process.exitCode = found > 0 ? 1 : 0;
}

await main().catch(error => fail(error.stack));
