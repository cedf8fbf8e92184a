/**
 * Chart folders. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/loader/directory.go and internal/sympath, with one difference: a link that
 * leads out of the chart is refused (Helm reads it and logs a line).
 */
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings, decodeBytes } from '@mcpgw/go/values';
import type { ChartFile } from '../chart/chart.js';
import { LargeFile } from '../chart/large-file.js';
import type { Dialect } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { reasonOf } from '../common/fs-error.js';
import { readLarge, SmallFiles } from '../common/read-up-to.js';
import type { Warn } from '../common/warnings.js';
import { withoutBom } from './bom.js';
import type { LoadBudget } from './budget.js';
import { type IgnoreRules, parseIgnore } from './ignore.js';

/** How the files of a folder are read. */
export interface FolderReading {
  readonly budget: LoadBudget;
  readonly warn: Warn;
  readonly dialect: Pick<Dialect, 'limitsEachFile'>;
  /** Gives the bytes that stand for a file. */
  readonly replaced?: (path: string) => Uint8Array | undefined;
}

/**
 * Returns the files of a chart folder that .helmignore does not exclude, with folders in the order of their names.
 *
 * @throws HelmError if a file cannot be read or a limit is exceeded
 */
export function loadDirectoryFiles(directory: string, reading: FolderReading): ChartFile[] {
  const walk = new Walk(directory, reading);
  walk.folder('', 0);
  return walk.files;
}

const irregular = (path: string): HelmError => new HelmError(`cannot load irregular file ${path} as it has file mode type bits set`);

class Walk {
  readonly files: ChartFile[] = [];
  readonly #smallFiles = new SmallFiles();
  readonly #root: string;
  readonly #rules: IgnoreRules;
  readonly #budget: LoadBudget;
  readonly #warn: Warn;
  readonly #dialect: Pick<Dialect, 'limitsEachFile'>;
  readonly #replaced: (path: string) => Uint8Array | undefined;

  constructor(root: string, { budget, warn, dialect, replaced = () => undefined }: FolderReading) {
    this.#dialect = dialect;
    this.#replaced = replaced;
    this.#root = root;
    this.#budget = budget;
    this.#warn = warn;
    this.#rules = parseIgnore(this.#ignoreText(), warn);
  }

  #ignoreText(): string {
    const path = join(this.#root, '.helmignore');
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return '';
    if (stats.isSymbolicLink()) this.#checkInside(path);
    if (!statSync(path).isFile()) throw irregular(path);
    return decodeBytes(this.#read(path, stats.size));
  }

  folder(name: string, depth: number): void {
    const { chartDepth, chartFolders } = this.#budget.limits;
    if (depth > chartDepth) throw new HelmError(`chart folder ${name} lies deeper than ${chartDepth} levels`);
    if (!this.#budget.takeFolder()) throw new HelmError(`chart has more than ${chartFolders} folders; each way through a link counts`);
    const entries = readdirSync(join(this.#root, name), { withFileTypes: true });
    entries.sort((a, b) => compareStrings(a.name, b.name));
    for (const entry of entries) {
      const path = name === '' ? entry.name : `${name}/${entry.name}`;
      if (entry.isSymbolicLink()) this.#link(path, depth);
      else if (entry.isDirectory()) this.#subfolder(path, depth);
      else this.#file(path, entry.isFile());
    }
  }

  #subfolder(name: string, depth: number): void {
    if (!this.#rules.ignore(name, true)) this.folder(name, depth + 1);
  }

  #link(name: string, depth: number): void {
    const path = join(this.#root, name);
    if (!this.#budget.takeLink())
      throw new HelmError(`chart has more than ${this.#budget.limits.chartLinks} links; each way to a link counts`);
    const resolved = this.#checkInside(path);
    const attributes = [
      ['path', path],
      ['resolved', resolved],
    ] as const;
    const helm3 = `walk.go:75: found symbolic link in path: ${path} resolves to ${resolved}. Contents of linked file included and used`;
    this.#warn({ level: 'INFO', message: 'found symbolic link in path. Contents of linked file included and used', attributes, helm3 });
    const stats = lstatSync(resolved);
    if (stats.isDirectory()) this.#subfolder(name, depth);
    else this.#file(name, stats.isFile());
  }

  /**
   * Returns the real path of a link.
   *
   * @throws HelmError if it is outside the chart
   */
  #checkInside(path: string): string {
    let resolved: string;
    try {
      resolved = realpathSync(path);
    } catch (error) {
      throw new HelmError(`error evaluating symlink ${path}: ${reasonOf(error, 'lstat')}`, { cause: error });
    }
    const root = realpathSync(this.#root);
    if (resolved === root || resolved.startsWith(`${root}/`)) return resolved;
    throw new HelmError(`symbolic link ${path} leads out of the chart, to ${resolved}: files outside the chart are not read`);
  }

  #file(name: string, isRegular: boolean): void {
    if (this.#rules.ignore(name, false)) return;
    const path = `${this.#root}/${name}`;
    if (!isRegular) throw irregular(path);
    const { limits } = this.#budget;
    if (!this.#budget.takeFile()) throw new HelmError(`chart has more than ${limits.chartFiles} files`);
    const data = this.#replaced(path) ?? this.#withReasons(path, () => this.#smallFiles.read(path));
    const size = typeof data === 'number' ? data : data.length;
    if (size > limits.fileBytes) throw this.#tooLarge(path);
    if (!this.#budget.takeBytes(size)) throw this.#chartTooLarge();
    const read = (): Uint8Array => withoutBom(this.#read(path, size));
    this.files.push(typeof data === 'number' ? new LargeFile(name, read) : { name, data: withoutBom(data) });
  }

  /** Reads a file of approximately this size. */
  #read(path: string, size: number): Uint8Array {
    const data = this.#withReasons(path, () => readLarge(path, size, this.#budget.limits.fileBytes + 1));
    if (data.length > this.#budget.limits.fileBytes) throw this.#tooLarge(path);
    return data;
  }

  #withReasons<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw new HelmError(`error reading ${path.slice(this.#root.length + 1)}: ${reasonOf(error)}`, { cause: error });
    }
  }

  #chartTooLarge(): HelmError {
    const { chartBytes } = this.#budget.limits;
    if (this.#dialect.limitsEachFile) return new HelmError(`chart is larger than the maximum size ${chartBytes}`);
    return new HelmError(`chart exceeds maximum decompressed size of ${chartBytes} bytes`);
  }

  #tooLarge(path: string): HelmError {
    if (!this.#dialect.limitsEachFile) return this.#chartTooLarge();
    const name = path.slice(path.lastIndexOf('/') + 1);
    return new HelmError(`chart file ${JSON.stringify(name)} is larger than the maximum file size ${this.#budget.limits.fileBytes}`);
  }
}
