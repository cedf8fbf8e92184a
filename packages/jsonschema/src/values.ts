import { GoMap, Sized, type Value } from '@mcpgw/go/values';
import { isObject, type Json } from './drafts.js';
import { SchemaError } from './failure.js';
import { charactersPerStep, comparisonsPerStep, spend, type Work } from './work.js';

/** A value to validate: chart values, or JSON (a schema is validated against its draft). */
export type Instance = Value | Json;

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The JSON type of a value; undefined for a value that JSON cannot represent. */
export function typeOf(value: Instance): JsonType | undefined {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'bigint':
      return 'number';
    case 'string':
      return 'string';
  }
  if (value instanceof Sized) return 'number';
  if (Array.isArray(value)) return 'array';
  return value instanceof GoMap || Object.getPrototypeOf(value) === Object.prototype ? 'object' : undefined;
}

export const toNumber = (value: Instance): number => Number(value instanceof Sized ? value.value : value);

/** The own entries of an object, for every representation of objects. */
export function entries(value: Instance): Map<string, Instance> {
  if (value instanceof GoMap) return value;
  return new Map(isObject(value as Json) ? Object.entries(value as object) : []);
}

/** The maximum depth of a comparison. Deeper values are refused before the stack overflows. */
const maxDepth = 500;

function descend(depth: number): number {
  if (depth >= maxDepth) throw new SchemaError(`values nested deeper than ${maxDepth} levels are not compared`);
  return depth + 1;
}

/** The cost of comparing or writing a whole text. */
const workOfText = (text: string): number => text.length / (charactersPerStep * 100);

/**
 * Compares JSON values: numbers by value, objects regardless of order.
 *
 * @throws SchemaError if `work` is used up
 */
export function equals(a: Instance, b: Instance, work?: Work, depth = 0): boolean {
  spend(work, 1 / comparisonsPerStep);
  const type = typeOf(a);
  if (type !== typeOf(b)) return false;
  if (type === 'number') return toNumber(a) === toNumber(b);
  if (type === 'string') {
    if ((a as string).length === (b as string).length) spend(work, workOfText(a as string));
    return a === b;
  }
  if (type === 'array') {
    const [x, y] = [a as Instance[], b as Instance[]];
    return x.length === y.length && x.every((item, i) => equals(item, y[i]!, work, descend(depth)));
  }
  return type === 'object' ? equalObjects(a, b, work, descend(depth)) : a === b;
}

function equalObjects(a: Instance, b: Instance, work: Work | undefined, depth: number): boolean {
  const [size, other] = [sizeOf(a), sizeOf(b)];
  spend(work, (size + other) / comparisonsPerStep);
  if (size !== other) return false;
  const [x, y] = [entries(a), entries(b)];
  for (const [key, item] of x) if (!y.has(key) || !equals(item, y.get(key)!, work, depth)) return false;
  return true;
}

/** The number of members of an object. */
const sizeOf = (value: Instance): number => (value instanceof GoMap ? value.size : Object.keys(value as object).length);

/**
 * A text that is the same for two values if and only if `equals` holds for them.
 *
 * @throws SchemaError if `work` is used up
 */
export function canonical(value: Instance, work?: Work, depth = 0): string {
  spend(work, 1 / comparisonsPerStep);
  const type = typeOf(value);
  if (type === 'number') return `${toNumber(value) + 0}`;
  if (type === 'array') return `[${(value as Instance[]).map(item => canonical(item, work, descend(depth))).join()}]`;
  if (type !== 'object') {
    if (type === 'string') spend(work, (value as string).length / charactersPerStep);
    return JSON.stringify(value) ?? `?${String(value)}`;
  }
  const members = [...entries(value)];
  spend(work, members.length);
  const texts = members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, work, descend(depth))}`);
  return `{${texts.sort().join()}}`;
}

/** Whether a value is a multiple of a divisor. The result is exact for decimal fractions: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [a, b] = [decimal(value), decimal(divisor)];
  const scale = Math.max(a.places, b.places);
  if (scale > 400) return false;
  const widen = ({ digits, places }: Decimal): bigint => digits * 10n ** BigInt(scale - places);
  const wide = widen(b);
  return wide !== 0n && widen(a) % wide === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimal(value: number): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) return { digits: 0n, places: 0 };
  const fraction = match[3] ?? '';
  const digits = BigInt(`${match[1]}${match[2]}${fraction}`);
  const places = fraction.length - Number(match[4] ?? 0);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}
