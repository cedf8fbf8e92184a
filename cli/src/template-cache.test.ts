import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Chart, GoMap, loadChart } from '@mcpgw/helm';
import { chartYaml, writeTree } from '../../test/helpers/command.js';
import { testUnless } from '../../test/helpers/needs.js';
import { crc32 } from './crc32.js';
import { rendererOf } from './render/run.js';
import { TemplateCache } from './template-cache.js';

let folder: string;
const before = process.env.MCPGW_CACHE_HOME;
beforeEach(() => {
  folder = writeTree({});
  process.env.MCPGW_CACHE_HOME = join(folder, 'cache');
});
afterEach(() => {
  if (before === undefined) delete process.env.MCPGW_CACHE_HOME;
  else process.env.MCPGW_CACHE_HOME = before;
  rmSync(folder, { recursive: true });
});

const filler = `{{/* ${'x'.repeat(120_000)} */}}`;
const files = (name = 'app'): Record<string, string> => ({
  [`${name}/Chart.yaml`]: chartYaml(name),
  [`${name}/values.yaml`]: 'a: 1\nsub: {b: 2}\n',
  [`${name}/templates/_lib.tpl`]: `${filler}{{ define "hello" }}hello {{ . | quote }}{{ end }}{{ define "blank" }} {{ end }}`,
  [`${name}/templates/x.yaml`]: 'x: {{ include "hello" .Values.a }}\n{{ range $i, $v := list 1 2.5 "s" }}v{{ $i }}: {{ $v }}\n{{ end }}',
  [`${name}/charts/sub/Chart.yaml`]: chartYaml('sub'),
  [`${name}/charts/sub/templates/y.yaml`]: `${filler}y: {{ .Values.b | default "none" }}\n`,
});

function open(name = 'app'): { chart: Chart; cache: TemplateCache } {
  const path = join(folder, name);
  const chart = loadChart(path);
  return { chart, cache: TemplateCache.of(chart, path)! };
}

function render({ chart, cache }: { chart: Chart; cache?: TemplateCache }): string[] {
  const { manifests } = rendererOf(chart, {}, cache).render({ releaseName: 'r', namespace: 'n', values: new GoMap() });
  cache?.save();
  return manifests.map(({ path, content }) => `${path}: ${content.trim()}`);
}

const cacheFolder = 'cache/mcpgw-template-cache';
const kept = (): string[] => readdirSync(join(folder, cacheFolder)).map(name => join(folder, cacheFolder, name));
const texts = (chart: Chart): Map<string, string> =>
  new Map([
    ...chart.templates.map(({ name, data }) => [`app/${name}`, Buffer.from(data).toString()] as const),
    ...chart.dependencies[0]!.templates.map(({ name, data }) => [`app/charts/sub/${name}`, Buffer.from(data).toString()] as const),
  ]);
const known = ({ chart, cache }: { chart: Chart; cache: TemplateCache }): string[] =>
  [...texts(chart)]
    .filter(([name, text]) => cache.parsed(name, Buffer.from(text)) !== undefined)
    .map(([name]) => name)
    .sort();

const all = ['app/charts/sub/templates/y.yaml', 'app/templates/_lib.tpl', 'app/templates/x.yaml'];

test('a second render parses nothing and gives the same', () => {
  writeTree(files(), folder);
  const first = render(open());
  expect(first).toEqual(['app/charts/sub/templates/y.yaml: y: 2', 'app/templates/x.yaml: x: hello "1"\nv0: 1\nv1: 2.5\nv2: s']);
  expect(known(open())).toEqual(all);
  const { mtimeMs } = statSync(kept()[0]!);
  expect(render(open())).toEqual(first);
  expect(kept().map(file => statSync(file).mtimeMs)).toEqual([mtimeMs]);
  expect(statSync(kept()[0]!).mode & 0o777).toBe(0o600);
});

test('a template that changed is parsed, and kept with the others', () => {
  writeTree(files(), folder);
  render(open());
  writeTree({ 'app/templates/x.yaml': 'x: changed\n' }, folder);
  expect(known(open())).toEqual(all.slice(0, 2));
  expect(render(open())).toEqual(['app/charts/sub/templates/y.yaml: y: 2', 'app/templates/x.yaml: x: changed']);
  expect(known(open())).toEqual(all);
});

