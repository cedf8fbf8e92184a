/** Converts structural schemas to shapes, so that custom resources get the same checks and messages as every other format. */

import {
  any,
  checkShape,
  entries,
  entry,
  type Field,
  get,
  isNull,
  items,
  lazy,
  list,
  map,
  type Node,
  nothing,
  type Refusal,
  refined,
  type Shape,
  string,
  struct,
  type TextCheck,
  toPlain,
  union,
} from '@mcpgw/structure';
import { RE2JS } from 're2js';
import { type RuleSet, ruleRefusals } from './cel-rules.js';
import { isIntOrString, keepsUnknown, type StructuralSchema } from './schema.js';
import { formatProblem } from './schema-formats.js';

interface Context {
  /** The name of the value in messages. */
  readonly title: string;
  readonly rules: RuleSet;
  /** Whether the schema is inside of allOf, anyOf, oneOf or not. The fields that it does not name are named outside. */
  readonly isOpen: boolean;
}

/** Converts a schema to a shape. `rules` is the state that the expressions of the schema share. */
export function shapeOfSchema(schema: StructuralSchema, title: string, rules: RuleSet): Shape {
  return shapeOf(schema, { title, rules, isOpen: false });
}

function shapeOf(schema: StructuralSchema, context: Context): Shape {
  const base = baseShape(schema, context);
  const looks = [enumLook(schema), sizeLook(schema), uniqueLook(schema), ...junctorLooks(schema, context)].filter(
    (look): look is Look => look !== undefined,
  );
  const expressions = context.isOpen ? [] : (schema['x-kubernetes-validations'] ?? []);
  const structural = looks.length === 0 ? base : refined(base, node => looks.flatMap(look => look(node)));
  const ruled = expressions.length === 0 ? structural : refined(structural, node => ruleRefusals(node, schema, expressions, context.rules));
  return schema.nullable === true ? union(nothing, ruled) : ruled;
}

function baseShape(schema: StructuralSchema, context: Context): Shape {
  if (isIntOrString(schema)) return union({ type: 'integer', integral: true }, textShape(schema));
  switch (schema.type) {
    case 'object':
      return objectShape(schema, context);
    case 'array':
      return list(
        schema.items === undefined ? any : inner(schema.items, `an item of ${context.title}`, context),
        schema.minItems,
        schema.maxItems,
      );
    case 'string':
      return textShape(schema);
    case 'integer':
    case 'number':
      return numberShape(schema);
    case 'boolean':
      return { type: 'boolean' };
    default:
      return typelessShape(schema, context);
  }
}

/** The shape of a schema without a type. Each of its keywords applies only to values of the matching type. */
function typelessShape(schema: StructuralSchema, context: Context): Shape {
  const cases: Readonly<Record<string, Shape>> = {
    map: objectShape(schema, { ...context, isOpen: true }),
    list: schema.items === undefined ? any : list(inner(schema.items, context.title, context), schema.minItems, schema.maxItems),
    string: textShape(schema),
    number: numberShape({ ...schema, type: 'number' }),
    any,
  };
  return { type: 'select', of: Object.values(cases), pick: node => cases[caseOf(node)]! };
}

function caseOf(node: Node): string {
  if (node.kind !== 'scalar') return node.kind;
  const { value } = node;
  return typeof value === 'string' ? 'string' : typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'any';
}

const inner = (schema: StructuralSchema, title: string, context: Context): Shape => {
  let made: Shape | undefined;
  return lazy(() => (made ??= shapeOf(schema, { ...context, title })));
};

