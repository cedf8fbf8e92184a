/**
 * Chart archives: gzip and tar. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/loader/archive/archive.go and Go's archive/tar (ustar, GNU long
 * names, PAX paths and sizes).
 */
import { cleanPath } from '@mcpgw/go/path';
import { decodeBytes } from '@mcpgw/go/values';
import type { ChartFile } from '../chart/chart.js';
import type { Dialect } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { withoutBom } from './bom.js';
import { tarBlock as block, type LoadBudget } from './budget.js';

/** The data is not in gzip format. `details` is Go's reason. */
export class GzipError extends HelmError {
  override name = 'GzipError';
}

/**
 * Returns the files of a packaged chart, without the folder that holds them all.
 *
 * @throws GzipError if the data is not in gzip format; HelmError if a name is absolute or leads out of the chart, if there are too many
 * bytes, or if the archive is broken
 */
export function loadArchiveFiles(archive: Uint8Array, { budget, dialect }: { budget: LoadBudget; dialect: Dialect }): ChartFile[] {
  const { limits } = budget;
  const tooLarge = (): HelmError => new HelmError(`decompressed chart is larger than the ${dialect.maximumOfArchive} ${limits.chartBytes}`);
  const files: ChartFile[] = [];
  for (const { name, data } of entries(gunzip(archive, budget, tooLarge))) {
    const chartPath = safeName(name);
    if (data.length > budget.bytes) throw tooLarge();
    if (data.length > limits.fileBytes) {
      throw new HelmError(`decompressed chart file ${JSON.stringify(name)} is larger than the maximum file size ${limits.fileBytes}`);
    }
    budget.takeBytes(data.length);
    if (budget.bytes === 0 || !budget.takeFile()) throw tooLarge();
    files.push({ name: chartPath, data: withoutBom(data) });
  }
  if (files.length === 0) throw new HelmError('no files in chart archive');
  return files;
}

function gunzip(archive: Uint8Array, budget: LoadBudget, tooLarge: () => HelmError): Uint8Array {
  if (archive[0] !== 0x1f || archive[1] !== 0x8b) throw new GzipError('gzip: invalid header');
  const most = budget.archiveBytes;
  if (most <= 0) throw tooLarge();
  try {
    const tar = process.getBuiltinModule('node:zlib').gunzipSync(archive, { maxOutputLength: most });
    budget.takeUnpacked(tar.length);
    return tar;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new HelmError(code === 'Z_BUF_ERROR' ? 'unexpected EOF' : 'gzip: invalid data', { cause: error });
  }
}

/**
 * Converts the name of an entry to its path inside the chart.
 *
 * @throws HelmError if the name could lead elsewhere
 */
function safeName(name: string): string {
  const delimiter = name.includes('\\') ? '\\' : '/';
  const [first, ...rest] = name.split(delimiter);
  const inner = rest.join('/');
  if (inner.startsWith('/')) throw new HelmError('chart illegally contains absolute paths');
  const clean = cleanPath(inner);
  if (clean === '.') throw new HelmError(`chart illegally contains content outside the base directory: ${JSON.stringify(name)}`);
  if (clean.startsWith('..')) throw new HelmError('chart illegally references parent directory');
  if (/^[a-zA-Z]:\//.test(clean)) throw new HelmError('chart contains illegally named files');
  if (first === 'Chart.yaml') throw new HelmError('chart yaml not in base directory');
  return clean;
}

interface Entry {
  readonly name: string;
  readonly data: Uint8Array;
}

interface Header {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

const invalidHeader = (): HelmError => new HelmError('archive/tar: invalid tar header');

/** Yields the regular files, the links (empty, as Go reads them) and other entries that are not folders. */
function* entries(tar: Uint8Array): Generator<Entry> {
  let at = 0;
  let longName: string | undefined;
  let pax: ReadonlyMap<string, string> = new Map();
  while (at + block <= tar.length) {
    const header = parseHeader(tar.subarray(at, at + block));
    if (!header) return;
    const size = Number(pax.get('size') ?? header.size);
    const end = at + block + (hasData(header.type) ? size : 0);
    if (!Number.isSafeInteger(size) || size < 0) throw invalidHeader();
    if (end > tar.length) throw new HelmError('unexpected EOF');
    const data = tar.subarray(at + block, end);
    at = at + block + Math.ceil((end - at - block) / block) * block;
    if (header.type === 'x') pax = parsePax(data);
    else if (header.type === 'L') longName = textOf(data);
    else if (header.type !== 'g' && header.type !== 'K') {
      const name = pax.get('path') ?? longName ?? header.name;
      longName = undefined;
      pax = new Map();
      if (header.type !== '5' && !name.endsWith('/')) yield { name, data };
    }
  }
}

/** Links, devices, folders and FIFOs have no data, whatever size their header states. */
const hasData = (type: string): boolean => !'123456'.includes(type);

/** Parses a header; undefined at the end of the archive, which is a block of zeros. */
function parseHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.every(byte => byte === 0)) return undefined;
  let sum = 8 * 0x20;
  for (let i = 0; i < block; i++) if (i < 148 || i >= 156) sum += bytes[i]!;
  if (number(bytes.subarray(148, 156)) !== sum) throw invalidHeader();
  const name = textOf(bytes.subarray(0, 100));
  const isUstar = textOf(bytes.subarray(257, 263)) === 'ustar';
  const prefix = isUstar ? textOf(bytes.subarray(345, 500)) : '';
  const type = String.fromCharCode(bytes[156]!);
  return { name: prefix === '' ? name : `${prefix}/${name}`, size: number(bytes.subarray(124, 136)), type: type === '\0' ? '0' : type };
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return decodeBytes(end < 0 ? bytes : bytes.subarray(0, end));
}

/** Parses octal text, or base 256 if the first bit is set. */
function number(bytes: Uint8Array): number {
  if ((bytes[0]! & 0x80) !== 0) return bytes.subarray(1).reduce((total, byte) => total * 256 + byte, bytes[0]! & 0x7f);
  const text = textOf(bytes).trim();
  if (!/^[0-7]*$/.test(text)) throw invalidHeader();
  return text === '' ? 0 : Number.parseInt(text, 8);
}

/** Parses records of the form `LENGTH KEY=VALUE\n`. */
function parsePax(data: Uint8Array): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const length = Number(textOf(data.subarray(at, Math.max(at, space))));
    if (space < 0 || !Number.isInteger(length) || length <= space - at || at + length > data.length) throw invalidHeader();
    const record = decodeBytes(data.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals < 0) throw invalidHeader();
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}
