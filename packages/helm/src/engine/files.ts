/** `.Files`. Follows helm.sh/helm/v4 v4.2.4 pkg/engine/files.go. */

import { compileGlob } from '@mcpgw/go/glob';
import { baseName } from '@mcpgw/go/path';
import { boundMethods, decodeBytes, FuncError, GoMap, type MapMethods, type MethodTable, typed, type Value } from '@mcpgw/go/values';
import { marshalYaml } from '@mcpgw/go/yaml';
import type { ChartFile } from '../chart/chart.js';
import { LargeFile } from '../chart/large-file.js';
import type { Dialect } from '../common/dialect.js';

const noBytes = new Uint8Array();

const bytesOf = (files: GoMap, name: Value): Uint8Array => {
  const data = files.get(name as string);
  return data instanceof Uint8Array ? data : noBytes;
};

const methodsOf = (readsEmptyLines: boolean): MethodTable<GoMap> => ({
  GetBytes: { params: ['string'], result: '[]uint8', call: bytesOf },
  Get: { params: ['string'], result: 'string', call: (self, name) => decodeBytes(bytesOf(self, name!)) },
  Glob: { params: ['string'], result: 'engine.files', call: (self, pattern) => matching(self, pattern as string) },
  AsConfig: { result: 'string', call: self => asYaml(self, decodeBytes) },
  AsSecrets: { result: 'string', call: self => asYaml(self, data => Buffer.from(data).toString('base64')) },
  Lines: { params: ['string'], result: '[]string', call: (self, name) => linesOf(self, name as string, readsEmptyLines) },
});

const methods = methodsOf(false);
const methodsOf43 = methodsOf(true);

/** A map whose large files are read on first use. */
class FilesMap extends GoMap {
  readonly #unread = new Map<string, LargeFile>();

  constructor(files: readonly ChartFile[]) {
    super();
    for (const file of files) {
      this.set(file.name, file instanceof LargeFile ? noBytes : file.data);
      if (file instanceof LargeFile) this.#unread.set(file.name, file);
      else this.#unread.delete(file.name);
    }
  }

  override get(name: string): Value | undefined {
    const file = this.#unread.get(name);
    if (file !== undefined) {
      this.set(name, file.data);
      this.#unread.delete(name);
    }
    return super.get(name);
  }

  #readAll(): void {
    for (const name of [...this.#unread.keys()]) this.get(name);
  }

  override values(): MapIterator<Value> {
    this.#readAll();
    return super.values();
  }

  override entries(): MapIterator<[string, Value]> {
    this.#readAll();
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override forEach(visit: (value: Value, name: string, files: Map<string, Value>) => void): void {
    this.#readAll();
    super.forEach(visit);
  }
}

function withFileMethods(files: GoMap, of: MapMethods): GoMap {
  files.goType = 'engine.files';
  files.methods = of.boundTo(files);
  return files;
}

/** Returns the chart's files by path: everything except templates, values, Chart.yaml and charts. Bytes are shared, not copied. */
export function newFiles(files: readonly ChartFile[], { readsEmptyLines }: Pick<Dialect, 'readsEmptyLines'>): GoMap {
  const made = new FilesMap(files);
  return withFileMethods(made, boundMethods(readsEmptyLines ? methodsOf43 : methods, made));
}

/** Returns the files that match. A malformed pattern matches every file, as in Helm. */
function matching(files: GoMap, pattern: string): GoMap {
  const glob = compileGlob(pattern);
  const names = [...files.keys()].filter(name => !glob || glob(name));
  return withFileMethods(new GoMap(names.map(name => [name, files.get(name)!])), files.methods!);
}

function asYaml(files: GoMap, encode: (data: Uint8Array) => string): string {
  const texts = new GoMap();
  for (const name of [...files.keys()].sort()) texts.set(baseName(name), encode(bytesOf(files, name)));
  return marshalYaml(texts).replace(/\n$/, '');
}

function linesOf(files: GoMap, name: string, readsEmptyLines: boolean): Value[] {
  const data = files.get(name);
  if (!(data instanceof Uint8Array) || (readsEmptyLines && data.length === 0)) return typed([], '[]string');
  if (data.length === 0) throw new FuncError('runtime error: index out of range [-1]');
  const text = decodeBytes(data);
  return typed((text.endsWith('\n') ? text.slice(0, -1) : text).split('\n'), '[]string');
}
