/**
 * YAML, JSON and TOML against the Go libraries that Helm uses: values, texts and error messages, byte for byte, on generated
 * inputs and on the values files and manifests of this repository. `TEST_SEED` repeats a run. Skips where no Go is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marshalJson, unmarshalJson, unmarshalJsonMap } from '@mcpgw/go/json';
import { Time } from '@mcpgw/go/time';
import { marshalToml, unmarshalToml } from '@mcpgw/go/toml';
import { decodeBytes, encodeString, GoMap, GoObject, isNilSlice, Sized, sortedKeys, type Value } from '@mcpgw/go/values';
import { marshalYaml, marshalYamlPretty, readHead, unmarshalYaml, unmarshalYamlArray, unmarshalYamlMap } from '@mcpgw/go/yaml';
import fc from 'fast-check';
import { jsonTexts, tomlTexts, values, valuesWithNotFinite, yamlTexts } from '../helpers/codec-inputs.js';
import { describeUnless } from '../helpers/needs.js';
import { seed } from '../helpers/seed.js';

const hasGo = spawnSync('go', ['version']).status === 0;
const generated = 4000;

/** A Go value with its type, as the judge reads and writes it. */
interface Tagged {
  readonly t: string;
  readonly v?: string;
  readonly b?: string;
  readonly list?: readonly Tagged[];
  readonly keys?: readonly string[];
}

let folder = '';
let judge = '';

beforeAll(() => {
  if (!hasGo) return;
  folder = mkdtempSync(join(tmpdir(), 'codec-judge-'));
  judge = join(folder, 'judge');
  const build = spawnSync('go', ['build', '-o', judge, '.'], {
    cwd: join(process.cwd(), 'test/differential/codec-judge'),
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stderr);
}, 300_000);

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

const base64 = (text: string): string => Buffer.from(encodeString(text)).toString('base64');
const fromBase64 = (text: string): string => decodeBytes(Buffer.from(text, 'base64'));

function tagOf(value: Value): Tagged {
  if (value === null) return { t: 'nil' };
  if (typeof value === 'string') return { t: 'string', b: base64(value) };
  if (typeof value === 'number') return { t: 'float64', v: Object.is(value, -0) ? '-0' : String(value).replace(/^(-?)Infinity/, '$1Inf') };
  if (typeof value === 'bigint') return { t: 'int', v: String(value) };
  if (typeof value === 'boolean') return { t: 'bool', v: String(value) };
  if (value instanceof Sized) return { t: value.kind, v: String(value.value) };
  if (value instanceof Uint8Array) return { t: 'bytes', b: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return isNilSlice(value) ? { t: 'nilList' } : { t: 'list', list: value.map(tagOf) };
  if (value instanceof GoMap)
    return value.isNil === true ? { t: 'nilMap' } : { t: 'map', keys: [...value.keys()].map(base64), list: [...value.values()].map(tagOf) };
  throw new Error('no Go type for the judge');
}

/** A decoded value as text, in a form that both sides can have. */
function printed(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return `float64 ${Object.is(value, -0) ? '-0' : value}`;
  if (value instanceof Sized) return `${value.kind} ${value.value}`;
  if (Array.isArray(value)) return isNilSlice(value) ? 'nilList' : `[${value.map(printed).join()}]`;
  if (value instanceof GoMap)
    return value.isNil === true ? 'nilMap' : `{${sortedKeys(value).map(key => `${JSON.stringify(key)}:${printed(value.get(key)!)}`)}}`;
  if (value instanceof Time) return `time ${value.format('2006-01-02T15:04:05.999999999Z07:00')} ${value.location.name}`;
  if (value instanceof GoObject) throw new Error(`unexpected ${value.goType}`);
  return String(value);
}

function printedTagged({ t, v, b, list, keys }: Tagged): string {
  switch (t) {
    case 'nil':
      return 'null';
    case 'bool':
      return v!;
    case 'string':
      return JSON.stringify(fromBase64(b ?? ''));
    case 'float64':
      return `float64 ${v === '-0' ? v : Number(v!.replace('Inf', 'Infinity'))}`;
    case 'list':
    case 'maps':
      return `[${(list ?? []).map(printedTagged).join()}]`;
    case 'map': {
      const entries = new Map((keys ?? []).map((key, i) => [fromBase64(key), list![i]!]));
      return `{${sortedKeys(entries).map(key => `${JSON.stringify(key)}:${printedTagged(entries.get(key)!)}`)}}`;
    }
    default:
      return v === undefined ? t : `${t} ${v}`;
  }
}

function judged(requests: readonly object[]): string[] {
  const input = requests.map(request => `${JSON.stringify(request)}\n`).join('');
  const run = spawnSync(judge, { input, encoding: 'utf8', maxBuffer: 1 << 29 });
  if (run.status !== 0) throw new Error(run.stderr.slice(0, 1000));
  return run.stdout
    .trimEnd()
    .split('\n')
    .map(line => {
      const { ok, value, error } = JSON.parse(line) as { ok?: string; value?: Tagged; error?: string };
      if (error !== undefined) return `error: ${fromBase64(error)}`;
      return value === undefined ? fromBase64(ok ?? '') : printedTagged(value);
    });
}

function ours(call: () => string): string {
  try {
    return call();
  } catch (error) {
    const { name, message } = error as Error;
    if (!/^(?:Yaml|Json|Toml|Func)Error$/.test(name)) throw error;
    return `error: ${name === 'FuncError' ? 'panic: ' : ''}${message}`;
  }
}

/** Two keys that are nil, in different maps: Go reports either. */
const isRandom = (verdict: string): boolean => verdict.includes('unsupported map key of type: ');

function compareTexts(op: string, texts: readonly string[], call: (text: string) => string, normal = (verdict: string) => verdict) {
  const verdicts = judged(texts.map(text => ({ op, data: base64(text) }))).map(normal);
  const differences = texts
    .map((text, i) => ({ text, go: verdicts[i]!, ours: ours(() => call(text)) }))
    .filter(({ go, ours: mine }) => go !== mine && !(isRandom(go) && isRandom(mine)));
  expect({ seed, differences: differences.slice(0, 5) }).toEqual({ seed, differences: [] });
}

function compareValues(op: string, list: readonly Value[], call: (value: Value) => string) {
  const verdicts = judged(list.map(value => ({ op, value: tagOf(value) })));
  const differences = list
    .map((value, i) => ({ value: JSON.stringify(tagOf(value)), go: verdicts[i]!, ours: ours(() => call(value)) }))
    .filter(({ go, ours: mine }) => go !== mine);
  expect({ seed, differences: differences.slice(0, 5) }).toEqual({ seed, differences: [] });
}

const yamlFiles = (function* walk(folders: readonly string[]): Generator<string> {
  for (const path of folders) {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) yield* walk([join(path, entry.name)]);
      else if (entry.name.endsWith('.yaml')) yield readFileSync(join(path, entry.name), 'utf8');
    }
  }
})(['charts', 'examples', 'test/golden'].map(name => join(process.cwd(), name)));
const samples = hasGo ? [...yamlFiles] : [''];
const sampled = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { numRuns: generated, seed });

