import { customKinds, monitoringKinds } from '@mcpgw/custom-resources';
import { checkObject, typeOf, versionOfMinor } from '@mcpgw/kubernetes';
import { checkShape, type Field, inRange, type MapNode, type Node, parseYaml, type Shape, type StructShape } from '@mcpgw/structure';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { typeNames } from '../../../kubernetes/src/types/index.js';
import type { RefinedShape } from '../../../structure/src/shape/shape.js';
import { customWords, kubernetesWords } from './all-words.js';
import { type Schema, SchemaDefinitions } from './definitions.js';
import { ShapeWriter } from './to-json-schema.js';

/** Values that some fields accept and others refuse. */
const texts = [
  ...[
    '',
    'a',
    'A',
    'x',
    '1',
    '80',
    '-',
    'a-',
    'a--b',
    'a.b',
    'a..b',
    'a.B',
    'a/b',
    'a.b/c',
    'A.b/c',
    '/a',
    '/a/../b',
    '../a',
    '..a',
    '..',
    '.',
    '.a',
  ],
  ...[
    'a_b',
    '_a',
    'a b',
    'a:b',
    'A=B',
    'é',
    '*',
    '*.a.b',
    '*a',
    '%41',
    'a\nb',
    'http',
    'http://a/b',
    'https://a.b:1',
    'a://b',
    'cpu',
    'cpus',
    'Pod',
  ],
  ...[
    '10.0.0.1',
    '010.0.0.1',
    '::1',
    '::ffff:1.2.3.4',
    'fe80::1%1',
    '10.0.0.0/8',
    ' 10.0.0.0/8 ',
    '10.0.0.1/33',
    '100m',
    '1e3',
    '1.5Gi',
    '.5',
    '+1',
    '25%',
  ],
  ...[
    '@daily',
    '@every 1h',
    '* * * * *',
    ' 1  2 3 4 5 ',
    '* * * *',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.000000Z',
    '2026-01-31',
    'aGVsbG8=',
    'aGVs\nbG8=\n',
  ],
  ...[
    '10s',
    '1h30m',
    '0s',
    '1.5s',
    'hugepages-2Mi',
    'requests.cpu',
    'nvidia.com/gpu',
    'TZ=UTC * * * * *',
    'Europe/Berlin',
    'arn:aws:iam::123456789012:role/r',
  ],
  ...['x'.repeat(63), 'x'.repeat(64), 'x'.repeat(253), 'x'.repeat(254), `${'a.'.repeat(120)}a/${'b'.repeat(63)}`, 'x'.repeat(2000)],
];
const others = [0, 1, -1, 80, 301, 503, 70_000, 2 ** 31, 2 ** 53, 1.5, 1e21, true, false, null];
const nested = [
  ...[[], {}, [null], [''], ['a'], ['A b'], ['a', 'a'], [{}], [1], [[]]],
  ...[
    { a: '' },
    { a: null },
    { '': 'a' },
    { 'A b': 'x' },
    { a: 1 },
    { a: 'b' },
    { a: {} },
    { cpu: '1' },
    { 'a/b/c': '1' },
    { __proto__x: 1 },
  ],
];
const nodeOf = (value: unknown): Node => parseYaml(JSON.stringify(value), { file: 'f', dialect: 'go' }).documents[0]!;
const samples = [...texts, ...others, ...nested].map(value => ({ value, node: nodeOf(value) }));
const span = { start: 0, end: 0 };
const objectNode = (entries: readonly (readonly [string, Node])[]): MapNode => ({
  kind: 'map',
  entries: entries.map(([key, value]) => ({ key, keySpan: span, value })),
  span,
});

