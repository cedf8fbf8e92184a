import { formatFloat, quote as goQuote } from '@mcpgw/gotemplate';
import type { Json } from './drafts.js';

/** A schema that Helm would refuse to compile. The message is the one of santhosh-tekuri/jsonschema v6.0.2 where it has one. */
export class SchemaError extends Error {
  override name = 'SchemaError';
  /** Where and why the schema breaks the rules for schemas; empty where it is refused for another reason. */
  readonly failures: readonly Failure[];
  constructor(message: string, failures: readonly Failure[] = []) {
    super(message);
    this.failures = failures;
  }
}

/** One reason why a value breaks its schema, with the reasons below it (output.go, kind/kind.go). */
export interface Failure {
  /** Path of the value, one token a level. */
  readonly instance: readonly string[];
  readonly kind: FailureKind;
  /** The words behind `at '/path': `. */
  readonly text: string;
  readonly causes: readonly Failure[];
}

/** `group` and `reference` only hold causes together; a reference with one cause is not shown. */
export type FailureKind = 'keyword' | 'group' | 'reference';

/** Go's %q in single quotes, as the validator quotes names. */
export function quote(text: string): string {
  return `'${goQuote(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

export const joinQuoted = (names: readonly string[]): string => names.map(quote).join(', ');

/** A primitive for a message. */
export function display(value: Json): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object' && value !== null) return 'value';
  return value === null ? '<nil>' : String(value);
}

/** A number as the validator's English message printer writes it: thousands separated, exponents as powers of ten. */
export function displayNumber(value: number): string {
  const [mantissa, exponent] = formatFloat(value, 'g', -1).split('e');
  if (exponent !== undefined && !Number.isSafeInteger(value)) return `${mantissa}×10${superscript(exponent)}`;
  const [whole, fraction] = formatFloat(value, 'f', -1).split('.');
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const superscript = (exponent: string): string =>
  [...exponent.replace('+', '')].map(c => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]!)).join('');

const pointer = (tokens: readonly string[]): string =>
  tokens.map(token => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The failure tree as Helm prints it: `- at '/path': reason`, causes indented by two spaces. */
export function formatFailures(failures: readonly Failure[], level = 0): string {
  return failures.flatMap(failure => formatFailure(failure, level)).join('\n');
}

function formatFailure(failure: Failure, level: number): string[] {
  if (failure.kind === 'reference' && failure.causes.length === 1) return formatFailure(failure.causes[0]!, level);
  const line = `${'  '.repeat(level)}- at ${quote(pointer(failure.instance))}: ${failure.text}`;
  return [line, ...failure.causes.flatMap(cause => formatFailure(cause, level + 1))];
}
