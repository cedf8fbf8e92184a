/** Runs one target in a worker thread, so that an input which never ends or takes all memory ends the thread and not the run. */
import { mkdirSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { Oracle, type Target } from '../target.js';
import { Coverage } from './coverage.js';
import { checkGuard, clearGuard, installGuard } from './guard.js';
import { Mutator } from './mutate.js';
import { Random } from './random.js';

/** What is wrong with an input. `signature` is the same for inputs that show one defect. */
export interface Finding {
  readonly signature: string;
  readonly report: string;
}

interface FuzzOrder {
  readonly kind: 'fuzz';
  readonly seed: number;
  /** Inputs to run. */
  readonly runs: number;
  /** When to end at the latest, in milliseconds as `Date.now` counts. */
  readonly until: number;
  /** Further inputs to start from. */
  readonly corpus: readonly Uint8Array[];
  /** The same seed gives the same inputs: how long they take decides nothing. */
  readonly isRepeatable: boolean;
}

interface TryOrder {
  readonly kind: 'try';
  readonly input: Uint8Array;
}

interface Data {
  /** The number of the input that runs, its length, then its bytes: read where this thread cannot answer any more. */
  readonly now: SharedArrayBuffer;
  readonly folder: string;
  readonly code: string;
  readonly file: string;
}

/** Inputs between two looks at what ran: few while much is new, so that none must run again to know which of them it was. */
const maxBatch = 32;
const progressMs = 500;

/** The first frame of a stack that is not of the oracles, without lines. */
function frameOf(error: unknown): string {
  const stack = String((error as Error)?.stack ?? '');
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line) && !/test\/fuzz\/(?:target|engine)/.test(line));
  return (/at (?:async )?([^\s(]+)/.exec(frames[0] ?? '')?.[1] ?? '').replace(/[:\d]+$/, '');
}

function findingOf(error: unknown): Finding {
  clearGuard();
  if (error instanceof Oracle) return { signature: error.what, report: error.stack ?? error.message };
  const name = (error as Error)?.name ?? typeof error;
  const words = String((error as Error)?.message ?? error)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '_')
    .replace(/\d+/g, '0')
    .slice(0, 60);
  return { signature: `${name} ${words} in ${frameOf(error)}`, report: String((error as Error)?.stack ?? error) };
}

/** The inputs of a run: those to start from, those that reached new code, and what is made from them. */
class Inputs {
  readonly first: readonly Buffer[];
  readonly corpus: Buffer[] = [];
  readonly #arbitrary: fc.Arbitrary<string | Uint8Array> | undefined;
  readonly #maxBytes: number;
  readonly #random: Random;
  readonly #mutator: Mutator;
  readonly #isRepeatable: boolean;
  readonly #generated: Buffer[] = [];
  readonly #costs = new WeakMap<Buffer, number>();

  constructor({ seeds, tokens = [], arbitrary, maxBytes = 16_384 }: Target, { seed, corpus, isRepeatable }: FuzzOrder) {
    this.first = [...seeds, ...corpus].map(input => this.#cut(input, maxBytes));
    this.#arbitrary = arbitrary;
    this.#maxBytes = maxBytes;
    this.#random = new Random(seed);
    this.#mutator = new Mutator(tokens, maxBytes);
    this.#isRepeatable = isRepeatable;
  }

  #cut(input: string | Uint8Array, maxBytes: number): Buffer {
    return Buffer.from(input as string).subarray(0, maxBytes);
  }

  took(input: Buffer, milliseconds: number): void {
    this.#costs.set(input, milliseconds);
  }

  #generate(from: fc.Arbitrary<string | Uint8Array>): Buffer {
    if (this.#generated.length === 0) {
      const values = fc.sample(from, { seed: this.#random.below(2 ** 31), numRuns: 50 });
      this.#generated.push(...values.map(value => this.#cut(value, this.#maxBytes)));
    }
    return this.#generated.pop()!;
  }

  /** What was found last is tried more often, since it may lead further, and what runs fast. */
  #known(): Buffer {
    const random = this.#random;
    const recent = random.below(2) === 0 ? this.corpus.slice(-32) : this.corpus;
    const [one, other] = [random.pick(recent), random.pick(recent)];
    const isSlower = !this.#isRepeatable && this.#costs.get(one)! > this.#costs.get(other)!;
    return isSlower && random.below(8) !== 0 ? other : one;
  }

