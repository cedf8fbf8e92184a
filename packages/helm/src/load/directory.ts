/**
 * Chart folders. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/loader/directory.go and internal/sympath, with one rule of our
 * own: a link that leads out of the chart is refused (Helm reads it and logs a line).
 */
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings, decodeBytes } from '@mcpgw/gotemplate';
import type { ChartFile } from '../chart.js';
import { HelmError } from '../errors.js';
import { type IgnoreRules, parseIgnore } from '../ignore.js';
import type { Limits } from '../limits.js';
import type { Warn } from '../warnings.js';
import { withoutBom } from './bom.js';
import { reasonOf } from './fs-error.js';
import { LargeFile } from './large-file.js';
import { readLarge, readSmall } from './read-up-to.js';

/** The files of a chart folder that .helmignore leaves, folders in order of their names. Throws HelmError. */
export function loadDirectoryFiles(directory: string, limits: Limits, warn: Warn): ChartFile[] {
  const walk = new Walk(directory, limits, warn);
  walk.folder('', 0);
  return walk.files;
}

class Walk {
  readonly files: ChartFile[] = [];
  private readonly root: string;
  private readonly rules: IgnoreRules;
  private readonly limits: Limits;
  private readonly warn: Warn;
  private remaining: number;

  constructor(root: string, limits: Limits, warn: Warn) {
    this.root = root;
    this.limits = limits;
    this.warn = warn;
    this.remaining = limits.chartBytes;
    this.rules = parseIgnore(this.ignoreText());
  }

  private ignoreText(): string {
    const path = join(this.root, '.helmignore');
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return '';
    if (stats.isSymbolicLink()) this.checkInside(path);
    return decodeBytes(this.read(path, stats.size));
  }

  folder(name: string, depth: number): void {
    if (depth > this.limits.chartDepth) throw new HelmError(`chart folder ${name} lies deeper than ${this.limits.chartDepth} levels`);
    const entries = readdirSync(join(this.root, name), { withFileTypes: true });
    entries.sort((a, b) => compareStrings(a.name, b.name));
    for (const entry of entries) {
      const path = name === '' ? entry.name : `${name}/${entry.name}`;
      if (entry.isSymbolicLink()) this.link(path, depth);
      else if (entry.isDirectory()) this.subfolder(path, depth);
      else this.file(path, entry.isFile());
    }
  }

  private subfolder(name: string, depth: number): void {
    if (!this.rules.ignore(name, true)) this.folder(name, depth + 1);
  }

  private link(name: string, depth: number): void {
    const path = join(this.root, name);
    const resolved = this.checkInside(path);
    const attributes = [
      ['path', path],
      ['resolved', resolved],
    ] as const;
    this.warn({ level: 'INFO', message: 'found symbolic link in path. Contents of linked file included and used', attributes });
    const stats = lstatSync(resolved);
    if (stats.isDirectory()) this.subfolder(name, depth);
    else this.file(name, stats.isFile());
  }

  /** The real path of a link; throws HelmError where it is not inside the chart. */
  private checkInside(path: string): string {
    let resolved: string;
    try {
      resolved = realpathSync(path);
    } catch (error) {
      throw new HelmError(`error evaluating symlink ${path}: ${reasonOf(error, 'lstat')}`, { cause: error });
    }
    const root = realpathSync(this.root);
    if (resolved === root || resolved.startsWith(`${root}/`)) return resolved;
    throw new HelmError(`symbolic link ${path} leads out of the chart, to ${resolved}: files outside the chart are not read`);
  }

  private file(name: string, isRegular: boolean): void {
    if (this.rules.ignore(name, false)) return;
    const path = `${this.root}/${name}`;
    if (!isRegular) throw new HelmError(`cannot load irregular file ${path} as it has file mode type bits set`);
    if (this.files.length >= this.limits.chartFiles) throw new HelmError(`chart has more than ${this.limits.chartFiles} files`);
    const data = this.withReasons(path, () => readSmall(path));
    const size = typeof data === 'number' ? data : data.length;
    if (size > this.limits.fileBytes) throw this.tooLarge(path);
    if (size > this.remaining) throw new HelmError(`chart is larger than the maximum size ${this.limits.chartBytes}`);
    this.remaining -= size;
    const read = (): Uint8Array => withoutBom(this.read(path, size));
    this.files.push(typeof data === 'number' ? new LargeFile(name, read) : { name, data: withoutBom(data) });
  }

  /** A file of about this size. */
  private read(path: string, size: number): Uint8Array {
    const data = this.withReasons(path, () => readLarge(path, size, this.limits.fileBytes + 1));
    if (data.length > this.limits.fileBytes) throw this.tooLarge(path);
    return data;
  }

  private withReasons<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw new HelmError(`error reading ${path.slice(this.root.length + 1)}: ${reasonOf(error)}`, { cause: error });
    }
  }

  private tooLarge(path: string): HelmError {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return new HelmError(`chart file ${JSON.stringify(name)} is larger than the maximum file size ${this.limits.fileBytes}`);
  }
}
