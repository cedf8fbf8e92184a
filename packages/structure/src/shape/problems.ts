/** What is said of a value that does not fit its shape, and the way out. */
import { nearest } from '@mcpgw/diagnostics';
import { type Node, type ScalarNode, typeName } from '../yaml/node.js';
import type { Field, NumberShape, Problem, Shape, TextCheck } from './shape.js';

/** What is wrong with a scalar, or undefined; shapes of collections are not judged. */
export function scalarProblem(node: ScalarNode, shape: Shape): Problem | undefined {
  switch (shape.type) {
    case 'string':
      return typeof node.value === 'string' ? checkedText(node.value, shape.check) : mismatchProblem(node, shape);
    case 'integer':
      return numberProblem(node, shape);
    case 'number':
      return numberProblem(node, shape);
    case 'enum':
      return enumProblem(node, shape.values);
    case 'boolean':
      return typeof node.value === 'boolean' ? undefined : mismatchProblem(node, shape);
    case 'null':
      return node.value === null ? undefined : mismatchProblem(node, shape);
    default:
      return undefined;
  }
}

function checkedText(value: string, check: ((text: string) => Problem | undefined) | undefined): Problem | undefined {
  const problem = check?.(value);
  return problem === undefined ? undefined : { rule: 'bad-value', ...problem };
}

/** A way out of a wrong type; `example` shows what a mapping holds. */
export function typeAdvice(node: Node, wanted: string, name: string, example?: string): string {
  if (node.kind === 'scalar' && node.value === null) return `write ${wanted}, or remove ${name}`;
  if (node.kind === 'list' && node.items.length > 0 && wanted.startsWith('a mapping'))
    return `write the fields of ${name} without "-" in front`;
  if (node.kind === 'map' && wanted.startsWith('a list')) return `write ${name} as a list: put "- " in front of each item`;
  if (node.kind === 'list' && node.items.length === 1) return 'write the item itself, without "-" in front';
  if (node.kind === 'scalar' && wanted.startsWith('a list')) return `write ${name} as a list: [${asItem(node)}]`;
  if (node.kind === 'scalar' && node.plain && /^[\w.$-]+:(?!\/\/)\S/.test(node.text) && wanted.startsWith('a mapping'))
    return 'put a space behind the colon';
  return example === undefined ? `write ${wanted}` : `write the fields of ${name}, such as ${example}`;
}

const asItem = ({ value, text }: ScalarNode): string =>
  typeof value === 'string' && !/^[\w./-]+$/.test(text) ? JSON.stringify(text.slice(0, 40)) : text.slice(0, 40);

/** What a field may hold, as it would be written; undefined where nothing is known. */
export function exampleOf({ example, shape }: Field): string | undefined {
  if (example !== undefined) return JSON.stringify(example);
  if (shape.type === 'boolean') return 'true';
  const word = shape.type === 'enum' ? shape.values.find(value => value !== '') : undefined;
  return word === undefined ? undefined : JSON.stringify(word);
}

function mismatchProblem(node: ScalarNode, shape: Shape): Problem {
  const message = `expected ${expected(shape)}, found ${typeName(node)}`;
  if (node.value === null) return { message, suggestion: `write ${expected(shape)}, or remove the field` };
  if (shape.type === 'string' && node.plain) return quoteAdvice(node, message, shape.check);
  if (shape.type === 'boolean' && /^(?:yes|no|on|off|y|n|true|false)$/i.test(node.text)) {
    const word = /^(?:yes|on|y|true)$/i.test(node.text) ? 'true' : 'false';
    return { message, suggestion: `write ${word}`, mend: word };
  }
  if ((shape.type === 'integer' || shape.type === 'number') && !node.plain && numberInQuotes(node.text, shape))
    return { message, suggestion: 'remove the quotes', mend: node.text };
  return { message, suggestion: `write ${expected(shape)}` };
}

/** Whether a text is a number that the shape takes once its quotes are gone. */
function numberInQuotes(text: string, shape: NumberShape): boolean {
  const isOne = shape.type === 'integer' ? /^-?(?:0|[1-9]\d{0,14})$/ : /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
  return isOne.test(text) && Number(text) >= min && Number(text) <= max && (shape.fraction !== true || text.includes('.'));
}

/** Quotes mend a text that reads as something else, unless the text itself is wrong too. */
function quoteAdvice(node: ScalarNode, message: string, check: TextCheck | undefined): Problem {
  const problem = check?.(node.text);
  if (problem === undefined) return { message, suggestion: `put quotes around it: "${node.text}"`, mend: JSON.stringify(node.text) };
  return { message, suggestion: problem.suggestion ?? 'write a text that fits, in quotes' };
}

function numberProblem(node: ScalarNode, shape: NumberShape): Problem | undefined {
  const { value } = node;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (
    !isNumber ||
    (shape.type === 'integer' && node.isFloat && !(shape.integral === true && Number.isInteger(value))) ||
    (shape.fraction === true && !node.isFloat)
  )
    return mismatchProblem(node, shape);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
  if (value >= min && value <= max) return undefined;
  const limits = range(min, max, value > max);
  const suggestion = `write ${shape.type === 'integer' ? 'an integer' : 'a number'}${limits.startsWith('from') ? ' ' : ' of '}${limits}`;
  return { rule: 'bad-value', message: `${node.text} is out of range: ${limits}`, suggestion };
}

function range(min: number, max: number | bigint, isAbove: boolean): string {
  if (max >= Number.MAX_SAFE_INTEGER && !isAbove) return `at least ${min}`;
  return min === Number.NEGATIVE_INFINITY ? `at most ${max}` : `from ${min} to ${max}`;
}

function enumProblem(node: ScalarNode, values: readonly string[]): Problem | undefined {
  if (typeof node.value === 'string' && values.includes(node.value)) return undefined;
  const near = nearest(node.text, values);
  const suggestion = near === undefined ? `${values.length === 1 ? 'write' : 'one of'} ${listNames(values)}` : `did you mean "${near}"?`;
  if (typeof node.value !== 'string')
    return {
      message: `expected ${expected({ type: 'enum', values })}, found ${typeName(node)}`,
      suggestion: `write ${listNames(values, 'or')}`,
    };
  const sameButCase = values.filter(value => value.toLowerCase() === node.text.toLowerCase());
  const mend = sameButCase.length === 1 ? { mend: sameButCase[0]! } : {};
  return { rule: 'bad-value', message: `"${node.text}" is none of the known values`, suggestion, ...mend };
}

/** What a shape wants, in words. */
export function expected(shape: Shape): string {
  switch (shape.type) {
    case 'string':
      return shape.name;
    case 'integer':
      return 'an integer';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'enum':
      return shape.values.length === 1 ? `"${shape.values[0]}"` : `one of ${listNames(shape.values)}`;
    case 'list':
      return 'a list';
    case 'null':
      return 'null';
    default:
      return 'a mapping';
  }
}

/** Joins names as `"a", "b" and "c"`, the first dozen of them. */
export function listNames(names: readonly string[], joiner = 'and', quote = '"'): string {
  const shown = names.slice(0, 12).map(name => `${quote}${name}${quote}`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${joiner} ${shown.at(-1)}`;
}
