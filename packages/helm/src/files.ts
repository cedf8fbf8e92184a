/** `.Files`. Follows helm.sh/helm/v4 v4.2.4 pkg/engine/files.go. */
import { decodeBytes, FuncError, GoMap, typed, type Value } from '@mcpgw/gotemplate';
import type { ChartFile } from './chart.js';
import { compileGlob } from './glob.js';
import { boundMethods, type MethodTable } from './go-object.js';
import { baseName } from './gostrings.js';
import { marshalYaml } from './yaml/index.js';

const noBytes = new Uint8Array();

const bytesOf = (files: GoMap, name: Value): Uint8Array => {
  const data = files.get(name as string);
  return data instanceof Uint8Array ? data : noBytes;
};

const methods: MethodTable<GoMap> = {
  GetBytes: { params: ['string'], result: '[]uint8', call: bytesOf },
  Get: { params: ['string'], result: 'string', call: (self, name) => decodeBytes(bytesOf(self, name!)) },
  Glob: { params: ['string'], result: 'engine.files', call: (self, pattern) => matching(self, pattern as string) },
  AsConfig: { result: 'string', call: self => asYaml(self, decodeBytes) },
  AsSecrets: { result: 'string', call: self => asYaml(self, data => Buffer.from(data).toString('base64')) },
  Lines: { params: ['string'], result: '[]string', call: (self, name) => linesOf(self, name as string) },
};

function makeFiles(entries: Iterable<readonly [string, Value]>): GoMap {
  const files = new GoMap(entries);
  files.goType = 'engine.files';
  files.methods = boundMethods(methods, files);
  return files;
}

/** The chart's files by path: everything but templates, values, Chart.yaml and charts. Bytes are shared, not copied. */
export const newFiles = (files: readonly ChartFile[]): GoMap => makeFiles(files.map(({ name, data }) => [name, data]));

/** A pattern that cannot be read matches everything, as in Helm. */
function matching(files: GoMap, pattern: string): GoMap {
  const glob = compileGlob(pattern);
  return makeFiles([...files].filter(([name]) => !glob || glob(name)));
}

function asYaml(files: GoMap, encode: (data: Uint8Array) => string): string {
  const texts = new GoMap();
  for (const name of [...files.keys()].sort()) texts.set(baseName(name), encode(bytesOf(files, name)));
  return marshalYaml(texts).replace(/\n$/, '');
}

function linesOf(files: GoMap, name: string): Value[] {
  const data = files.get(name);
  if (!(data instanceof Uint8Array)) return typed([], '[]string');
  if (data.length === 0) throw new FuncError('runtime error: index out of range [-1]');
  const text = decodeBytes(data);
  return typed((text.endsWith('\n') ? text.slice(0, -1) : text).split('\n'), '[]string');
}
