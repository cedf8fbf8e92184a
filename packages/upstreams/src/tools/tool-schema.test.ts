import { describeFault, SchemaUnusable, schemaFaults, schemaProblems } from './tool-schema.js';

const faults = (schema: object, value: unknown) => schemaFaults(schema, value).map(describeFault);

test('reasons say where and why', () => {
  const schema = { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } }, required: ['b'] };
  expect(faults(schema, { a: [1, 'x'] })).toEqual(["missing property 'b'", '/a/1: got string, want integer']);
  expect(faults(schema, { a: [1], b: 1 })).toEqual([]);
  expect(faults({ additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toEqual(["additional properties '__proto__' not allowed"]);
  expect(faults({ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1)).toEqual([
    "'anyOf' failed (got number, want string; got number, want null)",
  ]);
});

function doubling(levels: number): object {
  const defs: Record<string, object> = { [`d${levels}`]: { type: 'string' } };
  for (let i = 0; i < levels; i++) defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };
  return { $ref: '#/$defs/d0', $defs: defs };
}

function chain(length: number): object {
  const defs: Record<string, object> = { [`d${length}`]: { type: 'string' } };
  for (let i = 0; i < length; i++) defs[`d${i}`] = { $ref: `#/$defs/d${i + 1}` };
  return { $ref: '#/$defs/d0', $defs: defs };
}

const tooMuch = 'the validation takes more steps than it may';
const costly: [string, object, unknown][] = [
  [
    'many members of an enum against many items',
    { items: { enum: Array.from({ length: 30_000 }, (_, i) => `a${i}`) } },
    Array(10_000).fill('b'),
  ],
  ['a pattern of many states against long texts', { items: { pattern: '(a|b|c){1000}' } }, Array(1000).fill('a'.repeat(3000))],
];

test.each(costly)('%s end with an error', (_name, schema, value) => {
  expect(() => schemaFaults(schema, value)).toThrow(new SchemaUnusable(tooMuch));
});

test('references that double at each level are judged: a value meets a schema once', () => {
  expect(faults(doubling(40), 'x')).toEqual([]);
  expect(faults(doubling(3), 1)).toEqual([
    "'allOf' failed ('allOf' failed ('allOf' failed (got number, want string; got number, want string)))",
  ]);
  expect(faults(doubling(40), 1)).toEqual([
    `${"'allOf' failed (".repeat(40)}got number, want string; got number, want string${')'.repeat(40)}`,
  ]);
  const text = JSON.stringify(doubling(40)).replace(/\{"\$ref":"([^"]+)"\}/g, '{"anyOf":[{"$ref":"$1"}]}');
  const [reason, ...others] = faults(JSON.parse(text) as object, 1);
  expect([reason?.includes("'anyOf' failed ('allOf' failed ("), reason!.length < 5000, others]).toEqual([true, true, []]);
});

test('a long chain of references, a circle and deep data end with a reason', () => {
  expect(faults(chain(4000), 'x')).toEqual(['schemas nested deeper than 1500 levels']);
  expect(faults({ $ref: '#' }, 1)).toEqual(['reference cycle at "file:///schema.json#"']);
  const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown;
  expect(faults({ $defs: { l: { items: { $ref: '#/$defs/l' } } }, $ref: '#/$defs/l' }, deep)[0]).toMatch(/nested deeper than 500 levels$/);
});

test('large data is judged', () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => ({ id: i, name: 'x' }));
  const schema = {
    uniqueItems: true,
    items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] },
  };
  expect(faults(schema, rows)).toEqual([]);
  expect(faults(schema, [...rows, { id: 7, name: 'x' }])).toEqual(['items at 7 and 5000 are equal']);
});

const nested = (levels: number): object => (levels === 0 ? {} : { not: nested(levels - 1) });

const unusable: [string, object, RegExp][] = [
  ['too deep', nested(150), /^nested more than 100 levels deep$/],
  ['too large', { description: 'x'.repeat(600_000) }, /^larger than 524288 characters$/],
  ['a remote reference', { $ref: 'http://127.0.0.1:1/x.json' }, /^failing loading "http:\/\/127\.0\.0\.1:1\/x\.json"/],
  ['an unknown type', { type: 'int' }, /value must be one of 'array', 'boolean'/],
  ['look-around', { pattern: '(?=a)b' }, /\(\?=a\)b/],
  ['back-references', { pattern: '(a)\\1' }, /invalid escape sequence/],
  ['a pattern that multiplies', { pattern: '((a{100}){100}){100}' }, /invalid repeat count/],
  ['a long pattern', { pattern: 'a'.repeat(3000) }, /2000 characters/],
];

test.each(unusable)('a schema that is %s cannot be used', (_name, schema, message) => {
  expect(schemaProblems(schema)[0]?.message).toMatch(message);
});

test('a pattern that backtracks elsewhere is linear here', () => {
  expect(faults({ pattern: '^(a+)+$' }, `${'a'.repeat(5000)}!`)).toHaveLength(1);
});
