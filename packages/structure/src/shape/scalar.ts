/** Checks scalars against their shapes. */
import type { ScalarNode } from '../yaml/node.js';
import type { EnumShape, NumberShape, Problem, ScalarShape, Shape, VersionedShape } from './shape.js';
import { compareVersions, inRange } from './versions.js';
import type { Failure } from './wording.js';

/** The shape for a version. */
export function caseOf({ cases }: VersionedShape, version: string): Shape {
  return cases.find(candidate => inRange(version, candidate))?.shape ?? { type: 'any' };
}

/** Follows versioned and lazy shapes to the shape that they stand for. */
export function resolved(shape: Shape, version: string): Shape {
  if (shape.type === 'lazy') return resolved(shape.get(), version);
  return shape.type === 'versioned' ? resolved(caseOf(shape, version), version) : shape;
}

/** What is wrong with a scalar: its type, a failure, or the problem that the check of the shape found. Shapes of collections refuse any scalar. */
export function scalarFailure(node: ScalarNode, shape: Shape, version: string): Failure | Problem | 'wrong-type' | undefined {
  switch (shape.type) {
    case 'string':
      return typeof node.value === 'string' ? shape.check?.(node.value, version) : 'wrong-type';
    case 'integer':
    case 'number':
      return numberFailure(node, shape);
    case 'enum':
      return enumFailure(node, shape, version);
    case 'boolean':
      return typeof node.value === 'boolean' ? undefined : 'wrong-type';
    case 'null':
      return node.value === null ? undefined : 'wrong-type';
    case 'scalar':
      return isOneOf(node, shape) ? shape.check?.(node, version) : 'wrong-type';
    default:
      return undefined;
  }
}

function isOneOf({ value }: ScalarNode, { types }: ScalarShape): boolean {
  if (typeof value === 'string') return types.includes('string');
  if (typeof value === 'boolean') return types.includes('boolean');
  if (value === null) return false;
  return types.includes('number') || (types.includes('integer') && (typeof value === 'bigint' || Number.isInteger(value)));
}

function numberFailure(node: ScalarNode, shape: NumberShape): Failure | 'wrong-type' | undefined {
  const { value } = node;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (!isNumber || (shape.fraction === true && !node.isFloat)) return 'wrong-type';
  if (shape.type === 'integer' && node.isFloat && !(shape.integral === true && Number.isInteger(value))) return 'wrong-type';
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
  return value >= min && value <= max && fits(value, shape.bits) ? undefined : { kind: 'out-of-range', node, shape };
}

/** Whether a number fits into a signed integer of `bits` bits. Fractions beyond 2^53 are not checked. */
export function fits(value: number | bigint, bits: NumberShape['bits']): boolean {
  if (bits === 64) return typeof value !== 'bigint' || BigInt.asIntN(64, value) === value;
  return bits === undefined || (value >= -(2 ** 31) && value < 2 ** 31);
}

/** Whether a version knows a word of an enumeration. */
export function knowsWord({ since }: EnumShape, word: string, version: string): boolean {
  const from = since?.get(word);
  return from === undefined || compareVersions(version, from) >= 0;
}

function enumFailure(node: ScalarNode, shape: EnumShape, version: string): Failure | 'wrong-type' | undefined {
  if (typeof node.value !== 'string') return 'wrong-type';
  if (shape.values.includes(node.value) && (shape.since === undefined || knowsWord(shape, node.value, version))) return undefined;
  return { kind: 'unknown-word', node, shape };
}
