import { formatPath } from '@mcpgw/diagnostics';
import type { Node } from '../yaml/node.js';
import { parseYaml } from '../yaml/read.js';
import { checkShape } from './check.js';
import type { CheckOptions, Inspect } from './options.js';
import { any, anyText, bool, def, int, list, map, opt, req, type Shape, string, struct, union } from './shape.js';

/** Rule, path and message of each finding of a text. */
function found(text: string, shape: Shape, options: Partial<CheckOptions> = {}): string[] {
  const [root] = parseYaml(text, { file: 'f', dialect: 'go' }).documents;
  const findings = checkShape(root!, shape, { file: 'f', version: '1.2.0', reader: 'it', ...options });
  return findings.map(
    ({ severity, rule, path, message }) => `${severity === 'error' ? '' : `${severity} `}${rule} ${formatPath(path ?? [])}: ${message}`,
  );
}

const words: Shape = {
  type: 'enum',
  values: ['a', 'b', 'c'],
  since: new Map([
    ['b', '1.2.0'],
    ['c', '1.3.0'],
  ]),
};
const portOrName: Shape = {
  type: 'scalar',
  name: 'a port or its name',
  types: ['integer', 'string'],
  check: ({ value }, version) => (value === 0 ? { message: `0 is not a port in ${version}` } : undefined),
};

describe('scalars', () => {
  it.each<[text: string, shape: Shape, findings: string[]]>([
    ['a', words, []],
    ['b', words, []],
    ['c', words, ['bad-value : "c" is not one of the known values']],
    ['1', words, ['wrong-type : expected one of "a", "b" and "c", found an integer']],
    ['80', portOrName, []],
    ['http', portOrName, []],
    ['0', portOrName, ['bad-value : 0 is not a port in 1.2.0']],
    ['1.5', portOrName, ['wrong-type : expected a port or its name, found a fraction']],
    ['true', portOrName, ['wrong-type : expected a port or its name, found a boolean']],
    ['[]', portOrName, ['wrong-type : expected a port or its name, found a list']],
    ['9223372036854775807', { type: 'integer', bits: 64 }, []],
    ['9223372036854775808', { type: 'integer', bits: 64 }, ['wrong-type : 9223372036854775808 does not fit into 64 bits']],
    ['x', { type: 'string', name: 'a name', check: (text, version) => ({ message: `${text} ${version}` }) }, ['bad-value : x 1.2.0']],
  ])('%s', (text, shape, findings) => expect(found(text, shape)).toEqual(findings));
});

describe('null and repeated keys', () => {
  const shape = struct('a box', {
    lid: req(string('a lid'), 'what closes it'),
    side: opt(int(1), 'a side'),
    parts: def(list(struct('a part', { name: req(anyText, 'its name') })), 'parts'),
    tags: def(map(bool, { unique: true }), 'tags'),
  });

  it('null is a value of its own to a reader of configuration', () => {
    expect(found('{lid: null, side: null, parts: [null], tags: {a: null}}', shape)).toEqual([
      'wrong-type lid: expected a lid, found null',
      'wrong-type parts[0]: expected a mapping (a part), found null',
      'wrong-type tags.a: expected true or false, found null',
    ]);
  });

  it('null counts as absent', () => {
    expect(found('{lid: null, tags: {a: null}}', shape, { nullIsAbsent: true })).toEqual([
      'missing-field : the field "lid" is missing in a box',
    ]);
  });

  it('null is the zero value to Go', () => {
    expect(found('{lid: null, side: null, parts: [null], tags: {a: null}}', shape, { decodesGo: true })).toEqual([
      'missing-field parts[0]: the field "name" is missing in a part',
    ]);
  });

  it('of equal keys the last is read, and Go reads each', () => {
    const text = 'lid: a\nside: w\nside: x\ntags: {a: 1, a: 2}';
    const repeated = ['duplicate-field side: "side" is already set above in this mapping'];
    const inTags = 'duplicate-field tags.a: "a" is already set above in this mapping';
    const wrong = (path: string, type: string, value: string) => `wrong-type ${path}: expected ${type}, found ${value}`;
    const side = wrong('side', 'an integer', 'a string');
    const tag = wrong('tags.a', 'true or false', 'an integer');
    expect(found(text, shape)).toEqual([...repeated, side, inTags, tag]);
    expect(found(text, shape, { decodesGo: true })).toEqual([...repeated, side, side, inTags, tag, tag]);
  });
});

