/** The messages and suggestions of the structural check of configuration files. */
import { nearest } from '@mcpgw/diagnostics';
import { type MapNode, type ScalarNode, typeName } from '../yaml/node.js';
import * as messages from './messages.js';
import { belongsUnder } from './misplaced.js';
import { exampleOf, expected, listNames } from './names.js';
import { caseOf, fits, scalarFailure } from './scalar.js';
import { searchShapes } from './search-shapes.js';
import type { NumberShape, Problem, Shape, StringShape, StructShape } from './shape.js';
import { historyOf, inRange } from './versions.js';
import type {
  BrokenChoice,
  Failure,
  MissingField,
  OtherVersion,
  OutOfRange,
  Reader,
  UnknownField,
  UnknownWord,
  Worded,
  Wording,
  WrongType,
} from './wording.js';

/** The messages for configuration files. */
export const configWording: Wording = {
  say,
  unchecked: message => `${message}; the reader stores it without a look, what uses it fails later`,
};

function say(failure: Failure, reader: Reader): Worded | undefined {
  switch (failure.kind) {
    case 'wrong-type':
      return wrongType(failure, reader.version);
    case 'out-of-range':
      return outOfRange(failure);
    case 'unknown-word':
      return unknownWord(failure);
    case 'wrong-length':
      return { rule: 'bad-value', ...messages.lengthProblem(failure.length, failure.shape.min, failure.shape.max)! };
    case 'unknown-field':
      return unknownField(failure, reader.version);
    case 'ignored-field':
      return ignoredField(failure, reader.version);
    case 'other-version':
      return otherVersion(failure, reader.reader);
    case 'repeated-key':
      return {
        rule: 'duplicate-field',
        message: `"${failure.entry.key}" is already set above in this mapping`,
        suggestion: 'keep one of the two',
      };
    case 'missing-field':
      return missingField(failure);
    case 'empty-field':
      return { rule: 'missing-field', message: `"${failure.entry.key}" may not be empty`, suggestion: 'write a value' };
    case 'dropped-field':
      return { rule: 'feature-gate', severity: 'warning', message: `${reader.reader} drops "${failure.entry.key}" by default` };
    default:
      return brokenChoice(failure, reader.version);
  }
}

function wrongType({ node, wanted, path }: WrongType, version: string): Worded {
  const [shape] = wanted;
  if (wanted.length > 1) {
    const names = listNames([...new Set(wanted.map(variant => describe(variant, version)))], 'or', '');
    return { rule: 'wrong-type', ...messages.typeProblem(node, names, path) };
  }
  if (node.kind === 'scalar' && !isCollection(shape!)) return scalarMismatch(node, shape!, version);
  const name = shape!.type === 'struct' ? `a mapping (${shape!.title})` : expected(shape!);
  const example = shape!.type === 'struct' ? fieldExample(shape!, version) : undefined;
  return { rule: 'wrong-type', ...messages.typeProblem(node, name, path, example) };
}

const isCollection = ({ type }: Shape): boolean => type === 'struct' || type === 'map' || type === 'list';

/** Describes what one variant of a union accepts. */
function describe(shape: Shape, version: string): string {
  switch (shape.type) {
    case 'lazy':
      return describe(shape.get(), version);
    case 'versioned':
      return describe(caseOf(shape, version), version);
    case 'refined':
    case 'buffered':
      return describe(shape.of, version);
    case 'select':
      return describe(shape.of[0]!, version);
    case 'struct':
      return `a mapping with ${listNames(Object.keys(shape.fields))}`;
    default:
      return expected(shape);
  }
}

/** An example of a field of a structure, as it would be written: the first required field, else the first field. */
function fieldExample(shape: StructShape, version: string): string | undefined {
  const fields = Object.entries(shape.fields).filter(([, field]) => inRange(version, field));
  const [name, field] = fields.find(([, { need }]) => need === 'required') ?? fields.find(([key]) => key !== '$schema') ?? [];
  return name === undefined || field === undefined ? undefined : `${name}: ${exampleOf(field) ?? '...'}`;
}

function scalarMismatch(node: ScalarNode, shape: Shape, version: string): Worded {
  const message = `expected ${expected(shape)}, found ${typeName(node)}`;
  const rule = 'wrong-type';
  if (shape.type === 'enum') return { rule, message, suggestion: `write ${listNames(shape.values, 'or')}` };
  if (node.value === null) return { rule, message, suggestion: `write ${expected(shape)}, or remove the field` };
  if (shape.type === 'string' && node.plain) return { rule, message, ...quoteAdvice(node, shape, version) };
  if (shape.type === 'boolean' && /^(?:yes|no|on|off|y|n|true|false)$/i.test(node.text)) {
    const word = /^(?:yes|on|y|true)$/i.test(node.text) ? 'true' : 'false';
    return { rule, message, suggestion: `write ${word}`, fix: word };
  }
  if ((shape.type === 'integer' || shape.type === 'number') && !node.plain && numberInQuotes(node.text, shape))
    return { rule, message, suggestion: 'remove the quotes', fix: node.text };
  return { rule, message, suggestion: `write ${expected(shape)}` };
}

/** Whether a text without its quotes is a number that the shape accepts. */
function numberInQuotes(text: string, shape: NumberShape): boolean {
  const isOne = shape.type === 'integer' ? /^-?(?:0|[1-9]\d{0,14})$/ : /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
  return isOne.test(text) && Number(text) >= min && Number(text) <= max && (shape.fraction !== true || text.includes('.'));
}

