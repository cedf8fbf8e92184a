/** The messages of the structural check of objects: short, and with the versions of Kubernetes. */
import { nearest } from '@mcpgw/diagnostics';
import {
  belongsUnder,
  docsOf,
  entries,
  expected,
  type Failure,
  fits,
  inRange,
  knowsWord,
  listNames,
  type NumberShape,
  type Reader,
  type ScalarNode,
  type Shape,
  searchShapes,
  typeName,
  unknownField as unknownFieldProblem,
  type Worded,
  type Wording,
} from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { behindGate, minorOf } from '../formats/versions.js';
import { newestMinor } from '../objects/kinds.js';

type Failed<K extends Failure['kind']> = Extract<Failure, { kind: K }>;

/** The messages for objects. */
export const objectWording: Wording = {
  say,
  unchecked: message => `${message}; the server stores it unseen, what reads it fails later`,
  docs: docsOf,
};

function say(failure: Failure, { version }: Reader): Worded | undefined {
  switch (failure.kind) {
    case 'wrong-type':
      return wrongType(failure, version);
    case 'out-of-range':
      return outOfRange(failure);
    case 'unknown-word':
      return unknownWord(failure, version);
    case 'unknown-field':
      return unknownField(failure, version);
    case 'other-version':
      return otherVersion(failure, version);
    case 'repeated-key':
      return { rule: 'duplicate-key', message: `the key "${failure.entry.key}" is set twice here` };
    case 'missing-field':
      return { rule: 'missing-field', message: `"${failure.name}" is missing`, at: [failure.name] };
    case 'empty-field':
      return { rule: 'missing-field', message: `"${failure.entry.key}" may not be empty` };
    case 'dropped-field':
      return dropped(failure, version);
    default:
      return undefined;
  }
}

function wrongType({ node, wanted: [shape] }: Failed<'wrong-type'>, version: string): Worded {
  const name = nameOf(shape!);
  const advice = node.kind === 'scalar' ? quoting(node, shape!, version) : undefined;
  return { rule: 'wrong-type', message: `expected ${name}, found ${typeName(node)}`, ...advice };
}

/** What a shape expects, without words that need a feature gate. */
function nameOf(shape: Shape): string {
  if (shape.type !== 'enum') return expected(shape);
  return `one of ${listNames(shape.values.filter(word => shape.since?.get(word) !== behindGate))}`;
}

/** Quotes that are missing, or that make a number or a boolean a text. Removing them is certain where the rest is a value of the shape. */
function quoting(node: ScalarNode, shape: Shape, version: string): Pick<Worded, 'suggestion' | 'fix'> | undefined {
  if (takesText(shape, node.text, version)) return node.plain ? { suggestion: `put quotes around it: "${node.text}"` } : undefined;
  const isText = typeof node.value === 'string' && /^(?:-?\d+|true|false)$/.test(node.text);
  if (!isText || (shape.type !== 'boolean' && shape.type !== 'integer' && shape.type !== 'number')) return undefined;
  const isValue = /^(?:true|false)$/.test(node.text) === (shape.type === 'boolean');
  return { suggestion: 'remove the quotes', ...(isValue && !node.plain && { fix: node.text }) };
}

/** Whether a value in quotes has the type of a shape. For a scalar of several types, the text is checked too. */
function takesText(shape: Shape, text: string, version: string): boolean {
  if (shape.type !== 'scalar') return shape.type === 'string' || shape.type === 'enum';
  const quotedNode = { kind: 'scalar', value: text, text, plain: false, isFloat: false, span: { start: 0, end: 0 } } as const;
  return shape.types.includes('string') && shape.check?.(quotedNode, version) === undefined;
}

function outOfRange({ node, shape }: Failed<'out-of-range'>): Worded {
  const value = node.value as number | bigint;
  if (!fits(value, shape.bits) && shape.bits === 64) return { rule: 'bad-value', message: `${node.text} does not fit into 64 bits` };
  const rule = fits(value, shape.bits) ? 'bad-value' : 'wrong-type';
  return { rule, message: `${node.text} is out of range: ${limits(shape)}` };
}

function limits({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberShape): string {
  if (max >= 2 ** 31 - 1) return min < 0 ? 'it does not fit into 32 bits' : `at least ${min}`;
  return `from ${min} to ${max}`;
}

function unknownWord({ node, shape }: Failed<'unknown-word'>, version: string): Worded {
  const text = node.text;
  const later = shape.values.includes(node.value as string) ? shape.since?.get(node.value as string) : undefined;
  if (later === behindGate)
    return { rule: 'bad-value', message: `"${text}" needs a server with its feature gate on: by default it is off` };
  if (later !== undefined)
    return { rule: 'bad-value', message: `"${text}" is known from Kubernetes 1.${minorOf(later)} on, this is 1.${minorOf(version)}` };
  const words = shape.values.filter(word => knowsWord(shape, word, version));
  const near = text === '' ? undefined : nearest(text, words);
  const suggestion = near === undefined ? `one of ${listNames(words)}` : `did you mean "${near}"?`;
  const sameButCase = words.filter(word => word.toLowerCase() === text.toLowerCase());
  const fix = sameButCase.length === 1 && node.plain ? sameButCase[0] : undefined;
  return { rule: 'bad-value', message: `${quoted(text)} is not one of the known values`, suggestion, fix };
}

function unknownField({ entry, node, shape, around }: Failed<'unknown-field' | 'ignored-field'>, version: string): Worded {
  const { key } = entry;
  const names = Object.keys(shape.fields).filter(name => inRange(version, shape.fields[name]!));
  const message = `"${key}" is not a field of ${shape.title}`;
  if (nearest(key, names) === undefined)
    return { rule: 'unknown-field', message, suggestion: belongsUnder(around, searchShapes(key, version)) };
  const taken = new Set(entries(node).map(present => present.key));
  const { suggestion, fix } = unknownFieldProblem(entry, { title: shape.title, names, taken });
  return { rule: 'unknown-field', message, suggestion, fix };
}

function otherVersion({ entry, field: { since, until } }: Failed<'other-version'>, version: string): Worded {
  const isLater = since !== undefined && minorOf(version) < minorOf(since);
  const range = isLater ? `from 1.${minorOf(since)} on` : `before 1.${minorOf(until)}`;
  return { rule: 'unknown-field', message: `"${entry.key}" is a field of Kubernetes ${range}, this is 1.${minorOf(version)}` };
}

function dropped({ entry, field }: Failed<'dropped-field'>, version: string): Worded {
  const from = minorOf(field.dropped?.until);
  const message = `Kubernetes 1.${minorOf(version)} drops "${entry.key}": its feature gate is off by default`;
  const later = from <= newestMinor ? `, or Kubernetes 1.${from}` : '';
  return { rule: 'feature-gate', severity: 'warning', message, suggestion: `it needs a server with the feature gate on${later}` };
}