describe('fields', () => {
  const shape = struct('a box', {
    name: req(anyText, 'its name', { nonEmpty: true }),
    tags: def(map(anyText), 'tags', { nonEmpty: true }),
    word: def(words, 'a word', { emptyIsAbsent: true }),
    gated: def(struct('a part', { size: def(int(1), 'its size') }), 'a part', { dropped: { until: '1.3.0' } }),
    stored: def(struct('a part', { size: def(int(1), 'its size'), to: def(anyText, '', { dropped: {} }) }), 'a part', { unchecked: true }),
    old: def(words, 'a word', { until: '1.2.0' }),
  });

  it.each<[text: string, findings: string[]]>([
    ['{name: a, word: ""}', []],
    ['{name: "", tags: {}}', ['missing-field name: "name" may not be empty', 'missing-field tags: "tags" may not be empty']],
    ['{name: a, old: nothing}', ['unknown-field old: it does not know the field "old" in a box: it was removed in v1.2.0']],
    ['{name: a, gated: {size: 0}}', ['warning feature-gate gated: it drops "gated" by default']],
    [
      '{name: a, gated: {size: x, odd: 1}}',
      [
        'warning feature-gate gated: it drops "gated" by default',
        'wrong-type gated.size: expected an integer, found a string',
        'unknown-field gated.odd: unknown field "odd" in a part',
      ],
    ],
    [
      '{name: a, stored: {size: 0}}',
      ['warning bad-value stored.size: 0 is out of range: at least 1; the reader stores it without a look, what uses it fails later'],
    ],
  ])('%s', (text, findings) => expect(found(text, shape)).toEqual(findings));
});

it('values of any type are searched for repeated keys where that is asked for', () => {
  const text = 'a: [{b: 1, b: 2}]\na: 3';
  expect(found(text, any)).toEqual([]);
  expect(found(text, { type: 'any', unique: true })).toEqual([
    'duplicate-field a: "a" is already set above in this mapping',
    'duplicate-field a[0].b: "b" is already set above in this mapping',
  ]);
  expect(found('[]', { type: 'any', mapping: true })).toEqual(['wrong-type : expected a mapping, found a list']);
});

it('an inspection sees each structure after its fields, and reports as the field around it is checked', () => {
  const part = struct('a part', { size: def(any, 'its size') });
  const shape = struct('a box', { a: def(part, ''), b: def(list(part), '', { dropped: {} }), c: def(part, '', { unchecked: true }) });
  const inspect: Inspect = (node, { title }, report) => {
    if (title === 'a part') report('bad-value', 'error', ['size', 'no', 'such'], `seen with ${node.entries.length} fields`);
  };
  expect(found('{a: {size: 1}, b: [{size: 1}], c: {}}', shape, { inspect })).toEqual([
    'bad-value a.size.no.such: seen with 1 fields',
    'warning feature-gate b: it drops "b" by default',
    'warning bad-value c.size.no.such: seen with 0 fields; the reader stores it without a look, what uses it fails later',
  ]);
});

it('a value that is too large is not passed as right', () => {
  let node: Node = { kind: 'scalar', value: 1, text: '1', plain: true, isFloat: false, span: { start: 0, end: 1 } };
  for (let level = 0; level < 3; level++) node = { kind: 'list', items: Array<Node>(200).fill(node), span: node.span };
  const findings = checkShape(node, list(list(list(int(0)))), { file: 'f', version: '1.0.0', reader: 'it' });
  expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
    'too-large the value takes more than 5000000 steps to check; the rest of it is not checked',
  ]);
});

it('a union speaks of the variant that comes nearest, or names all', () => {
  const shape = union(struct('a box', { lid: req(anyText, 'its lid') }), anyText);
  expect(found('{ld: x}', shape)).toEqual([
    'unknown-field ld: unknown field "ld" in a box',
    'missing-field : the field "lid" is missing in a box',
  ]);
  expect(found('[]', shape)).toEqual(['wrong-type : expected a mapping with "lid" or a string, found a list']);
});
