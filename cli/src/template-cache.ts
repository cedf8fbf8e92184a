/**
 * The code of the templates of a large chart, kept between runs in the user's own cache folder: parsing is half of what
 * the cost of such a chart. A template is taken from the cache only if its text is the same to the byte. See docs/adr/0029-template-cache.md.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Chart, helm4, makeFolder } from '@mcpgw/helm';
import { type EncodedTree, type OnParsed, type ParsedTemplates, Strings } from '@mcpgw/helm/internal';
import { crc32 } from './crc32.js';
import { type ByteRange, Packed, type PackedTree, Packer, type WithStrings } from './packed-trees.js';
import { replaceFile } from './replace-file.js';
import { version } from './version.js';

interface Index extends WithStrings {
  /** The build of mcpgw that wrote it. */
  readonly by: string;
  /** How many strings there were when all templates were last compiled together. */
  readonly firstStrings: number;
  readonly templates: readonly (readonly [name: string, text: ByteRange, trees: readonly PackedTree[]])[];
}

/** Minimum size of a chart's templates, in bytes, for caching. */
const largeChart = 200_000;
const maxBytes = 64 * 1024 * 1024;
const maxCharts = 40;

/** The folder and the files belong to the user; only names that match `ownName` are ever deleted. */
const folderName = 'mcpgw-template-cache';
const ownName = /^[0-9a-f]{8}-[A-Za-z0-9._-]{0,40}\.mcpgw-templates$/;

/** The folder; undefined if there is none, or if MCPGW_CACHE_HOME is empty. */
function cacheFolder(): string | undefined {
  const { MCPGW_CACHE_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  if (MCPGW_CACHE_HOME !== undefined) return MCPGW_CACHE_HOME === '' ? undefined : join(MCPGW_CACHE_HOME, folderName);
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, process.platform === 'darwin' ? 'Library/Caches' : '.cache'));
  return base ? join(base, folderName) : undefined;
}

/** Identifies this build: another one may parse differently. */
function ownBuild(): string {
  const { size, mtimeMs } = statSync(__filename, { throwIfNoEntry: false }) ?? statSync(process.execPath);
  return `${version} ${size} ${mtimeMs}`;
}

/** FNV-1a; for file names, where a collision only costs a parse. */
function nameOf(path: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(path)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `${hash.toString(16).padStart(8, '0')}-${path.slice(-40).replace(/[^A-Za-z0-9.-]+/g, '_')}.mcpgw-templates`;
}

/** A file ends with the checksum of everything before it, so damaged code, constants or index never run. */
const checksumBytes = 4;

function withChecksum(bytes: Uint8Array): Uint8Array {
  const last = Buffer.alloc(checksumBytes);
  last.writeUInt32LE(crc32(bytes));
  return Buffer.concat([bytes, last]);
}

/** The content before the checksum; undefined if the checksum does not match. */
function checked(bytes: Buffer): Buffer | undefined {
  const end = bytes.length - checksumBytes;
  const contents = bytes.subarray(0, Math.max(0, end));
  return end > 0 && bytes.readUInt32LE(end) === crc32(contents) ? contents : undefined;
}

const bytesOf = ({ templates, dependencies }: Chart): number =>
  templates.reduce((sum, { data }) => sum + data.length, 0) + dependencies.reduce((sum, chart) => sum + bytesOf(chart), 0);

interface Met {
  readonly name: string;
  readonly data: Uint8Array;
  readonly encode: (strings: Strings) => readonly EncodedTree[];
}

export class TemplateCache {
  readonly #folder: string;
  readonly #file: string;
  readonly #packed: Packed<Index> | undefined;
  readonly #known: ReadonlyMap<string, Index['templates'][number]>;
  readonly #found = new Set<string>();
  readonly #met: Met[] = [];

  private constructor(folder: string, file: string) {
    this.#folder = folder;
    this.#file = file;
    this.#packed = read(file);
    this.#known = new Map(this.#packed?.index.templates.map(template => [template[0], template]));
  }

  /**
   * The cache of the chart at a path, for one version of Helm: each has its own functions, and code is valid only for the same
   * functions. Undefined for a small chart, and if nothing can be cached.
   */
  static of(chart: Chart, path: string, helmVersion = helm4.version): TemplateCache | undefined {
    const folder = bytesOf(chart) < largeChart ? undefined : cacheFolder();
    return folder === undefined ? undefined : new TemplateCache(folder, join(folder, nameOf(`${resolve(path)}@helm-${helmVersion}`)));
  }

