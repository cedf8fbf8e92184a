import { GoMap, int64, type Value } from '@mcpgw/go/values';
import type { Json } from './drafts.js';
import { type CompiledSchema, compileSchema, formatFailures, type Pattern, SchemaError } from './index.js';

function compilePattern(source: string): Pattern {
  if (source === '(') throw new Error('error parsing regexp: missing closing ): `(`');
  const pattern = new RegExp(source, 'u');
  return { source, test: text => pattern.test(text) };
}

function toValue(json: Json): Value {
  if (Array.isArray(json)) return json.map(toValue);
  if (typeof json !== 'object' || json === null) return json;
  return new GoMap(Object.entries(json).map(([key, value]) => [key, toValue(value)]));
}

const compile = (schema: Json, draft = 'http://json-schema.org/draft-07/schema#') =>
  compileSchema(JSON.stringify(typeof schema === 'object' ? { $schema: draft, ...schema } : schema), compilePattern);

const reasons = (schema: CompiledSchema, value: Value): string => formatFailures(schema.check(value));

const refusals: [string, Json, string][] = [
  [
    'unknown type',
    { properties: { a: { type: 'int' } } },
    [
      '"file:///values.schema.json#" is not valid against metaschema: jsonschema validation failed with \'http://json-schema.org/draft-07/schema#\'',
      "- at '/properties/a/type': 'anyOf' failed",
      "  - at '/properties/a/type': value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'",
      "  - at '/properties/a/type': got string, want array",
    ].join('\n'),
  ],
  [
    'required must be a list',
    { required: 'a' },
    [
      '"file:///values.schema.json#" is not valid against metaschema: jsonschema validation failed with \'http://json-schema.org/draft-07/schema#\'',
      "- at '/required': got string, want array",
    ].join('\n'),
  ],
  [
    'properties must be an object',
    { properties: [] },
    [
      '"file:///values.schema.json#" is not valid against metaschema: jsonschema validation failed with \'http://json-schema.org/draft-07/schema#\'',
      "- at '/properties': got array, want object",
    ].join('\n'),
  ],
  [
    'bad pattern',
    { properties: { a: { pattern: '(' } } },
    [
      '"file:///values.schema.json#" is not valid against metaschema: jsonschema validation failed with \'http://json-schema.org/draft-07/schema#\'',
      "- at '/properties/a/pattern': '(' is not valid regex: error parsing regexp: missing closing ): `(`",
    ].join('\n'),
  ],
  [
    'unresolvable reference',
    { properties: { a: { $ref: '#/definitions/none' } } },
    'json-pointer in "file:///values.schema.json#/definitions/none" not found',
  ],
  [
    'unknown anchor',
    { properties: { a: { $ref: '#none' } } },
    'anchor in "file:///values.schema.json#none" not found in schema "file:///values.schema.json"',
  ],
  [
    'negative count',
    { minLength: -1 },
    [
      '"file:///values.schema.json#" is not valid against metaschema: jsonschema validation failed with \'http://json-schema.org/draft-07/schema#\'',
      "- at '/minLength': 'allOf' failed\n  - at '/minLength': minimum: got -1, want 0",
    ].join('\n'),
  ],
];

test.each(refusals)('refuses a schema: %s', (_, schema, message) => {
  expect(() => compile(schema)).toThrow(new SchemaError(message));
});

test('nothing outside the schema is read', () => {
  expect(() => compile({ $ref: 'https://example.com/a.json' })).toThrow(
    new SchemaError('failing loading "https://example.com/a.json": schemas outside the document are not read'),
  );
  expect(() => compile({ $ref: '/etc/hosts' })).toThrow(
    new SchemaError('failing loading "file:///etc/hosts": schemas outside the document are not read'),
  );
  expect(() => compile({}, 'https://example.com/draft')).toThrow(
    new SchemaError('failing loading "https://example.com/draft": schemas outside the document are not read'),
  );
});

