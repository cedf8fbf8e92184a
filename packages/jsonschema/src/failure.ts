import { formatFloat, quote as goQuote } from '@mcpgw/go/strconv';
import type { Json, JsonObject } from './drafts.js';

/** A schema that Helm would refuse to compile. The message is that of santhosh-tekuri/jsonschema v6.0.2 if it has one. */
export class SchemaError extends Error {
  override name = 'SchemaError';
  /** Where and why the schema breaks its metaschema; empty if it is refused for another reason. */
  readonly failures: readonly SchemaFailure[];
  constructor(message: string, failures: readonly SchemaFailure[] = []) {
    super(message);
    this.failures = failures;
  }
}

/** One reason why a value breaks its schema, with the reasons that caused it (output.go, kind/kind.go). */
export interface SchemaFailure {
  /** The path of the value, one element for each level. */
  readonly instance: readonly string[];
  readonly kind: FailureKind;
  /** The message after `at '/path': `. */
  readonly text: string;
  readonly causes: readonly SchemaFailure[];
  /** The keyword that failed; `false` for the schema `false`, `limit` if the check stopped early, empty for a group. */
  readonly keyword: string;
  /** The schema that has the keyword. */
  readonly schema: JsonObject;
  /** Properties that are missing or not allowed. */
  readonly names: readonly string[];
}

/** `group` and `reference` only hold causes together. A reference with one cause is not printed. */
export type FailureKind = 'keyword' | 'group' | 'reference';

/** Quotes a name as the validator does: Go's %q in single quotes. */
export function quote(text: string): string {
  return `'${goQuote(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Quotes names and joins them by commas. */
export const joinQuoted = (names: readonly string[]): string => names.map(quote).join(', ');

/** Formats a primitive for a message. */
export function display(value: Json): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object' && value !== null) return 'value';
  return value === null ? '<nil>' : String(value);
}

/** Formats a number as the validator's English message printer does: with thousands separators, and exponents as powers of ten. */
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

/** The maximum number of printed lines. A reason that is reached in several ways is printed once for each. */
const maxLines = 10_000;

/** Formats the failures as Helm prints them: `- at '/path': reason`, with causes indented by two spaces. */
export function formatFailures(failures: readonly SchemaFailure[]): string {
  const lines: string[] = [];
  for (const failure of failures) addLines(failure, 0, lines);
  return lines.length < maxLines ? lines.join('\n') : `${lines.join('\n')}\n- and more reasons than are printed`;
}

function addLines(failure: SchemaFailure, level: number, lines: string[]): void {
  if (lines.length >= maxLines) return;
  if (failure.kind === 'reference' && failure.causes.length === 1) {
    addLines(failure.causes[0]!, level, lines);
    return;
  }
  lines.push(`${'  '.repeat(level)}- at ${quote(pointer(failure.instance))}: ${failure.text}`);
  for (const cause of failure.causes) addLines(cause, level + 1, lines);
}

/** Go's url.Parse message for a percent sign that does not start an escape; undefined if there is none. */
export function escapeProblem(text: string): string | undefined {
  const found = /%(?![0-9A-Fa-f]{2})(.{0,2})/s.exec(text);
  return found ? `parse "${text}": invalid URL escape "%${found[1]}"` : undefined;
}