/** Suggests quotes for a string that YAML reads as another type, unless the text itself is wrong too. */
function quoteAdvice(node: ScalarNode, { check }: StringShape, version: string): Pick<Worded, 'suggestion' | 'fix'> {
  const problem = check?.(node.text, version);
  if (problem === undefined) return { suggestion: `put quotes around it: "${node.text}"`, fix: JSON.stringify(node.text) };
  return { suggestion: problem.suggestion ?? 'write a string that fits, in quotes' };
}

function outOfRange({ node, shape }: OutOfRange): Worded {
  if (!fits(node.value as number | bigint, shape.bits))
    return { rule: 'wrong-type', message: `${node.text} does not fit into ${shape.bits} bits`, suggestion: 'write a smaller number' };
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
  const limits = range(min, max, (node.value as number | bigint) > max);
  const suggestion = `write ${shape.type === 'integer' ? 'an integer' : 'a number'}${limits.startsWith('from') ? ' ' : ' of '}${limits}`;
  return { rule: 'bad-value', message: `${node.text} is out of range: ${limits}`, suggestion };
}

function range(min: number, max: number | bigint, isAbove: boolean): string {
  if (max >= Number.MAX_SAFE_INTEGER && !isAbove) return `at least ${min}`;
  return min === Number.NEGATIVE_INFINITY ? `at most ${max}` : `from ${min} to ${max}`;
}

function unknownWord({ node, shape: { values } }: UnknownWord): Worded {
  const near = nearest(node.text, values);
  const suggestion = near === undefined ? `${values.length === 1 ? 'write' : 'one of'} ${listNames(values)}` : `did you mean "${near}"?`;
  const sameButCase = values.filter(value => value.toLowerCase() === node.text.toLowerCase());
  const fix = sameButCase.length === 1 ? sameButCase[0] : undefined;
  return { rule: 'bad-value', message: `"${node.text}" is not one of the known values`, suggestion, fix };
}

function unknownField({ entry, node, shape, around }: UnknownField, version: string): Worded {
  const elsewhere = () => belongsUnder(around, searchShapes(entry.key, version));
  return { rule: 'unknown-field', ...messages.unknownField(entry, knownFields(node, shape, version), elsewhere) };
}

function ignoredField({ entry, node, shape, around }: UnknownField, version: string): Worded {
  const suggestion = belongsUnder(around, searchShapes(entry.key, version)) ?? 'remove it, or correct its name';
  const other = { message: `"${entry.key}" is ignored in ${shape.title}`, suggestion };
  return { rule: 'ignored-field', severity: 'warning', ...(messages.ignoredField(entry, knownFields(node, shape, version)) ?? other) };
}

/** The keys of a mapping, collected once even if many of them are unknown. */
const keysOf = new WeakMap<MapNode, ReadonlySet<string>>();

function knownFields(node: MapNode, shape: StructShape, version: string): messages.KnownFields {
  const names = Object.keys(shape.fields).filter(name => inRange(version, shape.fields[name]!));
  let taken = keysOf.get(node);
  if (taken === undefined) {
    taken = new Set(node.entries.map(({ key }) => key));
    keysOf.set(node, taken);
  }
  return { title: shape.title, names, taken };
}

function otherVersion({ entry, field, shape }: OtherVersion, reader: string): Worded {
  const message = `${reader} does not know the field "${entry.key}" in ${shape.title}: it ${historyOf(field)}`;
  const suggestion = field.instead === undefined ? `remove "${entry.key}"` : `use ${field.instead}`;
  return { rule: 'unknown-field', message, suggestion };
}

function missingField({ name, field, shape }: MissingField): Worded {
  return { rule: 'missing-field', ...messages.missingField(shape.title, name, field.doc, exampleOf(field)) };
}

function brokenChoice({ kind, choice, present, shape }: BrokenChoice, version: string): Worded {
  const title = shape.title;
  if (kind === 'too-many-chosen')
    return { rule: 'conflicting-fields', ...messages.severalSet(title, [...new Set(present.map(({ key }) => key))]) };
  if (kind === 'partly-chosen') {
    const missing = listNames(choice.keys.filter(key => !present.some(entry => entry.key === key)));
    return { rule: 'missing-field', message: `"${present[0]!.key}" in ${title} goes only with ${missing}`, suggestion: `add ${missing}` };
  }
  const keys = choice.keys.filter(key => key !== 'invalid' && inRange(version, shape.fields[key] ?? {}));
  const fields = keys.map(name => ({ name, doc: shape.fields[name]?.doc ?? '' }));
  return { rule: 'missing-field', ...messages.noneSet(title, fields) };
}

const anyVersion = '0.0.0';

/** What is wrong with a scalar whose shape is the same in every version. Shapes of collections are not checked. */
export function scalarProblem(node: ScalarNode, shape: Shape): Problem | undefined {
  const failure = scalarFailure(node, shape, anyVersion);
  if (failure === 'wrong-type') return scalarMismatch(node, shape, anyVersion);
  if (failure === undefined || !('kind' in failure)) return failure && { rule: 'bad-value', ...failure };
  return say(failure, { version: anyVersion, reader: '' });
}
