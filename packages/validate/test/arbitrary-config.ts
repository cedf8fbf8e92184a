/** Generates configurations from the shapes that check them: valid ones, and ones with a few errors. */

import type { Shape, StructShape } from '@mcpgw/structure';
import fc from 'fast-check';

type Json = unknown;

/** Texts that shapes with a name accept. Other shapes accept any of `words`. */
const known: Readonly<Record<string, readonly string[]>> = {
  'an http or https URL': ['http://h.test/mcp', 'https://h.test:8443/mcp'],
  'a duration such as "30s"': ['30s', '1m', '0s'],
  'a server name': ['alpha', 'beta', 'gamma-1'],
  'a profile name': ['reading', 'work_1'],
  'an address to listen on': ['127.0.0.1:8080', ':9000', '[::1]:1'],
  'a separator': ['__', ':'],
  'a redis URL': ['redis://r.test:6379'],
  'the name of a host': ['mcp.test', '*'],
  'the name of an API': ['shop', 'stock'],
  'the name of a tool': ['get_item', 'list'],
  'the name of a header': ['X-Key', 'Authorization'],
  'a path': ['/items', '/'],
  'a name': ['template'],
  'a non-empty string': ['text'],
};
const words = ['read', 'text', 'a b', '/data', '127.0.0.1:8080'];

const textOf = (name: string): fc.Arbitrary<string> => fc.constantFrom(...(known[name] ?? words));

function structOf(shape: StructShape, depth: number): fc.Arbitrary<Json> {
  const fields = Object.entries(shape.fields).filter(([, field]) => field.unsupported === undefined && field.deprecated === undefined);
  const required = fields.filter(([, { need }]) => need === 'required');
  const optional = fields.filter(([, { need }]) => need !== 'required');
  const some = fc.subarray(optional, { maxLength: Math.min(optional.length, depth > 2 ? 1 : 5) });
  return some.chain(chosen =>
    fc.record(Object.fromEntries([...required, ...chosen].map(([key, field]) => [key, valueOfShape(field.shape, depth + 1)]))),
  );
}

/** A value that a shape accepts. */
function valueOfShape(shape: Shape, depth: number): fc.Arbitrary<Json> {
  switch (shape.type) {
    case 'string':
      return textOf(shape.name);
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.ceil(shape.min ?? 0), max: Math.floor(Math.min(Number(shape.max ?? 1000), (shape.min ?? 0) + 1000)) });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...shape.values);
    case 'list':
      return fc.array(valueOfShape(shape.of, depth), { minLength: shape.min ?? 0, maxLength: 2 });
    case 'map':
      return fc.dictionary(fc.constantFrom('alpha', 'beta', 'X-Key'), valueOfShape(shape.of, depth), { maxKeys: 2 });
    case 'struct':
      return structOf(shape, depth);
    case 'union':
    case 'select':
      return fc.oneof(...shape.of.map(variant => valueOfShape(variant, depth)));
    case 'lazy':
      return valueOfShape(shape.get(), depth);
    case 'null':
      return fc.constant(null);
    case 'any':
      return fc.constantFrom<Json>({ a: 1 }, 'x', true);
    default:
      throw new Error(`no generator for ${shape.type}`);
  }
}

/** Whole files that a shape accepts. */
export const configOf = (shape: Shape): fc.Arbitrary<Json> => valueOfShape(shape, 0);

/** Values that replace another value or are added under a new key. */
const hostile: readonly Json[] = [
  ...[
    '',
    ' ',
    'a:b',
    'nope',
    'x\r\ny',
    'tab\there',
    'nul\u0000',
    'Ā',
    'http://h.test:10080/',
    'http://h.test:6000/mcp',
    'ftp://h',
    'http://',
  ],
  ...[
    '${env:TOKEN}',
    '${env:NOPE}',
    '${TOKEN}',
    '${NOPE}',
    '${NOPE:-d}',
    '${keyring:x}',
    '${vault:x}',
    '${}',
    '${env:}',
    '${env:A-B}',
    '${open',
  ],
  ...[
    '$${env:TOKEN}',
    '{env:TOKEN}',
    '{env:}',
    '{file:x}',
    '{file:',
    'http://${env:HOST}/mcp',
    'http://${HOST}:22/',
    'Bearer ${env:TOKEN}',
  ],
  ...['30', '-1s', '99h', 'alpha:read', 'read*', '2026', 'stdio', 'sse', 'redis', 'true', '127.0.0.1:70000', '__proto__', 'constructor'],
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e21,
    [],
    {},
    ['read'],
    ['alpha:read'],
    ['', ''],
    [[]],
    { a: '1' },
    { 'a b': 'x' },
    { Expect: 'x' },
  ],
  ...[{ enabled: true }, { enabled: false }, { 'X-A': 'a\nb' }, { 'X-A': '${env:TOKEN}' }, { 'X-A': '1', 'x-a': '2' }, { 'a=b': '1' }],
];
const keys = [
  'enabled',
  'quarantined',
  'disabled_tools',
  'enabled_tools',
  'oauth',
  'isolation',
  'listen',
  'zzz',
  '__proto__',
  'command',
  'url',
  'type',
];

type Path = readonly (string | number)[];

function pathsOf(value: Json, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => pathsOf(item, [...path, index]))];
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

function changed(value: Json, path: Path, change: (old: Json) => Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? changed(item, rest, change) : item));
  const entries = Object.entries(value as object).map(([key, item]) => [key, key === step ? changed(item, rest, change) : item]);
  return Object.fromEntries(entries);
}

const isMap = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One change of a value at a position that `at` selects. */
const mutation = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'add', 'twice', 'rename'),
  value: fc.constantFrom(...hostile),
  key: fc.constantFrom(...keys),
});

function mutated(value: Json, { at, how, value: other, key }: { at: number; how: string; value: Json; key: string }): Json {
  const paths = pathsOf(value);
  const path = paths[at % paths.length]!;
  return changed(value, path, old => {
    if (how === 'twice' && Array.isArray(old)) return [...old, ...old];
    if (how === 'add' && isMap(old)) return { ...old, [key]: other };
    if (!isMap(old) || Object.keys(old).length === 0) return other;
    const [first, ...more] = Object.entries(old);
    if (how === 'remove') return Object.fromEntries(more);
    if (how === 'rename') return Object.fromEntries([[`${first![0]}x`, first![1]], ...more]);
    return other;
  });
}

/** Values of an arbitrary, with up to three changes each. */
export const withMutations = (config: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.tuple(config, fc.array(mutation, { maxLength: 3 })).map(([value, changes]) => changes.reduce<Json>(mutated, value));

/** Ways to write a value as the text of a file: JSON, and text that only resembles it. */
export const writings: Readonly<Record<string, (json: string) => string>> = {
  json: json => json,
  'byte order mark': json => `\ufeff${json}`,
  comment: json => `// servers\n${json}`,
  'last comma': json => json.replace(/\}\s*$/, ',}'),
  'single quotes': json => json.replaceAll('"', "'"),
  'key twice': json => json.replace(/"([a-zA-Z_]+)":/, '"$1": 1, "$1":'),
  'two documents': json => `${json}\n---\n${json}`,
  'unquoted key': json => json.replace(/"([a-zA-Z_]+)":/, '$1:'),
};
