/** Evaluates CEL expressions over values, with a limit on the work. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { CelSyntaxError, type Token, tokenize } from '@mcpgw/structure';
import { environment, noOldSelf, ownName } from './cel-functions.js';
import type { CelValue } from './schema-value.js';

/** The value of an expression; a runtime failure, which the API server treats as a refusal; or why it cannot be evaluated here. */
export type Evaluated = { readonly value: unknown } | { readonly value: false; readonly failure: string } | { readonly unknown: string };

export interface Expression {
  readonly usesOldSelf: boolean;
  readonly evaluate: (self: CelValue) => Evaluated;
}

const known = new Map<string, Expression>();

/** Parses an expression, memoized. */
export function expressionOf(text: string): Expression {
  const found = known.get(text) ?? parsed(text);
  known.set(text, found);
  return found;
}

const maxSteps = 2_000_000;
/** Runtime errors that the values cause. Any other error is a limitation of this evaluator. */
const failures: ReadonlySet<string> = new Set([
  'no_such_key',
  'index_out_of_bounds',
  'index_out_of_range',
  'division_by_zero',
  'modulo_by_zero',
  'numeric_overflow',
  'optional_value_missing',
  'int_conversion_error',
  'uint_conversion_error',
  'invalid_duration',
  'invalid_timestamp',
  'invalid_value',
]);

function parsed(text: string): Expression {
  const usesOldSelf = /\boldSelf\b/.test(text);
  try {
    const run = environment().parse(rewritten(text));
    const depth = loopsOf(run.ast);
    return { usesOldSelf, evaluate: self => evaluated(run, depth, self) };
  } catch (error) {
    const unknown = reasonOf(error);
    return { usesOldSelf, evaluate: () => ({ unknown }) };
  }
}

function evaluated(run: (context: Record<string, unknown>) => unknown, loops: number, self: CelValue): Evaluated {
  if (largest(self) ** loops > maxSteps) return { unknown: 'the value is too large for it' };
  try {
    return { value: run({ self, oldSelf: noOldSelf() }) };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    return failures.has(code) ? { value: false, failure: reasonOf(error) } : { unknown: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CelSyntaxError) return error.message;
  const { summary, message } = error as Error & { summary?: string };
  return (summary ?? message).split('\n', 1)[0]!;
}

/**
 * Rewrites an expression for the library. Functions with native regular expressions are replaced with ones that run in linear time, and
 * `has(a[0].b)`, which the library does not support, with `a[0].?b.hasValue()`.
 */
function rewritten(text: string): string {
  const tokens = tokenize(text);
  const edits = tokens.flatMap((_token, index) => (isCall(tokens, index) ? editsOf(tokens, index) : []));
  let out = text;
  for (const { at, length, by } of edits.sort((a, b) => b.at - a.at)) out = out.slice(0, at) + by + out.slice(at + length);
  return out;
}

interface TextEdit {
  readonly at: number;
  readonly length: number;
  readonly by: string;
}

const isCall = (tokens: readonly Token[], index: number): boolean => tokens[index]!.type === 'name' && isOp(tokens[index + 1], '(');
const isOp = (token: Token | undefined, text: string): boolean => token?.type === 'op' && token.text === text;

function editsOf(tokens: readonly Token[], index: number): TextEdit[] {
  const { text, at } = tokens[index]!;
  if (text === 'has' && !isOp(tokens[index - 1], '.')) return hasEdits(tokens, index);
  const by = ownName(text);
  return by === undefined ? [] : [{ at, length: text.length, by }];
}

function hasEdits(tokens: readonly Token[], index: number): TextEdit[] {
  let depth = 0;
  let end = index + 1;
  for (; end < tokens.length; end++) {
    if ('([{'.includes(tokens[end]!.text) && tokens[end]!.type === 'op') depth++;
    if (')]}'.includes(tokens[end]!.text) && tokens[end]!.type === 'op' && --depth === 0) break;
  }
  const [dot, name, close] = [tokens[end - 2], tokens[end - 1], tokens[end]];
  const isPlain = tokens.slice(index + 2, end).every(({ type, text }) => type === 'name' || text === '.');
  if (isPlain || !isOp(dot, '.') || name?.type !== 'name' || close === undefined) return [];
  return [
    { at: tokens[index]!.at, length: 'has'.length, by: '' },
    { at: dot!.at, length: 1, by: '.?' },
    { at: close.at, length: 0, by: '.hasValue()' },
  ];
}

const loops: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter']);

/** The depth of nested loops in an expression. */
function loopsOf(node: ASTNode): number {
  const { op, args } = node as { op: string; args: unknown };
  if (op !== 'rcall') return deepest(args);
  const [name, receiver, given] = args as [string, ASTNode, ASTNode[]];
  return Math.max(loopsOf(receiver), deepest(given) + (loops.has(name) ? 1 : 0));
}

function deepest(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((most, item) => Math.max(most, deepest(item)), 0);
  return typeof value === 'object' && value !== null && 'op' in value ? loopsOf(value as ASTNode) : 0;
}

/** The size of the largest list or map in a value. */
function largest(value: CelValue): number {
  if (Array.isArray(value)) return value.reduce<number>((most, item) => Math.max(most, largest(item)), Math.max(1, value.length));
  if (!(value instanceof Map)) return 1;
  let most = Math.max(1, value.size);
  for (const item of value.values()) most = Math.max(most, largest(item));
  return most;
}