function objectShape(schema: StructuralSchema, context: Context): Shape {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined && typeof additionalProperties === 'object')
    return map(inner(additionalProperties, `an entry of ${context.title}`, context), { unique: true });
  if (properties === undefined && additionalProperties === true) return map(any, { unique: true });
  const fields: Record<string, Field> = Object.create(null);
  for (const [name, property] of Object.entries(properties ?? {})) fields[name] = fieldOf(name, property, required, context);
  for (const name of required) fields[name] ??= { shape: any, need: 'required', doc: 'the definition asks for it' };
  if (schema['x-kubernetes-embedded-resource'] === true) addHead(fields);
  const isOpen = context.isOpen || keepsUnknown(schema) || typeof additionalProperties === 'object' || additionalProperties === true;
  const rest = typeof additionalProperties === 'object' ? inner(additionalProperties, context.title, context) : any;
  return struct(context.title, fields, isOpen ? { rest } : {});
}

function fieldOf(name: string, property: StructuralSchema, required: readonly string[], context: Context): Field {
  const isRequired = required.includes(name) && property.default === undefined;
  const shape = inner(property, `"${name}" of ${context.title.replace(/^"(.*)" of .*$/, '"$1"')}`, context);
  const orNull = isRequired && property.nullable === true;
  return { shape, need: isRequired ? 'required' : 'default', doc: 'the definition asks for it', ...(orNull && { orNull }) };
}

/** Adds the fields that every object has, and that schemas of embedded objects omit. */
function addHead(fields: Record<string, Field>): void {
  const doc = 'every object has it';
  fields.apiVersion ??= { shape: string(), need: 'required', doc };
  fields.kind ??= { shape: string(), need: 'required', doc };
  fields.metadata ??= { shape: map(any), need: 'default', doc };
}

function numberShape(schema: StructuralSchema): Shape {
  const isInteger = schema.type === 'integer';
  const { minimum, maximum, multipleOf } = schema;
  const bounds = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
  const shape: Shape = { type: isInteger ? 'integer' : 'number', ...(isInteger && { integral: true }), ...bounds };
  const isStrict = schema.exclusiveMinimum === true || schema.exclusiveMaximum === true;
  if (!isStrict && multipleOf === undefined) return shape;
  return refined(shape, node => {
    const value = node.kind === 'scalar' ? Number(node.value) : Number.NaN;
    if (schema.exclusiveMinimum === true && value === minimum) return [{ node, message: `expected more than ${minimum}` }];
    if (schema.exclusiveMaximum === true && value === maximum) return [{ node, message: `expected less than ${maximum}` }];
    const isMultiple = multipleOf === undefined || Math.abs(value / multipleOf - Math.round(value / multipleOf)) < 1e-9;
    return isMultiple ? [] : [{ node, message: `expected a multiple of ${multipleOf}` }];
  });
}

const patterns = new Map<string, RE2JS | undefined>();

