/**
 * What the parser made of the templates of a large chart, kept between runs in the user's own cache folder: parsing is half of what
 * such a chart costs. A template is taken from it where its text is the same to the byte. See docs/adr/0029-template-cache.md.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Chart, EncodedTree } from '@mcpgw/helm';
import { Packed, type PackedTree, Packer, type Place } from './packed-trees.js';
import { replaceFile } from './replace-file.js';
import { version } from './version.js';

interface Index {
  /** The mcpgw that wrote it. */
  readonly by: string;
  readonly check: number;
  readonly templates: readonly (readonly [name: string, text: Place, trees: readonly PackedTree[]])[];
}

/** Bytes of templates from which on a chart is kept. */
const largeChart = 200_000;
const maxBytes = 64 * 1024 * 1024;
const maxCharts = 40;

/** The folder; undefined where there is none to be had, or MCPGW_CACHE_HOME is empty. */
function cacheFolder(): string | undefined {
  const { MCPGW_CACHE_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  if (MCPGW_CACHE_HOME !== undefined) return MCPGW_CACHE_HOME === '' ? undefined : join(MCPGW_CACHE_HOME, 'templates');
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, process.platform === 'darwin' ? 'Library/Caches' : '.cache'));
  return base ? join(base, 'mcpgw/templates') : undefined;
}

/** This very build: another one may parse otherwise. */
function ownBuild(): string {
  const { size, mtimeMs } = statSync(__filename, { throwIfNoEntry: false }) ?? statSync(process.execPath);
  return `${version} ${size} ${mtimeMs}`;
}

/** FNV-1a; the name of a file, where a collision costs a parse and no more. */
function nameOf(path: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(path)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `${hash.toString(16).padStart(8, '0')}-${path.slice(-40).replace(/[^A-Za-z0-9.-]+/g, '_')}.bin`;
}

/** A sum of words here and there: finds a file that was not written by us, or was damaged. */
function checkOf(bytes: Uint8Array, end: number): number {
  let sum = end;
  for (let at = 0; at + 4 <= end; at += 252) sum = (Math.imul(sum, 31) + bytes[at]! + (bytes[at + 1]! << 8) + (bytes[at + 2]! << 16)) >>> 0;
  return sum;
}

const bytesOf = ({ templates, dependencies }: Chart): number =>
  templates.reduce((sum, { data }) => sum + data.length, 0) + dependencies.reduce((sum, chart) => sum + bytesOf(chart), 0);

interface Met {
  readonly name: string;
  readonly text: string;
  readonly trees: () => readonly EncodedTree[];
}

export class TemplateCache {
  private readonly folder: string;
  private readonly file: string;
  private readonly packed: Packed<Index> | undefined;
  private readonly known: ReadonlyMap<string, Index['templates'][number]>;
  private readonly found = new Set<string>();
  private readonly met: Met[] = [];

  private constructor(folder: string, file: string) {
    this.folder = folder;
    this.file = file;
    this.packed = read(file);
    this.known = new Map(this.packed?.index.templates.map(template => [template[0], template]));
  }

  /** The cache of the chart at a path; undefined for a small chart, and where nothing can be kept. */
  static of(chart: Chart, path: string): TemplateCache | undefined {
    const folder = bytesOf(chart) < largeChart ? undefined : cacheFolder();
    return folder === undefined ? undefined : new TemplateCache(folder, join(folder, nameOf(resolve(path))));
  }

  readonly parsed = (name: string, text: string): readonly EncodedTree[] | undefined => {
    const template = this.known.get(name);
    if (template === undefined || !this.packed!.part(template[1]).equals(Buffer.from(text))) return undefined;
    this.found.add(name);
    return this.packed!.trees(template[2]);
  };

  readonly onParsed = (name: string, text: string, trees: () => readonly EncodedTree[]): void => {
    this.met.push({ name, text, trees });
  };

  /** Keeps what was parsed, where that is more than the cache had. What goes wrong costs the next run a parse, and is not said. */
  save(): void {
    if (this.met.every(({ name }) => this.found.has(name))) return;
    try {
      const packer = new Packer();
      const templates = this.met.map(
        ({ name, text, trees }) => [name, packer.addText(text), packer.addTrees(this.treesOf(name, trees))] as const,
      );
      const bytes = packer.finish(contents => ({ by: ownBuild(), check: checkOf(contents, contents.length), templates }) satisfies Index);
      if (bytes.length > maxBytes) return;
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      replaceFile(this.file, bytes, { mode: 0o600 });
      this.forgetOldest();
    } catch {}
  }

  private treesOf(name: string, trees: () => readonly EncodedTree[]): readonly EncodedTree[] {
    return this.found.has(name) ? this.packed!.trees(this.known.get(name)![2]) : trees();
  }

  private forgetOldest(): void {
    const files = readdirSync(this.folder).map(name => join(this.folder, name));
    if (files.length <= maxCharts) return;
    const byAge = files.map(file => ({ file, time: statSync(file).mtimeMs })).sort((a, b) => a.time - b.time);
    for (const { file } of byAge.slice(0, files.length - maxCharts)) rmSync(file, { force: true });
  }
}

/** Undefined for a file that is not there, not this user's own, of another build, or damaged. */
function read(file: string): Packed<Index> | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return undefined;
  }
  try {
    const { uid, mode, size } = fstatSync(descriptor);
    if (size > maxBytes || (process.geteuid !== undefined && (uid !== process.geteuid() || (mode & 0o022) !== 0))) return undefined;
    const bytes = readFileSync(descriptor);
    const packed = new Packed<Index>(bytes);
    const { by, check } = packed.index;
    return by === ownBuild() && check === checkOf(bytes, packed.contents) ? packed : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