test('strings of templates that are no more do not pile up', () => {
  const withStrings = (from: number, count: number) =>
    `${Array.from({ length: count }, (_, i) => `{{ print "s${from + i}" }}`).join('')}\n`;
  writeTree(files(), folder);
  writeTree({ 'app/templates/x.yaml': `x: ${withStrings(0, 200)}` }, folder);
  render(open());
  const sizes = Array.from({ length: 6 }, (_, round) => {
    writeTree({ 'app/templates/x.yaml': `x: ${withStrings(1000 * (round + 1), 100)}` }, folder);
    expect(render(open())[1]).toContain(`s${1000 * (round + 1) + 99}`);
    expect(known(open())).toEqual(all);
    return statSync(kept()[0]!).size;
  });
  expect(Math.max(...sizes.slice(3))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, 3)));
});

function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at]! ^= 1;
  return bytes;
}

describe('is not taken from a file', () => {
  beforeEach(() => {
    writeTree(files(), folder);
    render(open());
  });
  const damage = (change: (bytes: Buffer) => Buffer): void => writeFileSync(kept()[0]!, change(readFileSync(kept()[0]!)));
  test.each<[string, () => void]>([
    ['of another build', () => damage(bytes => Buffer.from(bytes.toString('latin1').replace(/"by":"./, '"by":"x'), 'latin1'))],
    ['that is cut', () => damage(bytes => bytes.subarray(0, 1000))],
    ['that is empty', () => damage(() => Buffer.alloc(0))],
    ['that holds something else', () => damage(bytes => Buffer.alloc(bytes.length, '{"a": 1}'))],
    ['whose numbers were overwritten', () => damage(bytes => Buffer.concat([Buffer.alloc(2000, 7), bytes.subarray(2000)]))],
    ['with one other byte in its code', () => damage(bytes => flipped(bytes, 1))],
    ['with one other byte among its constants', () => damage(bytes => flipped(bytes, bytes.lastIndexOf('hello') + 1))],
    ['with one other byte at its end', () => damage(bytes => flipped(bytes, bytes.length - 1))],
    ['that others may write', () => chmodSync(kept()[0]!, 0o666)],
    ['that a link leads to and others may write', () => chmodSync(moved(kept()[0]!, symlinkSync), 0o666)],
    ['that has another name and others may write', () => chmodSync(moved(kept()[0]!, linkSync), 0o666)],
    ['that is a device', () => moved(kept()[0]!, (_, link) => symlinkSync('/dev/zero', link))],
    ['that is a link to nothing', () => moved(kept()[0]!, (_, link) => symlinkSync('/nowhere', link))],
  ])('%s', (_name, change) => {
    change();
    expect(known(open())).toEqual([]);
    expect(render(open())).toHaveLength(2);
    expect(known(open())).toEqual(all);
  });
});

/** A value at a place in JSON data, and every value below it. */
function* placesIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ path: readonly (string | number)[]; value: unknown }> {
  yield { path, value };
  if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* placesIn(child, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** A copy of JSON data with `next` at a place. */
function withAt(data: unknown, [key, ...rest]: readonly (string | number)[], next: unknown): unknown {
  if (key === undefined) return next;
  const copy = (Array.isArray(data) ? [...data] : { ...(data as object) }) as Record<string | number, unknown>;
  copy[key] = withAt(copy[key], rest, next);
  return copy;
}

test('a file with a valid checksum and a wrong index is not taken', () => {
  writeTree(files(), folder);
  const first = render(open());
  const [file] = kept();
  const written = readFileSync(file!);
  const last = written.length - 12;
  const contents = written.subarray(0, written.readUInt32LE(last));
  const index: unknown = JSON.parse(written.toString('utf8', contents.length, last));
  const write = (wrong: unknown): void => {
    const text = Buffer.from(JSON.stringify(wrong) ?? '');
    const place = Buffer.alloc(8);
    place.writeUInt32LE(contents.length, 0);
    place.writeUInt32LE(contents.length + text.length, 4);
    const bytes = Buffer.concat([contents, text, place]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(bytes));
    writeFileSync(file!, Buffer.concat([bytes, sum]), { mode: 0o600 });
  };
  write(index);
  expect(known(open())).toEqual(all);
  const faults: string[] = [];
  for (const { path, value } of placesIn(index)) {
    const numbers = typeof value === 'number' ? [0, value - 4, value + 4, value - 1, value + 1, contents.length, contents.length * 4] : [];
    for (const wrong of [...numbers, -1, 2 ** 31, 2 ** 53, 0.5, 'x', true, false, null, [], {}, [[]], undefined]) {
      // A text in the place of another one, a flag and a smaller count fit. Only the user can have written them, as any other code.
      const isConstants = path.length === 5 && path[4] === 3;
      const isAlike = typeof value !== 'object' && typeof wrong === typeof value;
      if (isAlike && (typeof wrong !== 'number' || wrong === value || (isConstants && wrong >= 0 && wrong < 9))) continue;
      write(withAt(index, path, wrong));
      try {
        const { chart, cache } = open();
        const { manifests } = rendererOf(chart, {}, cache).render({ releaseName: 'r', namespace: 'n', values: new GoMap() });
        expect(manifests.map(each => `${each.path}: ${each.content.trim()}`)).toEqual(first);
        cache.save();
      } catch (error) {
        faults.push(`${path.join('.')} = ${JSON.stringify(wrong)}: ${String(error).split('\n')[0]!.slice(0, 100)}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

/** Moves a file out of the cache, and lets `link` put something in its place. */
function moved(file: string, link: (target: string, place: string) => void): string {
  const target = join(folder, 'elsewhere');
  renameSync(file, target);
  link(target, file);
  return target;
}

testUnless(process.geteuid?.() === 0 ? undefined : 'only root gives files away', 'a file of another user is not taken', () => {
  writeTree(files(), folder);
  render(open());
  chownSync(kept()[0]!, 65_534, 65_534);
  expect(known(open())).toEqual([]);
  expect(render(open())).toHaveLength(2);
  expect(known(open())).toEqual(all);
});

test('what a link in the place of the file leads to is not written', () => {
  writeTree({ ...files(), profile: 'mine' }, folder);
  render(open());
  const [file] = kept();
  rmSync(file!);
  symlinkSync(join(folder, 'profile'), file!);
  render(open());
  expect(readFileSync(join(folder, 'profile'), 'utf8')).toBe('mine');
  expect(known(open())).toEqual(all);
});

test('a folder in the place of the file stops no render, and stays', () => {
  writeTree(files(), folder);
  const first = render(open());
  const [file] = kept();
  rmSync(file!);
  mkdirSync(file!);
  expect(render(open())).toEqual(first);
  expect(kept()).toEqual([file]);
});

test('prototype keys are names of templates', () => {
  writeTree(
    {
      ...files(),
      'app/templates/constructor': 'b: {{ include "__proto__" . }}\n',
      'app/templates/__proto__': '{{ define "__proto__" }}1{{ end }}',
    },
    folder,
  );
  const first = render(open());
  expect(first).toContain('app/templates/constructor: b: 1');
  expect(render(open())).toEqual(first);
});

test('small charts are not kept, nor is anything where MCPGW_CACHE_HOME is empty', () => {
  writeTree({ 'app/Chart.yaml': chartYaml('app'), 'app/templates/x.yaml': 'a: 1\n' }, folder);
  expect(open().cache).toBeUndefined();
  writeTree(files(), folder);
  process.env.MCPGW_CACHE_HOME = '';
  expect(open().cache).toBeUndefined();
});

test('a pipe in the place of the file is not waited for', () => {
  writeTree(files(), folder);
  const first = render(open());
  const [file] = kept();
  rmSync(file!);
  execFileSync('mkfifo', [file!]);
  expect(render(open())).toEqual(first);
  expect(known(open())).toEqual(all);
});

test('a folder that cannot be made stops no render', () => {
  writeTree({ ...files(), cache: 'a file' }, folder);
  expect(render(open())).toHaveLength(2);
  expect(readFileSync(join(folder, 'cache'), 'utf8')).toBe('a file');
});

test('of more than 40 charts the oldest goes, and no file that is not of the cache', () => {
  writeTree(files(), folder);
  const at = (name: string) => join(folder, cacheFolder, name);
  mkdirSync(join(folder, cacheFolder, '00000000-a-folder.mcpgw-templates'), { recursive: true });
  const foreign = ['deployment.yaml', '00000000-x.bin', '00000000-x.mcpgw-templates~', 'x.mcpgw-templates'];
  const own = Array.from({ length: 40 }, (_, i) => `${i.toString(16).padStart(8, '0')}-chart.mcpgw-templates`);
  for (const [i, name] of [...foreign, ...own].entries()) {
    writeFileSync(at(name), '');
    utimesSync(at(name), i + 1, i + 1);
  }
  render(open());
  expect(kept().filter(file => file.endsWith('.mcpgw-templates'))).toHaveLength(42);
  expect(existsSync(at(own[0]!))).toBe(false);
  expect(foreign.filter(name => !existsSync(at(name)))).toEqual([]);
});

test('a chart in the folder of the cache keeps its templates', () => {
  writeTree(files(), folder);
  const templates = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`app/templates/t${i}.yaml`, `t: ${i}\n`]));
  writeTree(templates, folder);
  process.env.MCPGW_CACHE_HOME = join(folder, 'app');
  render(open());
  expect(readdirSync(join(folder, 'app/templates'))).toHaveLength(62);
});