/** Compiles all definitions once. The returned function checks a value against a definition, given by its reference. */
function compileAll(definitions: SchemaDefinitions): (ref: Schema, value: unknown) => readonly ErrorObject[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false }, inlineRefs: false });
  const { $defs } = definitions.all() as { $defs: Record<string, Schema> };
  const properties = Object.fromEntries(Object.keys($defs).map(name => [name, { $ref: `#/$defs/${name}` }]));
  const validate = ajv.compile({ $id: 'urn:mcpgw:test', properties, $defs });
  return (ref, value) => {
    const name = (ref.$ref as string).slice('#/$defs/'.length);
    if (validate({ [name]: value })) return [];
    return validate.errors!.map(error => ({ ...error, instancePath: error.instancePath.slice(name.length + 1) }));
  };
}

/** The first error about the value of one field, not about which fields are present. */
const below = (errors: readonly ErrorObject[], field: string): ErrorObject | undefined =>
  errors.find(
    ({ instancePath, schemaPath }) =>
      (instancePath === `/${field}` || instancePath.startsWith(`/${field}/`)) && !schemaPath.includes('/allOf/'),
  );

/** The words of a shape that accepts no other text. */
function wordsIn(shape: Shape): readonly string[] {
  if (shape.type === 'enum') return shape.values;
  if (shape.type === 'versioned') return shape.cases.flatMap(({ shape: inner }) => wordsIn(inner));
  return shape.type === 'list' || shape.type === 'map' || shape.type === 'refined' ? wordsIn(shape.of) : [];
}

/** A number for each object, to identify it in a key. */
const numbers = new Map<unknown, number>();
const numberOf = (value: unknown): number => numbers.get(value) ?? numbers.set(value, numbers.size).size;

/** A key of a shape: equal for shapes with the same schema and the same checks. */
function shapeKey(shape: Shape): string {
  if (shape.type === 'list') return `[${shapeKey(shape.of)}]`;
  if (shape.type === 'map') return `{${shape.keys?.format}: ${shapeKey(shape.of)}}`;
  if (shape.type === 'lazy') return `to ${numberOf(shape.get())}`;
  return shape.type === 'enum' ? shape.values.join('|') : `${shape.type} ${numberOf(shape)}`;
}

/** A key of a field: equal for fields with the same schema and the same checks. */
const keyOf = ({ shape, need, nonEmpty, emptyIsAbsent, unchecked, dropped }: Field, version: string): string =>
  JSON.stringify([shapeKey(shape), need, nonEmpty, emptyIsAbsent, unchecked, dropped !== undefined && inRange(version, dropped)]);

describe.each([29, 35])('Kubernetes 1.%i', minor => {
  const definitions = new SchemaDefinitions();
  const version = versionOfMinor(minor);
  const writer = new ShapeWriter({ version, definitions, decodesGo: true, words: kubernetesWords });
  const refs = new Map(typeNames().map(name => [name, writer.ref(typeOf(name))]));
  const errorsOf = compileAll(definitions);
  let refusals = 0;
  const met = new Set<string>();
  const isNew = (key: string): boolean => met.size < met.add(key).size;

  function contradictions(typeName: string): string[] {
    const type = typeOf(typeName);
    const fields = Object.entries(type.fields).filter(([, field]) => inRange(version, field) && isNew(keyOf(field, version)));
    return fields.flatMap(([name, field]) => {
      const words = wordsIn(field.shape).flatMap(word => [word, [word]].map(value => ({ value, node: nodeOf(value) })));
      return [...samples, ...words].flatMap(({ value, node }) => {
        const error = below(errorsOf(refs.get(typeName)!, { [name]: value }), name);
        if (error === undefined) return [];
        refusals += 1;
        const found = checkObject(objectNode([[name, node]]), type, { file: 'f', minor, apiVersion: 'v1', kind: type.title });
        const refused = found.some(({ severity, path }) => severity === 'error' && path?.[0] === name);
        return refused ? [] : [`${typeName}.${name} = ${JSON.stringify(value)}: ${error.instancePath} ${error.message}`];
      });
    });
  }

  it('no field of any type refuses what the checker takes', () => {
    expect(typeNames().flatMap(contradictions)).toEqual([]);
    expect(refusals).toBeGreaterThan(10_000);
  });
});

