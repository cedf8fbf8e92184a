import { GoMap, type Value } from '@mcpgw/go/values';
import fc from 'fast-check';
import { drafts, type Json } from './drafts.js';
import { FastValidator } from './fits.js';
import { metaschema } from './metaschema.js';
import { type CompilePattern, Compiler } from './schema.js';
import { isPlainSchema } from './shape.js';
import { validate } from './validate.js';

const compilePattern: CompilePattern = source => {
  const pattern = new RegExp(source, 'u');
  return { source, test: text => pattern.test(text) };
};

const versions = [7, 2019, 2020] as const;

const fits = (schema: Json, value: Json, version: (typeof versions)[number] = 7): boolean =>
  new FastValidator(schema, drafts[version], compilePattern).certainlyFits(value);

/** The result of the complete validator, which compiles the schema. */
function isValid(schema: Json, value: Json, version: (typeof versions)[number]): boolean {
  const $schema = drafts[version].url;
  const whole = typeof schema === 'object' ? { ...schema, $schema } : schema;
  const compiled = new Compiler(compilePattern, metaschema, () => {}).compile('file:///s.json', whole);
  return validate(compiled, value, { compilePattern }).length === 0;
}

test.each<[string, Json, Json, Json]>([
  ['type', { type: 'string' }, 'a', 1],
  ['types', { type: ['integer', 'null'] }, 1.0, 1.5],
  ['enum', { enum: ['a', 1, null] }, 1, 'b'],
  ['const', { const: { a: [1] } }, { a: [1] }, { a: [2] }],
  ['required', { required: ['a'] }, { a: null }, { b: 1 }],
  ['minProperties', { minProperties: 1 }, { a: 1 }, {}],
  ['maxProperties', { maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  ['properties', { properties: { a: { type: 'string' } } }, { a: 'x', b: 1 }, { a: 1 }],
  ['patternProperties', { patternProperties: { '^x-': { type: 'string' } } }, { a: 1, 'x-a': '' }, { 'x-a': 1 }],
  [
    'additionalProperties: false',
    { properties: { a: {} }, patternProperties: { '^x-': {} }, additionalProperties: false },
    { 'x-a': 1 },
    { b: 1 },
  ],
  ['additionalProperties', { properties: { a: {} }, additionalProperties: { type: 'string' } }, { a: 1, b: '' }, { b: 1 }],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
  [
    'names of prototypes',
    { properties: { constructor: { type: 'string' } }, additionalProperties: false },
    { constructor: '' },
    { toString: 1 },
  ],
  ['minItems', { minItems: 1 }, [1], []],
  ['maxItems', { maxItems: 1 }, [1], [1, 2]],
  [
    'uniqueItems',
    { uniqueItems: true },
    [1, '1', { a: 1 }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  ['items', { items: { type: 'string' } }, ['a'], ['a', 1]],
  ['contains', { contains: { const: 1 } }, [2, 1], [2]],
  ['minLength, in characters', { minLength: 2 }, 'ab', '😀'],
  ['maxLength, in characters', { maxLength: 1 }, '😀', 'ab'],
  ['pattern', { pattern: '^a' }, 'ab', 'b'],
  ['format', { format: 'ipv4' }, '1.2.3.4', '1.2.3'],
  ['minimum', { minimum: 1 }, 1, 0],
  ['maximum', { maximum: 1 }, 1, 2],
  ['not', { not: { type: 'string' } }, 1, 'a'],
  ['allOf', { allOf: [{ type: 'string' }, { minLength: 1 }] }, 'a', ''],
  ['anyOf', { anyOf: [{ type: 'string' }, { minimum: 1 }] }, 1, 0],
  ['oneOf', { oneOf: [{ type: 'number' }, { minimum: 1 }] }, 0, 1],
  ['if and then', { if: { type: 'string' }, then: { minLength: 1 } }, 1, ''],
  ['if and else', { if: { type: 'string' }, else: { minimum: 1 } }, 'a', 0],
  ['a reference', { properties: { a: { $ref: '#/definitions/a' } }, definitions: { a: { type: 'string' } } }, { a: '' }, { a: 1 }],
  ['the root', { properties: { a: { $ref: '#' } }, additionalProperties: false }, { a: { a: {} } }, { a: { b: 1 } }],
  ['false', { properties: { a: false } }, { b: 1 }, { a: 1 }],
])('%s', (_keyword, schema, right, wrong) => {
  expect(isPlainSchema(schema, drafts[7], compilePattern)).toBe(true);
  expect([fits(schema, right), isValid(schema, right, 7)]).toEqual([true, true]);
  expect([fits(schema, wrong), isValid(schema, wrong, 7)]).toEqual([false, false]);
});

test('keywords beside a reference have an effect from 2019-09 on', () => {
  const schema = { properties: { a: { $ref: '#/$defs/a', minLength: 1 } }, $defs: { a: { type: 'string' } } };
  expect(versions.map(version => fits(schema, { a: '' }, version))).toEqual([true, false, false]);
  expect(versions.map(version => isValid(schema, { a: '' }, version))).toEqual([true, false, false]);
});

test('a format is an annotation from 2019-09 on', () => {
  expect(versions.map(version => fits({ format: 'ipv4' }, 'x', version))).toEqual([false, true, true]);
});

test.each<[string, Json, Json]>([
  ['a reference to itself', { $ref: '#' }, 1],
  ['a regular expression', { format: 'regex' }, 'a'],
  ['a value that JSON cannot hold', {}, new Date(0) as unknown as Json],
])('%s is left to the validator, also below not', (_what, schema, value) => {
  expect(fits(schema, value)).toBe(false);
  expect(fits({ not: schema }, value)).toBe(false);
});

test.each<[string, Json]>([
  ['nothing there', { $ref: '#/definitions/a' }],
  ['no schema there', { default: 1, properties: { a: { $ref: '#/default' } } }],
  ['an anchor', { $ref: '#a' }],
  ['another document', { $ref: 'other.json' }],
])('a reference to %s is not plain', (_what, schema) => {
  expect(isPlainSchema(schema, drafts[7], compilePattern)).toBe(false);
});

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1, 1.5, -2, '', 'a', 'ab', '1.2.3.4'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'x-a', '__proto__'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>(tie => {
  const schemas = fc.array(tie('schema'), { minLength: 1, maxLength: 2 });
  const byName = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema'), { maxKeys: 2, noNullPrototype: true });
  const count = fc.nat({ max: 2 });
  const keywords = fc.record(
    {
      type: fc.constantFrom<Json>('string', 'integer', 'object', ['array', 'null'], ['number', 'string']),
      enum: fc.constantFrom<Json>(['a', 1], [null, true]),
      const: value,
      format: fc.constantFrom('ipv4', 'regex'),
      properties: byName,
      patternProperties: fc.dictionary(fc.constantFrom('^x-', 'a'), tie('schema'), { maxKeys: 1, noNullPrototype: true }),
      additionalProperties: tie('schema'),
      propertyNames: tie('schema'),
      required: fc.constantFrom<Json>(['a'], ['a', 'b']),
      items: tie('schema'),
      contains: tie('schema'),
      uniqueItems: fc.boolean(),
      minItems: count,
      maxProperties: count,
      minLength: count,
      pattern: fc.constantFrom('^a', 'b$'),
      minimum: count,
      maximum: count,
      not: tie('schema'),
      allOf: schemas,
      anyOf: schemas,
      oneOf: schemas,
      if: tie('schema'),
      then: tie('schema'),
      else: tie('schema'),
      $ref: fc.constantFrom('#', '#/definitions/a', '#/definitions/b'),
    },
    { requiredKeys: [] },
  );
  const few = keywords.chain(all =>
    fc.subarray(Object.keys(all), { maxLength: Math.min(3, Object.keys(all).length) }).map(names => pick(all, names)),
  );
  return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), few as fc.Arbitrary<Json>) };
}).schema;

const pick = (all: object, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

test('a value that certainly fits is accepted by the validator', () => {
  const root = fc
    .tuple(schema, schema, schema)
    .map(([own, a, b]): Json => (typeof own === 'object' ? { ...own, definitions: { a, b } } : own));
  let fitting = 0;
  let refused = 0;
  fc.assert(
    fc.property(root, value, fc.constantFrom(...versions), (root, value, version) => {
      if (!isPlainSchema(root, drafts[version], compilePattern)) return;
      const own = fits(root, value, version);
      const valid = isValid(root, value, version);
      if (own) fitting++;
      else if (!valid) refused++;
      expect(own && !valid).toBe(false);
    }),
    { numRuns: 1000, seed: 11 },
  );
  expect(Math.min(fitting, refused)).toBeGreaterThan(100);
});

describe('many values over the same defaults', () => {
  const schema: Json = {
    properties: {
      a: { type: 'string', pattern: '^[a-z]+$' },
      o: { $ref: '#/definitions/o' },
      p: { $ref: '#/definitions/o' },
      l: { type: 'array', items: { type: 'number' } },
    },
    allOf: [
      { properties: { a: { maxLength: 3 } } },
      { if: { properties: { l: { minItems: 2 } } }, then: { properties: { o: { required: ['x'] } } } },
    ],
    additionalProperties: false,
    definitions: {
      o: {
        type: 'object',
        properties: { x: { type: 'number' }, y: { properties: { z: { enum: ['u', 'v'] } } } },
        additionalProperties: false,
      },
    },
  };
  type Tree = { [key: string]: Tree | string | number | number[] | null };
  const toMap = (value: Tree[string]): Value =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new GoMap(Object.entries(value).map(([key, item]) => [key, toMap(item)]))
      : value;
  const over = (own: Tree, defaults: Tree): Tree => {
    const merged: Tree = { ...defaults, ...own };
    for (const [key, value] of Object.entries(own)) {
      const below = defaults[key];
      if (value === null) delete merged[key];
      else if (isTree(value) && isTree(below)) merged[key] = over(value, below);
    }
    return merged;
  };
  const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

  const z = fc.record({ z: fc.constantFrom<Tree[string]>('u', 'v', 'u', 'v', null, 'w') }, { requiredKeys: [] });
  const o = fc.record(
    { x: fc.constantFrom<Tree[string]>(1, 2, 3, 4, null, 'no'), y: fc.oneof({ weight: 9, arbitrary: z }, fc.constant('text')) },
    { requiredKeys: [] },
  );
  const tree = fc.record(
    {
      a: fc.constantFrom<Tree[string]>('abc', 'ab', 'b', 'c', null, 'abcd', 'A'),
      o: fc.oneof({ weight: 9, arbitrary: o }, fc.constant(null)),
      p: o,
      l: fc.constantFrom<Tree[string]>([1], [1, 2], []),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Tree>;

  test('each is checked as if it were the only one', () => {
    let fitting = 0;
    fc.assert(
      fc.property(tree, fc.array(tree, { minLength: 3, maxLength: 8 }), (defaults, owns) => {
        const fast = new FastValidator(schema, drafts[7], compilePattern);
        for (const own of owns) {
          const values = toMap(over(own, defaults));
          const alone = new FastValidator(schema, drafts[7], compilePattern).certainlyFits(values);
          if (alone) fitting++;
          expect(fast.certainlyFits(values, toMap(own) as GoMap)).toBe(alone);
        }
      }),
      { numRuns: 3000 },
    );
    expect(fitting).toBeGreaterThan(500);
  });

  test('a default that fitted is not checked again', () => {
    const fast = new FastValidator({ properties: { a: { pattern: 'x' }, b: { type: 'number' } } }, drafts[7], source => ({
      source,
      test: text => {
        looks++;
        return text.includes(source);
      },
    }));
    let looks = 0;
    for (const b of [1, 2, 3, 4]) expect(fast.certainlyFits(toMap({ a: 'xx', b }), toMap({ b }) as GoMap)).toBe(true);
    expect(looks).toBe(2);
    expect(fast.certainlyFits(toMap({ a: 'y', b: 1 }), toMap({ a: 'y', b: 1 }) as GoMap)).toBe(false);
    expect(fast.certainlyFits(toMap({ a: 'xx', b: 'text' }), toMap({ b: 'text' }) as GoMap)).toBe(false);
  });
});