  readonly parsed: ParsedTemplates = (name, data) => {
    const template = this.#known.get(name);
    if (template === undefined || !this.#packed!.part(template[1]).equals(data)) return undefined;
    this.#found.add(name);
    return this.#packed!.trees(template[2]);
  };

  readonly onParsed: OnParsed = (name, data, encode) => {
    this.#met.push({ name, data, encode });
  };

  /** Saves compiled templates that the cache lacks. A failure only costs the next run a parse, and is not reported. */
  save(): void {
    if (this.#met.every(({ name }) => this.#found.has(name))) return;
    try {
      const bytes = withChecksum(this.#pack());
      if (bytes.length > maxBytes) return;
      makeFolder(this.#folder, 0o700);
      replaceFile(this.#file, bytes, { mode: 0o600 });
      this.#forgetOldest();
    } catch {}
  }

  /** Cached code and its strings are kept unchanged, until most strings may belong to templates that no longer exist. */
  #pack(): Uint8Array {
    const { strings: before = [], firstStrings = 0 } = this.#packed?.index ?? {};
    const keepsFound = before.length > 0 && before.length <= 2 * firstStrings;
    const strings = keepsFound ? new Strings([...before]) : new Strings();
    const packer = new Packer();
    const templates = this.#met.map(({ name, data, encode }) => {
      const trees = keepsFound && this.#found.has(name) ? this.#packed!.trees(this.#known.get(name)![2]) : encode(strings);
      return [name, packer.add(data), packer.addTrees(trees)] as const;
    });
    const firstNow = keepsFound ? firstStrings : strings.list.length;
    return packer.finish({ by: ownBuild(), firstStrings: firstNow, strings: strings.list, templates } satisfies Index);
  }

  #forgetOldest(): void {
    const files = readdirSync(this.#folder, { withFileTypes: true })
      .filter(entry => entry.isFile() && ownName.test(entry.name))
      .map(({ name }) => join(this.#folder, name));
    if (files.length <= maxCharts) return;
    const byAge = files.map(file => ({ file, time: statSync(file).mtimeMs })).sort((a, b) => a.time - b.time);
    for (const { file } of byAge.slice(0, files.length - maxCharts)) rmSync(file, { force: true });
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown, length: number): value is readonly unknown[] => Array.isArray(value) && value.length === length;

/** Whether this is an index as `#pack` writes it: texts and code fill `size` bytes, in order and without gaps or overlaps. */
function isIndex(index: object, size: number): boolean {
  const { strings, firstStrings, templates } = index as Partial<Record<keyof Index, unknown>>;
  let next = 0;
  const isNext = (place: unknown): place is ByteRange => {
    if (!isList(place, 2) || place[0] !== next || !isCount(place[1]) || place[1] < next) return false;
    next = place[1] + (-place[1] & 3);
    return true;
  };
  const isCode = (place: unknown, constants: unknown): boolean =>
    isNext(place) && place[1] === next && isCount(constants) && 4 * constants <= place[1] - place[0];
  const isTree = (tree: unknown): boolean => isList(tree, 4) && isText(tree[0]) && typeof tree[1] === 'boolean' && isCode(tree[2], tree[3]);
  const isTemplate = (template: unknown): boolean =>
    isList(template, 3) && isText(template[0]) && isNext(template[1]) && Array.isArray(template[2]) && template[2].every(isTree);
  const hasStrings = Array.isArray(strings) && strings.every(isText) && isCount(firstStrings) && firstStrings <= strings.length;
  return hasStrings && Array.isArray(templates) && templates.every(isTemplate) && next === size;
}

/** Undefined for a file that is missing, owned by another user, of another build, or damaged. */
function read(file: string): Packed<Index> | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(descriptor);
    const { uid, mode, size } = stats;
    if (!stats.isFile() || size > maxBytes || (process.geteuid !== undefined && (uid !== process.geteuid() || (mode & 0o022) !== 0)))
      return undefined;
    const contents = checked(readFileSync(descriptor));
    const packed = contents && new Packed<Index>(contents);
    return packed?.index.by === ownBuild() && isIndex(packed.index, packed.size) ? packed : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