/** Every structure below a shape, with the rules around it. */
function structures(root: Shape): Map<StructShape, RefinedShape | undefined> {
  const found = new Map<StructShape, RefinedShape | undefined>();
  const visit = (shape: Shape, around?: RefinedShape): void => {
    if (shape.type === 'struct') {
      if (found.has(shape)) return;
      found.set(shape, around);
      for (const field of Object.values(shape.fields)) visit(field.shape);
    } else if (shape.type === 'refined') visit(shape.of, shape);
    else if (shape.type === 'list' || shape.type === 'map' || shape.type === 'buffered') visit(shape.of);
    else if (shape.type === 'versioned') for (const { shape: inner } of shape.cases) visit(inner);
    else if (shape.type === 'union' || shape.type === 'select') for (const inner of shape.of) visit(inner);
    else if (shape.type === 'lazy') visit(shape.get());
  };
  visit(root);
  return found;
}

describe.each(['1.0.0', '1.6.1'])('shapes of custom resources, version %s', version => {
  const definitions = new SchemaDefinitions();
  const writer = new ShapeWriter({ version, definitions, nullIsAbsent: true, words: customWords });
  const all = new Map([...customKinds, ...monitoringKinds].flatMap(({ spec }) => [...structures(spec)]));
  const refs = new Map([...all.keys()].map(shape => [shape, writer.write(shape)]));
  const errorsOf = compileAll(definitions);
  const options = { file: 'f', version, reader: 'r', nullIsAbsent: true };

  it('no field of any structure refuses what the checker takes', () => {
    let refusals = 0;
    const met = new Map<Shape, Set<string>>();
    const isNew = ({ shape, need }: Field): boolean => {
      const needs = met.get(shape) ?? new Set();
      met.set(shape, needs);
      return needs.size < needs.add(need).size;
    };
    const wrong = [...all.keys()].flatMap(shape => {
      const fields = Object.entries(shape.fields).filter(([, field]) => inRange(version, field) && isNew(field));
      return fields.flatMap(([name, field]) => {
        const words = wordsIn(field.shape).flatMap(word => [word, [word]].map(value => ({ value, node: nodeOf(value) })));
        return [...samples, ...words].flatMap(({ value, node }) => {
          const error = below(errorsOf(refs.get(shape)!, { [name]: value }), name);
          if (error === undefined) return [];
          refusals += 1;
          const found = checkShape(objectNode([[name, node]]), shape, options);
          const absent = value === null && field.need === 'required';
          const refused = absent || found.some(({ severity, path }) => severity === 'error' && path?.[0] === name);
          return refused ? [] : [`${shape.title}.${name} = ${JSON.stringify(value)}: ${error.instancePath} ${error.message}`];
        });
      });
    });
    expect(wrong).toEqual([]);
    expect(refusals).toBeGreaterThan(10_000);
  });

  it('no rule over the fields of a structure refuses what the checker takes; many are said', () => {
    const refused = [...all].flatMap(([shape, around]) => {
      const parts = shape.jsonSchema?.(version) ?? [];
      if (parts.length === 0) return [];
      const validate = new Ajv2020({ strict: false }).compile({ allOf: [...parts] });
      return objectsOver(shape, version)
        .filter(object => !validate(object))
        .map(object => ({
          about: `${shape.title}: ${JSON.stringify(object)}`,
          byChecker: around!.check(nodeOf(object), version).length > 0,
        }));
    });
    expect(refused.filter(({ byChecker }) => !byChecker)).toEqual([]);
    expect(refused.length).toBeGreaterThan(1000);
  });
});

/** Objects with none, one or two of the fields of a structure, with null, another value, or a word of the field. */
function objectsOver(shape: StructShape, version: string): Record<string, unknown>[] {
  const known = Object.entries(shape.fields).filter(([, field]) => inRange(version, field));
  const single = known.flatMap(([name, field]) => [null, 'x', ...wordsIn(field.shape)].map((value): [string, unknown] => [name, value]));
  const pairs = single.flatMap((first, index) => single.slice(index + 1).map(second => [first, second]));
  return [[], ...single.map(one => [one]), ...pairs].map(entries => Object.fromEntries(entries));
}
