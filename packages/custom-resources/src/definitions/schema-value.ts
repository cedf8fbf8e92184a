/** Converts values of custom resources for the expressions of their definition: with defaults, and with the types of the schema. */
import { Duration } from '@marcbachmann/cel-js/evaluator';
import { entries, isNull, type Node } from '@mcpgw/structure';
import { isIntOrString, type StructuralSchema } from './schema.js';

/** A CEL value: bigint for int, number for double, Map for objects and maps. */
export type CelValue = unknown;

/** The value of a node, with defaults. */
export function celValueOf(node: Node, schema: StructuralSchema | undefined): CelValue {
  if (node.kind === 'list') return node.items.map(item => celValueOf(item, schema?.items));
  if (node.kind === 'map') return objectValue(new Map(entries(node).map(({ key, value }) => [key, value])), schema);
  return scalarValue(node.value, schema);
}

function objectValue(given: ReadonlyMap<string, Node>, schema: StructuralSchema | undefined): Map<string, CelValue> {
  const out = new Map<string, CelValue>();
  const properties = schema?.properties ?? {};
  for (const [key, value] of given) {
    const property = Object.hasOwn(properties, key) ? properties[key] : mapSchema(schema);
    if (isNull(value) && property?.nullable !== true) continue;
    out.set(Object.hasOwn(properties, key) ? escapedName(key) : key, celValueOf(value, property));
  }
  for (const [key, property] of Object.entries(properties))
    if (property.default !== undefined && !out.has(escapedName(key))) out.set(escapedName(key), plainValue(property.default, property));
  return out;
}

const mapSchema = (schema: StructuralSchema | undefined): StructuralSchema | undefined =>
  typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;

/** The value of a default, with the defaults of its own fields. */
function plainValue(value: unknown, schema: StructuralSchema | undefined): CelValue {
  if (Array.isArray(value)) return value.map(item => plainValue(item, schema?.items));
  if (typeof value !== 'object' || value === null) return scalarValue(value, schema);
  const out = new Map<string, CelValue>();
  const properties = schema?.properties ?? {};
  for (const [key, item] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : mapSchema(schema);
    out.set(property === undefined ? key : escapedName(key), plainValue(item, property));
  }
  for (const [key, property] of Object.entries(properties))
    if (property.default !== undefined && !out.has(escapedName(key))) out.set(escapedName(key), plainValue(property.default, property));
  return out;
}

function scalarValue(value: unknown, schema: StructuralSchema | undefined): CelValue {
  if (typeof value === 'bigint') return schema?.type === 'number' ? Number(value) : value;
  if (typeof value === 'number') return schema?.type === 'number' || !Number.isInteger(value) ? value : BigInt(value);
  return typeof value === 'string' && schema !== undefined && !isIntOrString(schema) ? textValue(value, schema) : value;
}

/** The value of a string. In CEL, strings of some formats are timestamps, durations or bytes. */
function textValue(text: string, { type, format }: StructuralSchema): CelValue {
  if (type !== 'string') return text;
  if (format === 'date-time' || format === 'date') return new Date(text);
  if (format === 'byte') return new Uint8Array(Buffer.from(text, 'base64'));
  return format === 'duration' ? durationOf(text) : text;
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

function durationOf(text: string): Duration | string {
  let total = 0n;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
    total += (BigInt(Math.round(Number(amount) * 1_000_000)) * units[unit!]!) / 1_000_000n;
  if (text.startsWith('-')) total = -total;
  return new Duration(total / 1_000_000_000n, Number(total % 1_000_000_000n));
}

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

/** The name of a property in expressions, with escapes for names that CEL does not allow. */
function escapedName(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[.\-/]/g, found => escapes[found]!);
}

const escapes: Readonly<Record<string, string>> = { __: '__underscores__', '.': '__dot__', '-': '__dash__', '/': '__slash__' };
