import { argumentsOf, fieldsOf } from '../../src/page/form-fields.js';
import { parametersOf, parseSchema } from '../../src/page/parameters.js';

const rows = (schema: object) => parametersOf(schema as never).map(({ name, type, required, notes }) => [name, type, required, ...notes]);

describe('parameters of a schema', () => {
  it.each<[string, object, unknown[]]>([
    ['none', { type: 'object' }, []],
    [
      'types and what is required',
      { properties: { a: { type: 'string' }, b: { type: ['integer', 'null'] } }, required: ['b'] },
      [
        ['a', 'string', false],
        ['b', 'integer or null', true],
      ],
    ],
    [
      'lists',
      { properties: { a: { type: 'array', items: { type: 'string' } }, b: { type: 'array' } } },
      [
        ['a', 'string[]', false],
        ['b', 'array', false],
      ],
    ],
    [
      'members of objects and of items',
      {
        properties: {
          o: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
          l: { type: 'array', items: { properties: { y: {} } } },
        },
      },
      [
        ['o', 'object', false],
        ['o.x', 'number', true],
        ['l', 'object[]', false],
        ['l[].y', 'any', false],
      ],
    ],
    [
      'limits, choices and defaults',
      {
        properties: {
          n: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
          e: { enum: ['a', 1] },
          c: { const: 'x' },
          s: { type: 'string', format: 'uri', maxLength: 5 },
        },
      },
      [
        ['n', 'integer', false, '≥ 1', '≤ 9', 'default 3'],
        ['e', 'choice', false, 'one of "a", 1'],
        ['c', 'any', false, 'always "x"'],
        ['s', 'string', false, 'length ≤ 5', 'format uri'],
      ],
    ],
    [
      'local references, also to themselves',
      { $defs: { N: { type: 'object', properties: { next: { $ref: '#/$defs/N' } } } }, properties: { n: { $ref: '#/$defs/N' } } },
      [
        'n',
        'n.next',
        'n.next.next',
        'n.next.next.next',
        'n.next.next.next.next',
        'n.next.next.next.next.next',
        'n.next.next.next.next.next.next',
      ].map(name => [name, 'object', false]),
    ],
    [
      'references that lead nowhere, or in a circle',
      {
        $defs: { A: { $ref: '#/$defs/A' } },
        properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/nope' }, c: { $ref: 'https://x.example' } },
      },
      [
        ['a', 'any', false],
        ['b', 'any', false],
        ['c', 'any', false],
      ],
    ],
    [
      'variants',
      { properties: { v: { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'string' }] } } },
      [['v', 'string or null', false]],
    ],
    [
      'what is not a schema',
      { properties: { a: null, b: 1, c: [] }, required: 'a' },
      [
        ['a', 'any', false],
        ['b', 'any', false],
        ['c', 'any', false],
      ],
    ],
    ['properties that are no object', { properties: [1] }, []],
    ['__proto__ as a name', JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), [['__proto__', 'string', false]]],
  ])('%s', (_what, schema, expected) => expect(rows(schema)).toEqual(expected));

  it('are at most 300', () => {
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, { type: 'string' }]));
    expect(rows({ properties })).toHaveLength(300);
  });

  it.each(['', 'null', '[]', '"x"', '{', '(nested too deeply to be shown)'])('%j is no schema', text =>
    expect(parseSchema(text)).toBeUndefined(),
  );
});

describe('the form', () => {
  const fields = fieldsOf({
    properties: {
      note: { type: 'string' },
      id: { type: 'integer' },
      ratio: { type: 'number' },
      kind: { enum: ['bug', 7, null] },
      dry: { type: 'boolean', default: true },
      tags: { type: 'array' },
      name: { type: 'string', default: 'x' },
    },
    required: ['id', 'name'],
  })!;

  it('has required fields first, with defaults', () => {
    expect(fields.map(({ name, kind, initial, choices }) => [name, kind, initial, choices])).toEqual([
      ['id', 'number', '', []],
      ['name', 'text', 'x', []],
      ['note', 'text', '', []],
      ['ratio', 'number', '', []],
      ['kind', 'choice', '', ['"bug"', '7', 'null']],
      ['dry', 'choice', 'true', ['true', 'false']],
      ['tags', 'json', '', []],
    ]);
  });

  const filled = (values: Record<string, string>) => argumentsOf(fields, new Map(Object.entries(values)));

  it.each<[Record<string, string>, string]>([
    [{ id: '1', name: '' }, '{"id": 1, "name": ""}'],
    [{ id: '12345678901234567890', ratio: '1.10' }, '{"id": 12345678901234567890, "name": "", "ratio": 1.10}'],
    [
      { id: ' -7 ', note: 'a "b"\n', kind: 'null', dry: 'false' },
      '{"id": -7, "name": "", "note": "a \\"b\\"\\n", "kind": null, "dry": false}',
    ],
    [{ id: '1', tags: '["x"]' }, '{"id": 1, "name": "", "tags": ["x"]}'],
  ])('%j', (values, expected) => expect(filled(values).replace(/\n\s*/g, ' ').replace('{ ', '{').replace(' }', '}')).toBe(expected));

  it.each<[Record<string, string>, string]>([
    [{}, 'id is required'],
    [{ id: 'one' }, 'id must be a number'],
    [{ id: '1.5' }, 'id must be an integer'],
    [{ id: '0x10' }, 'id must be a number'],
    [{ id: '1', ratio: 'NaN' }, 'ratio must be a number'],
    [{ id: '1', tags: '[1' }, 'tags must be JSON'],
  ])('%j: %s', (values, message) => expect(() => filled(values)).toThrow(message));

  it('no fields make no arguments', () => expect(argumentsOf(fieldsOf({ type: 'object' })!, new Map())).toBe('{}'));

  it('a schema of variants is filled in as JSON', () => expect(fieldsOf({ anyOf: [{ properties: { a: {} } }] })).toBeUndefined());
});
