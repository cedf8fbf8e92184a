/**
 * JSON Schema of every draft: a values.schema.json, and schemas of tools. The quick judge and the validator agree. An input is a JSON list
 * of a schema and a value.
 */

import { unmarshalJson } from '@mcpgw/go/json';
import { compileJsonSchema, compileSchema, SchemaError } from '@mcpgw/jsonschema';
import fc from 'fast-check';
import { compile, RegexpError } from '../../../packages/go/src/regexp/regexp.js';
import { SchemaUnusable, schemaFaults, schemaProblems } from '../../../packages/upstreams/src/tools/tool-schema.js';
import { holds, outcome, type Target } from '../target.js';

const compilePattern = (source: string) => {
  const found = outcome([RegexpError], () => compile(source));
  if ('error' in found) throw new SchemaError(found.error.message);
  return { source, test: (text: string) => found.value.matchString(text) };
};

const drafts = ['http://json-schema.org/draft-04/schema#', 'http://json-schema.org/draft-06/schema#', 'http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema', 'https://json-schema.org/draft/2020-12/schema']; // biome-ignore format: one list
const seeds: readonly [unknown, unknown][] = [
  [
    {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 1 }, b: { enum: ['x', 1, null] } },
      required: ['a'],
      additionalProperties: false,
    },
    { a: 0, b: 'y', c: 1 },
  ],
  [
    {
      $schema: drafts[0],
      definitions: { x: { allOf: [{ $ref: '#/definitions/y' }, { $ref: '#' }] }, y: { type: ['string', 'array'] } },
      properties: { a: { $ref: '#/definitions/x' } },
    },
    { a: {} },
  ],
  [
    {
      $schema: drafts[2],
      if: { required: ['a'] },
      then: { minProperties: 2 },
      else: false,
      patternProperties: { '^x-': { const: 1 } },
      propertyNames: { maxLength: 3 },
      dependencies: { a: ['b'] },
    },
    { a: 1, 'x-y': 2 },
  ],
  [
    {
      $schema: drafts[3],
      $recursiveAnchor: true,
      unevaluatedProperties: false,
      anyOf: [{ properties: { a: true } }, { $recursiveRef: '#' }],
      dependentSchemas: { a: { required: ['b'] } },
    },
    { a: { b: 1 } },
  ],
  [
    {
      $schema: drafts[4],
      $dynamicAnchor: 'n',
      prefixItems: [{ $dynamicRef: '#n' }],
      items: { multipleOf: 0.1 },
      contains: { not: {} },
      minContains: 0,
      uniqueItems: true,
      unevaluatedItems: false,
    },
    [[], 0.3, 0.3],
  ],
  [
    {
      oneOf: [{ format: 'date-time' }, { format: 'email' }, { format: 'uri' }, { pattern: '(a+)+$' }],
      contentMediaType: 'application/json',
      $defs: { a: { $id: 'x', $anchor: 'y' } },
      $ref: '#/$defs/a',
    },
    'aaaaaaaaaaaa!',
  ],
  [
    {
      allOf: [{ $ref: '#/$defs/a' }],
      $defs: {
        a: { allOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/b' }] },
        b: { allOf: [{ $ref: '#/$defs/c' }, { $ref: '#/$defs/c' }] },
        c: { type: 'null' },
      },
    },
    1,
  ],
];

const words = ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'minimum', 'maxLength', 'pattern', 'allOf', 'anyOf', 'oneOf', 'not', '$ref', '$defs', 'if', 'then', 'format', 'uniqueItems', 'propertyNames', 'unevaluatedProperties', '__proto__', '$id', '$anchor', 'contains', 'dependentRequired', 'multipleOf', 'x']; // biome-ignore format: one list
const { node } = fc.letrec<{ node: fc.JsonValue }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<fc.JsonValue>(
      'object',
      'string',
      'integer',
      'number',
      'array',
      'boolean',
      'null',
      '#',
      '#/$defs/x',
      '#/properties/x',
      '^x',
      'date-time',
      0,
      1,
      2,
      -1,
      0.5,
      1e300,
      true,
      false,
      null,
      '',
      'x',
      'a',
    ),
    fc.dictionary(fc.constantFrom(...words), tie('node'), { maxKeys: 4 }) as fc.Arbitrary<fc.JsonValue>,
    fc.array(tie('node'), { maxLength: 3 }),
  ),
}));

export const target: Target = {
  seeds: seeds.map(pair => JSON.stringify(pair)),
  tokens: [
    ...words.map(word => `"${word}":`),
    ...drafts.map(url => `"$schema":"${url}",`),
    '"#"',
    '"#/$defs/x"',
    '"object"',
    '"integer"',
    '"array"',
    '{',
    '}',
    '[',
    ']',
    ',',
    'true',
    'false',
    'null',
    '1',
    '-0',
    '1e400',
    '{}',
  ],
  arbitrary: fc.tuple(node, node).map(pair => JSON.stringify(pair)),
  run(input) {
    const read = outcome([SyntaxError], () => JSON.parse(input.toString()) as unknown);
    if ('error' in read || !Array.isArray(read.value) || depthOf(read.value) > 100) return;
    const [schema = true, value = null] = read.value as unknown[];
    if (typeof schema === 'object' && schema !== null) {
      schemaProblems(schema);
      outcome([SchemaUnusable], () => schemaFaults(schema, value));
    }
    const text = JSON.stringify(schema);
    const quick = outcome(
      [SchemaError],
      () => compileSchema(text, compilePattern).check(unmarshalJson(JSON.stringify(value))).length === 0,
    );
    const whole = outcome([SchemaError], () => compileJsonSchema(schema as never, compilePattern).check(value, 5_000_000).length === 0);
    if ('value' in quick && 'value' in whole)
      holds(quick.value === whole.value, 'the quick judge of a schema and the validator differ', input.toString().slice(0, 300));
  },
};

function depthOf(root: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [root]; level.length > 0; depth++)
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  return depth;
}
