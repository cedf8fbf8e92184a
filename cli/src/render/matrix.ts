import { type Dirent, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { visible } from '@mcpgw/diagnostics';
import { encodeString, HelmError } from '@mcpgw/helm';
import { glob } from 'tinyglobby';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { say, showProgress } from '../terminal.js';
import type { RenderFlags } from './flags.js';
import { type FileWriter, haveThreads, startWorker, writerHere, writerOnThread } from './output-files.js';
import { explain, isStdin, readUserFile, rendererAt, renderToJson, renderToText, renderWithFlags, type Target } from './run.js';

/** The input of a worker, as plain data. */
export interface MatrixJob {
  readonly target: Target;
  readonly flags: RenderFlags & { readonly output: 'yaml' | 'json' };
  readonly environments: readonly Environment[];
  /** The content of `-f -`, for every environment. */
  readonly stdin: Uint8Array;
}

interface Environment {
  readonly valuesFile: string;
  readonly outputFile: string;
}

/** The result of an environment; `error` is the message for people. */
export interface MatrixResult {
  readonly valuesFile: string;
  readonly error?: string;
}

export interface MatrixOptions {
  readonly matrix: readonly string[];
  readonly jobs?: string;
}

/** Minimum number of renders of a small chart for which another thread pays off: each starts with unoptimized code. */
const rendersPerThread = 1000;
/** Minimum number of renders for which a writer thread pays off. */
const rendersPerWriter = 100;
/** Number of renders between two checks for messages of the workers. */
const rendersPerTurn = 20;

/**
 * Renders the target once for each matching values file, over the values of `flags`, each to its own file below `--output-dir`. A failing
 * environment does not stop the others.
 * @throws CliError when nothing matches, and with exit code 1 when an environment failed
 */
export async function renderMatrix(target: Target, flags: MatrixJob['flags'], options: MatrixOptions): Promise<void> {
  const environments = await findEnvironments(options.matrix, flags);
  const threads = threadCount(options.jobs, environments.length);
  const progress = new Progress(environments.length);
  const shares = Array.from({ length: threads }, (_, k) => environments.filter((_, i) => i % threads === k));
  const stdin = flags.values.some(isStdin) ? readUserFile('-') : new Uint8Array();
  const jobs = shares.map(share => ({ target, flags, environments: share, stdin }));
  const add = (result: MatrixResult): void => progress.add(result);
  const [own, ...others] = jobs;
  const isLong = options.jobs === undefined && environments.length >= rendersPerWriter && haveThreads();
  const writer = threads === 1 && isLong ? writerOnThread() : writerHere();
  try {
    await Promise.all([...others.map(job => runWorker(job, add)), renderEnvironments(own!, add, writer)]);
  } finally {
    writer.close();
  }
  await progress.end();
  if (progress.failed > 0) throw new CliError(`${progress.failed} of ${environments.length} environments failed`, exitCodes.findings);
}

async function findEnvironments(patterns: readonly string[], flags: MatrixJob['flags']): Promise<Environment[]> {
  const { outputDir } = flags;
  if (outputDir === undefined) throw new CliError('--matrix needs --output-dir: every environment is written to its own file');
  const files = [...new Set(await filesOf(patterns))].sort();
  if (files.length === 0) throw new CliError(`no values file matches --matrix ${patterns.join(' ')}`);
  const common = commonFolder(files);
  const extension = flags.output === 'json' ? '.json' : '.yaml';
  const here = process.cwd();
  const names = files.map(file => below(common, file).replace(/\.[^./]*$/, '') + extension);
  const environments = files.map((file, i) => ({ valuesFile: below(here, file), outputFile: inFolder(join(outputDir), names[i]!) }));
  checkOutputFiles(environments, new Set(files), resolve(outputDir), names);
  return environments;
}

async function filesOf(patterns: readonly string[]): Promise<string[]> {
  const plain = patterns.map(plainFiles);
  if (plain.every(files => files !== undefined)) return plain.flat();
  const found = await glob([...patterns], { absolute: true, dot: true });
  return sep === '/' ? found : found.map(file => resolve(file));
}

/** All files of one folder with one ending, which is the usual pattern. Undefined if glob must decide: links, a bare ending, no match. */
function plainFiles(pattern: string): string[] | undefined {
  const [, folder, ending] = /^((?:[\w./-]*\/)?)\*(\.[\w.-]+)$/.exec(pattern) ?? [];
  if (folder === undefined || sep !== '/') return undefined;
  const found = entriesOf(folder || '.').filter(({ name }) => name.endsWith(ending!));
  if (found.length === 0 || found.some(entry => !entry.isFile() || entry.name === ending)) return undefined;
  const path = resolve(folder);
  return found.map(({ name }) => inFolder(path, name));
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Like `join`, for normalized parts. */
const inFolder = (folder: string, name: string): string =>
  folder === '.' ? name : folder.endsWith(sep) ? folder + name : folder + sep + name;

/** Like `relative`, with a fast path for a file below the folder. */
const below = (folder: string, file: string): string =>
  file.startsWith(folder + sep) ? file.slice(folder.length + 1) : relative(folder, file);

/** Refuses two environments with the same output file, and an output file that is a values file. All paths are absolute except `names`, which are in `folder`. */
function checkOutputFiles(
  environments: readonly Environment[],
  inputs: ReadonlySet<string>,
  folder: string,
  names: readonly string[],
): void {
  const writers = new Map<string, string>();
  for (const [i, { valuesFile, outputFile }] of environments.entries()) {
    const other = writers.get(outputFile);
    if (other !== undefined) throw new CliError(`--matrix: ${other} and ${valuesFile} would both be written to ${outputFile}`);
    if (inputs.has(inFolder(folder, names[i]!)))
      throw new CliError(`--matrix: ${outputFile} would overwrite a values file; name another --output-dir`);
    writers.set(outputFile, valuesFile);
  }
}

function commonFolder(files: readonly string[]): string {
  let common = dirname(files[0]!);
  while (!files.every(file => file.startsWith(common === '/' ? '/' : `${common}/`))) common = dirname(common);
  return common;
}

function threadCount(jobs: string | undefined, environments: number): number {
  if (jobs !== undefined && !/^[1-9]\d{0,2}$/.test(jobs)) throw new CliError(`--jobs takes a whole number from 1 to 999, not "${jobs}"`);
  if (!haveThreads()) return 1;
  const wanted = jobs === undefined ? Math.floor(environments / rendersPerThread) : Number(jobs);
  return Math.max(1, Math.min(wanted, environments, jobs === undefined ? availableParallelism() : Number(jobs)));
}

/** A result, or the reason why the chart itself is refused. */
export type WorkerMessage = MatrixResult | { readonly refused: string };

function runWorker(job: MatrixJob, add: (result: MatrixResult) => void): Promise<void> {
  return new Promise((done, fail) => {
    const worker = startWorker('matrix.cjs', { job });
    worker.on('message', (message: WorkerMessage) => {
      if ('refused' in message) fail(new HelmError(message.refused));
      else add(message);
    });
    worker.once('error', fail);
    worker.once('exit', code => (code === 0 ? done() : fail(new Error(`a worker of --matrix ended with exit code ${code}`))));
  });
}

/** Renders a share of the environments, one after the other, with one loaded chart. @throws HelmError for a chart that is refused */
export async function renderEnvironments(
  { target, flags, environments, stdin }: MatrixJob,
  add: (result: MatrixResult) => void,
  writer: FileWriter = writerHere(),
): Promise<void> {
  const renderer = rendererAt(target.chartPath, flags);
  const read = (path: string): Uint8Array => (isStdin(path) ? stdin : readUserFile(path));
  for (const [i, { valuesFile, outputFile }] of environments.entries()) {
    try {
      const rendered = renderWithFlags(renderer, target.releaseName, flags, { valueFiles: [valuesFile], read });
      const text = flags.output === 'json' ? renderToJson(rendered, target.releaseName, flags) : renderToText(rendered, flags);
      writer.write({ path: outputFile, data: text.isWellFormed() ? text : encodeString(text) }, error =>
        add(error === undefined ? { valuesFile } : { valuesFile, error }),
      );
    } catch (error) {
      if (!(error instanceof HelmError)) throw error;
      add({ valuesFile, error: explain(error, flags.debug === true) });
    }
    if (i % rendersPerTurn !== 0) continue;
    await new Promise(resolve => setImmediate(resolve));
    await writer.ready();
  }
  await writer.end();
}

/** Reports progress on standard error: a changing line on a terminal, and always the failures and the total. */
class Progress {
  #done = 0;
  failed = 0;
  readonly #total: number;
  readonly #started = performance.now();
  #lastShown = 0;

  constructor(total: number) {
    this.#total = total;
  }

  add({ valuesFile, error }: MatrixResult): void {
    this.#done++;
    if (error !== undefined) {
      this.failed++;
      say(`${visible(valuesFile)}: ${error}\n`);
    }
    if (process.stderr.isTTY && performance.now() - this.#lastShown > 100) {
      this.#lastShown = performance.now();
      showProgress(`${this.#done}/${this.#total} environments`);
    }
  }

  /** Resolves when the total is written. */
  end(): Promise<void> {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    return new Promise(written => say(`${this.#done - this.failed} rendered, ${this.failed} failed in ${seconds} s\n`, written));
  }
}
