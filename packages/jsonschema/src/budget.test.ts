import { compile as compileRegexp } from '@mcpgw/go/regexp';
import { GoMap, type Value } from '@mcpgw/go/values';
import { type CompilePattern, compileJsonSchema, compileSchema, type Json, SchemaError } from './index.js';
import { canonical, equals } from './values.js';
import type { Work } from './work.js';

const compilePattern: CompilePattern = source => {
  const regexp = compileRegexp(source);
  return { source, work: length => regexp.steps(length) / 100, test: text => regexp.matchString(text) };
};

function toValue(json: Json): Value {
  if (Array.isArray(json)) return json.map(toValue);
  if (typeof json !== 'object' || json === null) return json;
  return new GoMap(Object.entries(json).map(([key, value]) => [key, toValue(value)]));
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const keyed = (count: number, make: (i: number) => Json): { [key: string]: Json } =>
  Object.fromEntries(many(count, i => [`key${i}`, make(i)]));
const every = (schema: Json): Json => ({ additionalProperties: schema });
const items = (schema: Json): Json => ({ properties: { list: { items: schema } } });
const list = (values: Json[]): Json => ({ list: values });

const latest = 'https://json-schema.org/draft/2020-12/schema';
const draft7 = 'http://json-schema.org/draft-07/schema#';

const tooMuch = new SchemaError('the validation takes more steps than it may');

/** Schemas and values of a few megabytes whose product is far too large to compute. */
const attacks: [string, () => Json, () => Json, string?][] = [
  ['an enum of objects', () => items({ enum: many(20_000, i => ({ a: 1, b: i })) }), () => list(many(20_000, i => ({ a: 1, b: -i - 1 })))],
  ['an enum of texts', () => items({ enum: many(20_000, i => `e${i}`) }), () => list(many(20_000, i => `v${i}`))],
  [
    'an enum of long texts',
    () => items({ enum: many(2_000, i => `${'x'.repeat(4_000)}${i}`) }),
    () => list(many(20_000, i => `${'x'.repeat(4_000)}${-i}`)),
  ],
  [
    'an enum of large objects that have another size',
    () => items({ enum: many(300, i => keyed(300, () => i)) }),
    () => list(many(9_000, () => keyed(40, () => 0))),
  ],
  [
    'a const that all items are compared with',
    () => items({ allOf: many(500, () => ({ not: { const: keyed(2_000, i => i) } })) }),
    () => list(many(50, () => ({ ...keyed(2_000, i => i), key1999: -1 }))),
  ],
  [
    'names that match none of many patterns',
    () => ({ patternProperties: Object.fromEntries(many(900, i => [`^x${i}[a-z]*$`, {}])) }),
    () => keyed(20_000, () => 1),
  ],
  [
    'patterns on long texts',
    () => items({ allOf: many(200, i => ({ pattern: `(a|b|c|${i})*z` })) }),
    () => list(many(20, () => 'abc'.repeat(100_000))),
  ],
  [
    'patterns that backtracking takes long for',
    () => items({ allOf: many(300, i => ({ pattern: `a*b*c*d*e${i}$` })) }),
    () => list(many(1_000, () => 'aabbccdd'.repeat(40))),
  ],
  [
    'lengths of long texts',
    () => items({ allOf: many(2_000, i => ({ minLength: i })) }),
    () => list(many(20, i => `${'é'.repeat(200_000)}${i}`)),
  ],
  [
    'formats of long texts',
    () => items({ allOf: many(2_000, () => ({ format: 'hostname' })) }),
    () => list(many(20, () => 'a.'.repeat(100_000))),
  ],
  [
    'uniqueItems of large items',
    () => items({ allOf: many(1_000, () => ({ uniqueItems: true })) }),
    () => list(many(10, () => many(5_000, i => `text ${i}`))),
  ],
  [
    'uniqueItems of nested items',
    () => items({ allOf: many(1_000, () => ({ uniqueItems: true })) }),
    () => list(many(10, () => [keyed(5_000, i => i)])),
  ],
  ['required names', () => every({ required: many(5_000, i => `r${i}`) }), () => keyed(5_000, () => ({}))],
  [
    'properties that are looked up again',
    () => ({ allOf: many(2_000, () => ({ properties: { none: true } })) }),
    () => keyed(20_000, () => 1),
  ],
  [
    'additional properties',
    () => ({ allOf: many(2_000, () => ({ additionalProperties: { type: 'integer' } })) }),
    () => keyed(20_000, i => i),
  ],
  [
    'additional properties that anything fits',
    () => ({ allOf: many(5_000, () => ({ additionalProperties: {}, minProperties: 1 })) }),
    () => keyed(20_000, i => i),
  ],
  ['property names', () => ({ allOf: many(2_000, i => ({ propertyNames: { minLength: i % 3 } })) }), () => keyed(20_000, i => i)],
  [
    'property names by pattern',
    () => ({ propertyNames: { allOf: many(900, i => ({ pattern: `^k|${i}` })) } }),
    () => keyed(20_000, i => i),
  ],
  [
    'dependencies',
    () => every({ dependencies: Object.fromEntries(many(20_000, i => [`d${i}`, ['x']])) }),
    () => keyed(20_000, () => ({ a: 1 })),
  ],
  [
    'dependentSchemas',
    () => every({ dependentSchemas: Object.fromEntries(many(20_000, i => [`d${i}`, { type: 'object' }])) }),
    () => keyed(20_000, () => ({ a: 1 })),
    latest,
  ],
  [
    'dependentRequired',
    () => every({ dependentRequired: Object.fromEntries(many(20_000, i => [`d${i}`, ['x']])) }),
    () => keyed(20_000, () => ({ a: 1 })),
    latest,
  ],
  ['alternatives of which the last holds', () => items({ oneOf: many(5_000, i => ({ const: i })) }), () => list(many(20_000, () => 4_999))],
  ['contains', () => items({ contains: { contains: { const: -1 } } }), () => list(many(100, () => many(400, () => many(400, i => i))))],
  [
    'minContains',
    () => ({ properties: { list: { allOf: many(1_000, i => ({ contains: { type: 'integer' }, minContains: 5_000 + i })) } } }),
    () => list(many(6_000, i => i)),
    latest,
  ],
  [
    'items that anything fits',
    () => items({ allOf: many(4_000, () => ({ items: true, minItems: 1 })) }),
    () => list(many(10, () => many(20_000, i => i))),
  ],
  [
    'unevaluated properties',
    () => ({ allOf: many(3_000, i => ({ properties: { [`p${i}`]: true }, minProperties: 1 })), unevaluatedProperties: true }),
    () => keyed(20_000, i => i),
    latest,
  ],
  [
    'unevaluated items',
    () => items({ allOf: many(3_000, () => ({ prefixItems: [true], minItems: 1 })), unevaluatedItems: true }),
    () => list([many(50_000, i => i)]),
    latest,
  ],
  [
    'anchors that are found by the way to them',
    () => ({
      $defs: {
        tree: {
          $dynamicAnchor: 'node',
          anyOf: [{ type: 'integer' }, { items: { $dynamicRef: '#node' }, properties: { a: { $dynamicRef: '#node' } } }],
        },
        ...Object.fromEntries(many(300, i => [`w${i}`, { allOf: [i === 0 ? { $ref: '#/$defs/tree' } : { $ref: `#/$defs/w${i - 1}` }] }])),
      },
      $ref: '#/$defs/w299',
    }),
    () => many(40, () => many(40, () => many(40, i => many(40, () => i)))),
    latest,
  ],
  [
    'reasons that are handed up',
    () => ({ if: true, then: { if: true, then: { if: true, then: { additionalProperties: { type: 'string' } } } } }),
    () => keyed(100_000, () => 1),
  ],
  [
    'reasons with long texts',
    () => items({ allOf: many(2_000, () => ({ pattern: '^b' })) }),
    () => list(many(100, () => 'a'.repeat(20_000))),
  ],
];

/** Far below the limit for checking a chart's values: the test shows that every loop counts its work. */
const maxSteps = 200_000;

test.each(attacks)('%s: ends when the steps are used up', (_, schema, value, draft = draft7) => {
  const compiled = compileJsonSchema({ $schema: draft, ...(schema() as object) } as Json, compilePattern);
  const instance = value();
  expect(() => compiled.check(instance, maxSteps)).toThrow(tooMuch);
});

test.each(attacks.slice(0, 6))(
  '%s: values of a chart end so too, and the fast judge does not go on without end',
  (_, schema, value, draft = draft7) => {
    const compiled = compileSchema(JSON.stringify({ $schema: draft, ...(schema() as object) }), compilePattern);
    const values = toValue(value());
    expect(() => compiled.check(values)).toThrow(tooMuch);
  },
);

test('more reasons than a call accepts arguments are returned', () => {
  const compiled = compileSchema('{"if":true,"then":{"additionalProperties":{"type":"string"}}}', compilePattern);
  expect(compiled.check(toValue(keyed(150_000, () => 1)))).toHaveLength(150_000);
});

test('many ids and references to them take linear time', () => {
  const $defs = Object.fromEntries(
    many(20_000, i => [`d${i}`, { $id: `http://a.example/${i}`, $ref: `http://a.example/${(i + 1) % 20_000}` }]),
  );
  const compiled = compileJsonSchema(
    { $schema: latest, $defs: $defs as Json, properties: { a: { $ref: 'http://a.example/0' } } } as Json,
    compilePattern,
  );
  expect(compiled.check({}, maxSteps)).toEqual([]);
});

test('a port with an odd line end takes linear time', () => {
  const compiled = compileJsonSchema({ $schema: draft7, format: 'uri' }, compilePattern);
  expect(compiled.check(`http://${':'.repeat(200_000)}\u2028`, maxSteps)[0]?.text).toMatch(/ after host$/);
});

test('the cost of a comparison grows with its operands', () => {
  const counted = (compare: (work: Work) => unknown): number => {
    const work = { left: 1e9 };
    compare(work);
    return Math.round(1e9 - work.left);
  };
  const [large, twin] = [keyed(1_000, i => [i, i]), keyed(1_000, i => [i, i])];
  expect(counted(work => equals(large, twin, work))).toBe(2_501);
  expect(counted(work => equals(large, {}, work))).toBe(501);
  expect(counted(work => equals(1, {}, work))).toBe(1);
  expect(counted(work => canonical(large, work))).toBe(2_501);
});

function nestedLists(depth: number): Json {
  let nested: Json = [];
  for (let i = 0; i < depth; i++) nested = [nested];
  return nested;
}

test.each<[string, () => Json]>([
  ['uniqueItems', () => ({ uniqueItems: true })],
  ['enum', () => ({ enum: [[nestedLists(5_000)]] })],
  ['const', () => ({ contains: { const: nestedLists(5_000) } })],
])('values nested without end are refused by name, also where they are compared: %s', (_, schema) => {
  const compiled = compileJsonSchema(schema(), compilePattern);
  const refusal = new SchemaError('values nested deeper than 500 levels are not compared');
  expect(() => compiled.check([nestedLists(5_000)], maxSteps)).toThrow(refusal);
});