/** Compiles a Go regular expression; undefined if it is invalid, which the API server refuses in the definition itself. */
function compiled(pattern: string): RE2JS | undefined {
  if (!patterns.has(pattern)) patterns.set(pattern, compile(pattern));
  return patterns.get(pattern);
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

function textShape({ type, enum: words, pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: StructuralSchema): Shape {
  if (type === 'string' && words !== undefined && words.every(word => typeof word === 'string')) return { type: 'enum', values: words };
  const check: TextCheck = text => {
    const length = [...text].length;
    if (length < minLength)
      return { message: minLength === 1 ? 'the text is empty' : `expected at least ${minLength} characters, found ${length}` };
    if (length > maxLength) return { message: `expected at most ${maxLength} characters, found ${length}` };
    if (pattern !== undefined && compiled(pattern)?.matcher(text).find() === false)
      return { message: `"${text.slice(0, 80)}" does not match the pattern ${pattern}` };
    return format === undefined ? undefined : formatProblem(text, format);
  };
  return string('a string', check);
}

type Look = (node: Node) => Refusal[];

function enumLook({ type, enum: values }: StructuralSchema): Look | undefined {
  if (values === undefined || (type === 'string' && values.every(value => typeof value === 'string'))) return undefined;
  const known = values.map(canonical);
  return node =>
    known.includes(canonical(toPlain(node)))
      ? []
      : [
          {
            node,
            message: 'the value is not one of the known values',
            suggestion: `one of ${values.map(value => JSON.stringify(value)).join(', ')}`,
          },
        ];
}

/** A canonical text of a value: equal for equal values. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, item) => {
      if (typeof item === 'bigint') return `bigint ${item}`;
      if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
      return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? 'undefined'
  );
}

function sizeLook({ minProperties = 0, maxProperties = Number.POSITIVE_INFINITY }: StructuralSchema): Look | undefined {
  if (minProperties === 0 && maxProperties === Number.POSITIVE_INFINITY) return undefined;
  return node => {
    if (node.kind !== 'map') return [];
    const count = node.entries.filter(({ value }) => !isNull(value)).length;
    if (count >= minProperties && count <= maxProperties) return [];
    return [
      { node, message: `expected at ${count < minProperties ? `least ${minProperties}` : `most ${maxProperties}`} keys, found ${count}` },
    ];
  };
}

/** Checks lists that are sets, or maps by some keys. */
function uniqueLook(schema: StructuralSchema): Look | undefined {
  const kind = schema['x-kubernetes-list-type'];
  if (kind !== 'set' && kind !== 'map' && schema.uniqueItems !== true) return undefined;
  const keys = kind === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : undefined;
  const keyOf = (item: Node): string =>
    keys === undefined
      ? canonical(toPlain(item))
      : canonical(keys.map(key => (entry(item, key) === undefined ? schema.items?.properties?.[key]?.default : toPlain(get(item, key)!))));
  const what = keys === undefined ? 'this value' : `an item with this ${keys.join(', ')}`;
  return node => {
    const seen = new Set<string>();
    return items(node).flatMap((item, index) => {
      const key = keyOf(item);
      const isKnown = seen.has(key);
      seen.add(key);
      return isKnown
        ? [
            {
              node: item,
              at: [index],
              rule: 'duplicate-entry',
              message: `${what} is already in this list above`,
              suggestion: 'change it, or remove one of the two',
            },
          ]
        : [];
    });
  };
}

function junctorLooks(schema: StructuralSchema, context: Context): (Look | undefined)[] {
  const open: Context = { ...context, isOpen: true };
  const { allOf, anyOf, oneOf, not } = schema;
  const both = isIntOrString(schema) && isTypePair(anyOf) ? undefined : anyOf;
  return [
    allOf && each(allOf, open, fits => fits.every(Boolean), 'the value does not meet all parts of "allOf" in its definition'),
    both && each(both, open, fits => fits.some(Boolean), 'the value meets none of the alternatives that its definition offers (anyOf)'),
    oneOf &&
      each(
        oneOf,
        open,
        fits => fits.filter(Boolean).length === 1,
        'the value has to meet exactly one of the alternatives of its definition (oneOf)',
      ),
    not && each([not], open, ([fits]) => fits !== true, 'the definition excludes such a value (not)'),
  ];
}

/** Whether schemas are the pair of types that usually accompanies x-kubernetes-int-or-string. */
const isTypePair = (schemas: readonly StructuralSchema[] | undefined): boolean =>
  schemas?.length === 2 && schemas.every(({ type }) => type === 'integer' || type === 'string');

function each(schemas: readonly StructuralSchema[], context: Context, holds: (fits: boolean[]) => boolean, message: string): Look {
  const shapes = schemas.map(schema => shapeOf(schema, context));
  return node => {
    const findings = shapes.map(shape => checkShape(node, shape, options).filter(({ severity }) => severity === 'error'));
    if (holds(findings.map(({ length }) => length === 0))) return [];
    const names = schemas.flatMap(({ required = [] }) => required).filter(name => !entries(node).some(({ key }) => key === name));
    const reason = findings.flat()[0]?.message;
    const suggestion = names.length > 0 ? `its alternatives ask for ${[...new Set(names)].join(', ')}` : reason;
    return [{ node, message, ...(suggestion !== undefined && { suggestion }) }];
  };
}

const options = { file: '', version: '0.0.0', reader: '', nullIsAbsent: true };