  next(): Buffer {
    const choice = this.#random.below(8);
    if (this.#arbitrary !== undefined && choice < 2) return this.#generate(this.#arbitrary);
    const base = this.#arbitrary !== undefined && choice === 2 ? this.#generate(this.#arbitrary) : this.#known();
    return this.#mutator.mutate(base, this.#random, this.corpus);
  }
}

class Runner {
  readonly #target: Target;
  readonly #data: Data;
  readonly #marks: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(target: Target, data: Data) {
    this.#target = target;
    this.#data = data;
    this.#marks = new Int32Array(data.now, 0, 2);
    this.#bytes = new Uint8Array(data.now, 8);
  }

  #clear(): void {
    rmSync(this.#data.folder, { recursive: true, force: true });
    mkdirSync(this.#data.folder, { recursive: true });
  }

  /** Runs an input; gives what is wrong with it. Asynchronous only where the target is. */
  run(input: Buffer): Finding | undefined | Promise<Finding | undefined> {
    this.#bytes.set(input.subarray(0, this.#bytes.length));
    Atomics.store(this.#marks, 1, input.length);
    Atomics.add(this.#marks, 0, 1);
    try {
      const pending = this.#target.run(input, this.#data.folder);
      if (!(pending instanceof Promise)) {
        checkGuard();
        return undefined;
      }
      return pending.then(checkGuard).then(
        () => undefined,
        error => findingOf(error),
      );
    } catch (error) {
      return findingOf(error);
    }
  }

  async try(input: Buffer): Promise<void> {
    this.#clear();
    const finding = await this.run(input);
    parentPort!.postMessage({ kind: 'tried', finding });
  }

  async fuzz(order: FuzzOrder): Promise<void> {
    this.#clear();
    const inputs = new Inputs(this.#target, order);
    const coverage = new Coverage(this.#data.file);
    const known = new Set<string>();
    let [runs, told, batchSize] = [0, Date.now(), 1];

    const attempt = async (input: Buffer): Promise<void> => {
      runs++;
      const start = performance.now();
      const pending = this.run(input);
      const finding = pending instanceof Promise ? await pending : pending;
      inputs.took(input, performance.now() - start);
      if (finding === undefined || known.has(finding.signature)) return;
      known.add(finding.signature);
      parentPort!.postMessage({ kind: 'found', finding, input });
    };
    const keepNew = async (batch: readonly Buffer[]): Promise<void> => {
      for (const input of batch) {
        if (batch.length > 1) await this.run(input);
        if (batch.length > 1 && !coverage.isNew(coverage.take(), true)) continue;
        inputs.corpus.push(input);
        parentPort!.postMessage({ kind: 'kept', input });
      }
    };

    for (const [index, input] of inputs.first.entries()) {
      await attempt(input);
      if (coverage.isNew(coverage.take(), true) || index < this.#target.seeds.length) inputs.corpus.push(input);
    }
    while (runs < order.runs && Date.now() < order.until) {
      const batch = Array.from({ length: Math.min(batchSize, order.runs - runs) }, () => inputs.next());
      for (const input of batch) await attempt(input);
      const report = coverage.take();
      const isNew = coverage.isNew(report, batch.length === 1);
      batchSize = isNew ? Math.ceil(batchSize / 4) : Math.min(maxBatch, batchSize + 1);
      if (isNew) await keepNew(batch);
      coverage.isNew(report, true);
      if (Date.now() - told < progressMs) continue;
      told = Date.now();
      parentPort!.postMessage({ kind: 'progress', runs, corpus: inputs.corpus.length, functions: coverage.functions });
      // Time for messages and for timers that the target left.
      await new Promise(resolve => setImmediate(resolve));
    }
    parentPort!.postMessage({ kind: 'done', runs, corpus: inputs.corpus.length, functions: coverage.functions });
  }
}

/** Answers the orders of tools/fuzz.mjs. */
export function serve(target: Target): void {
  const data = workerData as Data;
  const runner = new Runner(target, data);
  mkdirSync(data.folder, { recursive: true });
  installGuard(data.folder, data.code);
  parentPort!.on('message', (order: FuzzOrder | TryOrder) => {
    void (order.kind === 'try' ? runner.try(Buffer.from(order.input)) : runner.fuzz(order));
  });
  parentPort!.postMessage({ kind: 'ready' });
}