/** Recorded from santhosh-tekuri/jsonschema v6.0.2, property names sorted where Go's map order is random. */
const validations: [string, Json, Json, string][] = [
  ['type mismatch', { properties: { replicas: { type: 'integer' } } }, { replicas: 'two' }, "- at '/replicas': got string, want integer"],
  [
    'several types',
    { properties: { port: { type: ['integer', 'string'] } } },
    { port: null },
    "- at '/port': got null, want integer or string",
  ],
  ['a float with no fraction is an integer', { properties: { n: { type: 'integer' } } }, { n: 2.0 }, ''],
  ['missing property', { required: ['host'] }, {}, "- at '': missing property 'host'"],
  ['missing properties', { required: ['host', 'port'] }, {}, "- at '': missing properties 'host', 'port'"],
  [
    'additional properties, sorted',
    { properties: { a: {} }, additionalProperties: false },
    { z: 1, b: 2, a: 3 },
    "- at '': additional properties 'b', 'z' not allowed",
  ],
  ['additional properties by schema', { additionalProperties: { type: 'string' } }, { a: 1 }, "- at '/a': got number, want string"],
  [
    'pattern',
    { properties: { t: { type: 'string', pattern: '^[0-9]+(ms|s)$' } } },
    { t: '10 seconds' },
    "- at '/t': '10 seconds' does not match pattern '^[0-9]+(ms|s)$'",
  ],
  [
    'pattern properties',
    { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    { 'x-a': 1, y: 1 },
    ["- at '/x-a': got number, want string", "- at '': additional properties 'y' not allowed"].join('\n'),
  ],
  [
    'enum',
    { properties: { m: { enum: ['static', 'gateway-api'] } } },
    { m: 'dynamic' },
    "- at '/m': value must be one of 'static', 'gateway-api'",
  ],
  ['enum of one', { properties: { m: { enum: [1] } } }, { m: 2 }, "- at '/m': value must be 1"],
  ['const', { properties: { m: { const: 'v1' } } }, { m: 'v2' }, "- at '/m': value must be 'v1'"],
  [
    'minimum with thousands',
    { properties: { p: { minimum: 1024, maximum: 65535 } } },
    { p: 70000 },
    "- at '/p': maximum: got 70,000, want 65,535",
  ],
  ['exclusive bounds', { properties: { p: { exclusiveMinimum: 0 } } }, { p: 0 }, "- at '/p': exclusiveMinimum: got 0, want 0"],
  [
    'multipleOf is exact',
    { properties: { a: { multipleOf: 0.1 }, b: { multipleOf: 0.1 } } },
    { a: 0.3, b: 0.35 },
    "- at '/b': multipleOf: got 0.35, want 0.1",
  ],
  [
    'lengths count characters',
    { properties: { s: { maxLength: 2 }, t: { minLength: 3 } } },
    { s: '😀😀', t: 'ab' },
    "- at '/t': minLength: got 2, want 3",
  ],
  ['items', { properties: { l: { items: { type: 'string' } } } }, { l: ['a', 1] }, "- at '/l/1': got number, want string"],
  ['unique items', { properties: { l: { uniqueItems: true } } }, { l: [1, { a: 1 }, 1.0] }, "- at '/l': items at 0 and 2 are equal"],
  [
    'anyOf',
    { properties: { v: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
    { v: 1 },
    ["- at '/v': 'anyOf' failed", "  - at '/v': got number, want string", "  - at '/v': got number, want null"].join('\n'),
  ],
  [
    'oneOf none',
    { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    ["- at '': 'oneOf' failed, none matched", "  - at '': missing property 'a'", "  - at '': missing property 'b'"].join('\n'),
  ],
  ['oneOf two', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1, b: 1 }, "- at '': 'oneOf' failed, subschemas 0, 1 matched"],
  [
    'allOf',
    { allOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    ["- at '': 'allOf' failed", "  - at '': missing property 'a'", "  - at '': missing property 'b'"].join('\n'),
  ],
  ['not', { not: { required: ['a'] } }, { a: 1 }, "- at '': 'not' failed"],
  [
    'if then else',
    { if: { properties: { on: { const: true } } }, then: { required: ['host'] }, else: { maxProperties: 1 } },
    { on: true },
    "- at '': missing property 'host'",
  ],
  [
    'reference',
    { definitions: { port: { type: 'integer' } }, properties: { p: { $ref: '#/definitions/port' } } },
    { p: 'x' },
    "- at '/p': got string, want integer",
  ],
  [
    'recursion through a reference',
    { properties: { child: { $ref: '#' }, n: { type: 'number' } } },
    { child: { child: { n: 'x' } } },
    "- at '/child/child/n': got string, want number",
  ],
  ['dependencies', { dependencies: { a: ['b'] } }, { a: 1 }, "- at '': properties 'b' required, if 'a' exists"],
  [
    'property names',
    { propertyNames: { pattern: '^[a-z]+$' } },
    { A1: 1 },
    ["- at '': invalid propertyName 'A1'", "  - at '': 'A1' does not match pattern '^[a-z]+$'"].join('\n'),
  ],
  ['false schema', { properties: { old: false } }, { old: 1 }, "- at '/old': false schema"],
  [
    'formats are asserted up to draft 7',
    { properties: { e: { format: 'email' }, d: { format: 'date' } } },
    { e: 'nobody', d: '2024-02-29' },
    "- at '/e': 'nobody' is not valid email: missing @",
  ],
  [
    'reference cycle ends',
    { $ref: '#/definitions/a', definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } } },
    {},
    '- at \'\': reference cycle at "file:///values.schema.json#/definitions/a"',
  ],
  [
    'prototype keys are data',
    { properties: { constructor: { type: 'string' } }, additionalProperties: false },
    { constructor: 1, toString: 2 },
    ["- at '/constructor': got number, want string", "- at '': additional properties 'toString' not allowed"].join('\n'),
  ],
];

test.each(validations)('%s', (_, schema, value, expected) => {
  expect(reasons(compile(schema), toValue(value))).toBe(expected);
});

test('a draft names what its keywords mean', () => {
  const draft4 = compile({ properties: { p: { minimum: 1, exclusiveMinimum: true } } }, 'http://json-schema.org/draft-04/schema#');
  expect(reasons(draft4, toValue({ p: 1 }))).toBe("- at '/p': exclusiveMinimum: got 1, want 1");
  const latest = 'https://json-schema.org/draft/2020-12/schema';
  const tuple = compile({ properties: { l: { prefixItems: [{ type: 'string' }], items: false } } }, latest);
  expect(reasons(tuple, toValue({ l: ['a', 1] }))).toBe("- at '/l/1': false schema");
  const closed = compile({ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, latest);
  expect(reasons(closed, toValue({ a: 1 }))).toBe('');
  expect(reasons(closed, toValue({ a: 1, b: 2 }))).toBe("- at '/b': false schema");
  expect(reasons(compile({ properties: { e: { format: 'email' } } }, latest), toValue({ e: 'nobody' }))).toBe('');
});

test('ints of --set and floats of YAML are numbers alike', () => {
  const schema = compile({ properties: { n: { type: 'integer', enum: [3] } } });
  expect(reasons(schema, new GoMap([['n', int64(3)]]))).toBe('');
  expect(reasons(schema, new GoMap([['n', 3n]]))).toBe('');
});

test('deeply nested values are refused instead of overflowing the stack', () => {
  let value: Json = {};
  for (let i = 0; i < 5000; i++) value = { child: value };
  expect(reasons(compile({ properties: { child: { $ref: '#' } } }), toValueIteratively(value))).toMatch(/nested deeper than 500 levels$/);
});

function toValueIteratively(json: Json): Value {
  let depth = 0;
  for (let at: Json | undefined = json; at; at = (at as { child?: Json }).child) depth++;
  let value = new GoMap();
  for (; depth > 1; depth--) value = new GoMap([['child', value]]);
  return value;
}

test('an unbounded number of reasons is refused', () => {
  const many = compile({ additionalProperties: { allOf: Array.from({ length: 500 }, () => ({ type: 'object' })) } });
  const values = (count: number): Value => toValue(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));
  expect(many.check(values(100))).toHaveLength(100);
  expect(() => many.check(values(2_000))).toThrow(new SchemaError('the validation takes more steps than it may'));
});
