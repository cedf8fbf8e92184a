import { GoMap, Sized, type Value } from '@mcpgw/go/values';
import { isObject, type Json } from './drafts.js';
import { SchemaError } from './failure.js';
import { charactersPerStep, comparisonsPerStep, spend, type Work } from './work.js';

/** A value to be validated: chart values, or JSON (a schema is validated against its draft). */
export type Instance = Value | Json;

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The JSON type; undefined for what JSON cannot hold. */
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

/** An object's own entries, whatever holds them. */
export function entries(value: Instance): Map<string, Instance> {
  if (value instanceof GoMap) return value;
  return new Map(isObject(value as Json) ? Object.entries(value as object) : []);
}

/** Values are compared to this depth; deeper ones are refused before the stack ends. */
const maxDepth = 500;

function descend(depth: number): number {
  if (depth >= maxDepth) throw new SchemaError(`values nested deeper than ${maxDepth} levels are not compared`);
  return depth + 1;
}

/** What a text counts that is compared or written out as a whole. */
const workOfText = (text: string): number => text.length / (charactersPerStep * 100);

/** Equality of JSON values: numbers by value, objects whatever their order. Throws SchemaError where `work` is used up. */
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

/** How many members an object has. */
const sizeOf = (value: Instance): number => (value instanceof GoMap ? value.size : Object.keys(value as object).length);

/** A text that two values share where `equals` holds of them, and only there. Throws SchemaError where `work` is used up. */
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

/** Exact on decimal fractions: 0.3 is a multiple of 0.1. */
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