/** What the head says, in the words of the judge's JSON. */
function printedHead(text: string): string {
  const { apiVersion, kind, name, annotations } = readHead(text);
  return JSON.stringify([apiVersion, kind, name, annotations === undefined ? null : [...annotations].sort()]);
}

function headOfJudge(verdict: string): string {
  if (verdict.startsWith('error: ')) return verdict.replace('main.SimpleHead', 'util.SimpleHead');
  const head = JSON.parse(verdict) as {
    apiVersion: string;
    kind?: string;
    metadata?: { name: string; annotations: Record<string, string> | null };
  };
  const annotations = head.metadata?.annotations ?? null;
  return JSON.stringify([head.apiVersion, head.kind ?? '', head.metadata?.name ?? '', annotations && Object.entries(annotations).sort()]);
}

describeUnless(hasGo ? undefined : 'Go is not installed', 'codecs of Helm in Go', () => {
  test.each([
    ['unmarshalYaml', unmarshalYaml],
    ['unmarshalYamlMap', unmarshalYamlMap],
    ['unmarshalYamlArray', unmarshalYamlArray],
  ])(
    '%s',
    (op, call) => {
      compareTexts(op, [...samples, ...sampled(yamlTexts(samples))], text => printed(call(text)));
    },
    300_000,
  );

  test('readHead', () => {
    const documents = samples.flatMap(text => text.split(/^---/m));
    compareTexts('readHead', [...documents, ...sampled(yamlTexts(documents))], printedHead, headOfJudge);
  }, 300_000);

  test.each([
    ['unmarshalJson', unmarshalJson],
    ['unmarshalJsonMap', unmarshalJsonMap],
  ])(
    '%s',
    (op, call) => {
      compareTexts(op, sampled(jsonTexts(value => marshalJson(value))), text => printed(call(text)));
    },
    300_000,
  );

  test('unmarshalToml', () => {
    compareTexts('unmarshalToml', sampled(tomlTexts), text => printed(unmarshalToml(text)));
  }, 300_000);

  test.each<[string, (value: Value) => string]>([
    ['marshalYaml', marshalYaml],
    ['marshalYamlPretty', marshalYamlPretty],
    ['marshalJson', value => marshalJson(value)],
    ['marshalJsonIndent', value => marshalJson(value, { indent: '  ' })],
    ['marshalJsonRaw', value => marshalJson(value, { escapeHtml: false })],
    ['marshalToml', marshalToml],
  ])(
    '%s',
    (op, call) => {
      compareValues(op, [...sampled(values), ...sampled(valuesWithNotFinite)], call);
    },
    300_000,
  );

  test('marshalYaml of what was read', () => {
    const read = samples.filter(text => !ours(() => printed(unmarshalYaml(text))).startsWith('error: '));
    compareValues('marshalYaml', read.map(unmarshalYaml), marshalYaml);
  }, 300_000);
});
