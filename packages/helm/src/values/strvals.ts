/**
 * The `--set` family: `name=value,other.name[0]={a,b}`. Follows helm.sh/helm/v4 v4.2.4 pkg/strvals (parser.go, literal_parser.go),
 * including messages. `setAssignments` runs the same parser and returns the location of each key and value.
 */

import { sprintf } from '@mcpgw/go/fmt';
import { firstJsonValue, JsonError, unmarshalJson } from '@mcpgw/go/json';
import { goTypeName } from '@mcpgw/go/reflect';
import { quote } from '@mcpgw/go/strconv';
import { isSpaceCode } from '@mcpgw/go/unicode';
import { GoMap, int64, Sized, typed, type Value } from '@mcpgw/go/values';
import { HelmError } from '../common/errors.js';
import { isTable } from '../common/path.js';

/** The highest list index in `--set`. */
const maxIndex = 65536;
/** The maximum number of dots in a key of `--set`. */
const maxNestedNameLevel = 30;

/** Go's io.EOF: the text ended where a key could start. */
const eof = new HelmError('EOF');

type Failure = HelmError | null;
type Reader = (text: string) => Value;

const fail = (message: string): HelmError => new HelmError(message);

/**
 * Parses `--set` into `target`. Values are typed (true, false, null, integers); all others are strings.
 *
 * @throws HelmError if the text is malformed
 */
export const parseInto = (text: string, target: GoMap): void => run(new Parser(text, 'set', typedValue), target);

/** Like `parseInto`, for `--set-string`. */
export const parseIntoString = (text: string, target: GoMap): void => run(new Parser(text, 'set', value => value), target);

/** Like `parseInto`, for `--set-file`. `read` returns the value for a path and may throw. */
export const parseIntoFile = (text: string, target: GoMap, read: Reader): void => run(new Parser(text, 'set', read), target);

/** Like `parseInto`, for `--set-json` in its `key=json` form. */
export const parseJson = (text: string, target: GoMap): void => run(new Parser(text, 'json', value => value), target);

/** Like `parseInto`, for `--set-literal`: one key, and everything after `=` unchanged. */
export const parseLiteralInto = (text: string, target: GoMap): void => run(new Parser(text, 'literal', value => value), target);

/** The location of a part of a flag's text: UTF-16 offsets, with an exclusive end. */
export interface SetSpan {
  readonly start: number;
  readonly end: number;
}

/** One step of a path: a key, or the index of a list. */
export interface SetStep {
  readonly name: string | number;
  readonly span: SetSpan;
}

/** A part of a value with escapes resolved. */
export interface SetText {
  readonly text: string;
  readonly span: SetSpan;
}

/** The value that a flag assigns: a text, a list of texts (`{a,b}`), or JSON, which the caller parses. */
export type SetValue =
  | (SetText & { readonly kind: 'text' })
  | { readonly kind: 'list'; readonly items: readonly SetText[]; readonly span: SetSpan }
  | { readonly kind: 'json'; readonly span: SetSpan };

/** One `key=value` of a flag. */
export interface SetAssignment {
  readonly path: readonly SetStep[];
  readonly value: SetValue;
}

/** The forms of the family. `set` covers `--set`, `--set-string` and `--set-file`. */
export type SetForm = 'set' | 'json' | 'literal';

/**
 * Returns the assignments of one flag in the order of its text, with their locations. For a text that Helm refuses, it returns the
 * assignments before the error; it never throws for malformed text.
 */
export function setAssignments(text: string, form: SetForm): SetAssignment[] {
  const offsets = [0];
  for (const rune of text) offsets.push(offsets.at(-1)! + rune.length);
  const parser = new Parser(
    text,
    form,
    value => value,
    (start, end) => ({ start: offsets[start]!, end: offsets[end]! }),
  );
  const found: SetAssignment[] = [];
  try {
    run(parser, new GoMap(), assignment => found.push(assignment));
  } catch (error) {
    if (!(error instanceof HelmError || error instanceof JsonError)) throw error;
  }
  return found;
}

function run(parser: Parser, target: GoMap, assigned?: (assignment: SetAssignment) => void): void {
  for (;;) {
    const failure = parser.assign(target);
    if (failure !== null && failure !== eof) throw failure;
    const isKept = parser.path.every(({ name }) => name !== '');
    if (parser.value !== undefined && isKept) assigned?.({ path: parser.path, value: parser.value });
    if (failure === eof) return;
  }
}

function typedValue(text: string): Value {
  if (/^true$/iu.test(text)) return true;
  if (/^false$/iu.test(text)) return false;
  if (/^null$/iu.test(text)) return null;
  if (text === '0') return int64(0);
  const value = text[0] === '0' ? undefined : parseInteger(text);
  return value === undefined ? text : int64(value);
}

/** strconv.ParseInt(text, 10, 64); undefined if the text is not an integer or is out of range. */
function parseInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** `%q` of a []rune: each character in single quotes. */
function quoteRunes(text: string): string {
  const runes = Array.from(text, rune => new Sized('int32', BigInt(rune.codePointAt(0)!)));
  return sprintf('%q', [typed(runes, '[]int32')]);
}

/** Go's message for a failed type assertion, as shown by the recovered panic. */
const assertion = (value: Value, wanted: string): HelmError =>
  fail(`unable to parse key: interface conversion: interface {} is ${value === null ? 'nil' : goTypeName(value)}, not ${wanted}`);

function set(target: GoMap, key: string, value: Value): void {
  if (key !== '') target.set(key, value);
}

function setIndex(list: Value[], index: number, value: Value): Failure {
  if (index < 0) return fail(`negative ${index} index not allowed`);
  if (index > maxIndex) return fail(`index of ${index} is greater than maximum supported index of ${maxIndex}`);
  while (list.length <= index) list.push(null);
  list[index] = value;
  return null;
}

interface Token extends SetText {
  /** The character that ended the token; undefined at the end of the text. */
  readonly last: string | undefined;
}

class Parser {
  /** The keys and indexes of the last assignment, and its value. */
  path: SetStep[] = [];
  value: SetValue | undefined;
  readonly #runes: readonly string[];
  readonly #form: SetForm;
  readonly #read: Reader;
  readonly #span: (start: number, end: number) => SetSpan;
  #at = 0;

  /** `span` converts the offsets of two characters to a location. */
  constructor(text: string, form: SetForm, read: Reader, span = (start: number, end: number): SetSpan => ({ start, end })) {
    this.#runes = Array.from(text, rune => (/^[\ud800-\udfff]$/.test(rune) ? '\ufffd' : rune));
    this.#form = form;
    this.#read = read;
    this.#span = span;
  }

  /** Reads one `key=value` into `target`. Returns eof if nothing is left. */
  assign(target: GoMap): Failure {
    this.path = [];
    this.value = undefined;
    return this.#key(target, 0);
  }

  /** Reads a key of the table `target` and everything that follows it. */
  #key(target: GoMap, level: number): Failure {
    const { text, span, last } = this.#until(this.#form === 'literal' ? '=[.' : '=[,.');
    this.path.push({ name: text, span });
    if (last === undefined) return text === '' ? eof : fail(`key ${quote(text)} has no value`);
    if (last === '[') return this.#keyOfList(target, text, level);
    if (last === '.') return this.#keyOfTable(target, text, level + 1);
    if (last === '=') return this.#assigned(value => this.#setKey(target, text, value));
    set(target, text, '');
    return fail(`key ${quote(text)} has no value (cannot end with ,)`);
  }

  #setKey(target: GoMap, key: string, value: Value): Failure {
    set(target, key, value);
    return null;
  }

  #keyOfList(target: GoMap, key: string, level: number): Failure {
    const index = this.#index();
    if (index === eof) return eof;
    if (index instanceof HelmError) return fail(`error parsing index: ${index.message}`);
    const existing = target.get(key);
    if (existing !== undefined && !Array.isArray(existing)) return assertion(existing, '[]interface {}');
    const list = existing ?? [];
    const failure = this.#listItem(list, index, level);
    set(target, key, list);
    return failure;
  }

  #keyOfTable(target: GoMap, key: string, level: number): Failure {
    if (level > maxNestedNameLevel) {
      return fail(`value name nested level is greater than maximum supported nested level of ${maxNestedNameLevel}`);
    }
    const existing = target.get(key);
    if (existing !== undefined && !isTable(existing)) return assertion(existing, 'map[string]interface {}');
    const inner = existing ?? new GoMap();
    const failure = this.#key(inner, level);
    if (failure === null && inner.size === 0) return fail(`key map ${quote(key)} has no value`);
    if (inner.size > 0) set(target, key, inner);
    return failure;
  }

  #listItem(list: Value[], index: number, level: number): Failure {
    if (index < 0) return fail(`negative ${index} index not allowed`);
    const { text, last } = this.#until('[.=');
    if (text !== '') return fail(`unexpected data at end of array index: ${quoteRunes(text)}`);
    if (last === undefined) return eof;
    if (last === '=') return this.#assigned(value => setIndex(list, index, value), true);
    return last === '[' ? this.#nestedList(list, index, level) : this.#nestedTable(list, index, level);
  }

  #nestedList(list: Value[], index: number, level: number): Failure {
    const nextIndex = this.#index();
    if (nextIndex === eof) return eof;
    if (nextIndex instanceof HelmError) return fail(`error parsing index: ${nextIndex.message}`);
    const existing = list[index] ?? null;
    if (existing !== null && !Array.isArray(existing)) return assertion(existing, '[]interface {}');
    const inner = existing ?? [];
    return this.#itemOf(list, index, inner, this.#listItem(inner, nextIndex, level));
  }

  #nestedTable(list: Value[], index: number, level: number): Failure {
    const existing = list[index];
    const inner = isTable(existing) ? existing : new GoMap();
    if (index < list.length) list[index] = inner;
    return this.#itemOf(list, index, inner, this.#key(inner, level));
  }

  /** Stores `inner`, which was read with `failure`, as an item. As in Helm, an item at which the text ended is lost if it is new. */
  #itemOf(list: Value[], index: number, inner: Value, failure: Failure): Failure {
    if (failure === null) return setIndex(list, index, inner);
    if (list[index] !== inner) this.value = undefined;
    return failure;
  }

  /** Reads the text after `=` and passes it to `store`. In a list, the end of the text is not an error. */
  #assigned(store: (value: Value) => Failure, inList = false): Failure {
    if (this.#form === 'literal') return this.#textValue('', store);
    if (this.#form === 'json') return this.#jsonValue(store);
    if (this.#at >= this.#runes.length) return this.#textValue('', () => store('')) ?? (inList ? null : eof);
    return this.#runes[this.#at] === '{' ? this.#list(store) : this.#textValue(',', store);
  }

  #textValue(stop: string, store: (value: Value) => Failure): Failure {
    const { text, span } = this.#until(stop);
    this.value = { kind: 'text', text, span };
    return store(this.#read(text));
  }

  #jsonValue(store: (value: Value) => Failure): Failure {
    if (this.#skipToValue()) {
      this.value = { kind: 'json', span: this.#span(this.#at, this.#at) };
      return store(null);
    }
    const rest = this.#runes.slice(this.#at).join('');
    const length = firstJsonValue(rest);
    if (length < 0) return fail('invalid JSON');
    const value = rest.slice(0, length);
    const failure = store(unmarshalJson(value));
    const start = this.#at;
    this.#at += Array.from(value).length;
    this.value = { kind: 'json', span: this.#span(start, this.#at) };
    this.#skipToValue();
    return failure;
  }
  /** Skips blanks and one comma. Returns true if no value follows. */
  #skipToValue(): boolean {
    for (;;) {
      const rune = this.#runes[this.#at];
      if (rune === undefined) return true;
      if (rune === ',') {
        this.#at++;
        return true;
      }
      if (!isSpaceCode(rune.codePointAt(0)!)) return false;
      this.#at++;
    }
  }

  #list(store: (value: Value) => Failure): Failure {
    const start = this.#at++;
    const items: SetText[] = [];
    const values: Value[] = [];
    for (;;) {
      const { text, span, last } = this.#until(',}');
      if (last === undefined) return fail("list must terminate with '}'");
      items.push({ text, span });
      values.push(this.#read(text));
      if (last === ',') continue;
      this.value = { kind: 'list', items, span: this.#span(start, this.#at) };
      if (this.#runes[this.#at] === ',') this.#at++;
      return store(values);
    }
  }

  #index(): number | HelmError {
    const { text, span, last } = this.#until(']');
    if (last === undefined) return eof;
    const value = parseInteger(text);
    if (value !== undefined) {
      this.path.push({ name: Number(value), span });
      return Number(value);
    }
    const reason = /^[+-]?\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
    return fail(`strconv.Atoi: parsing ${quote(text)}: ${reason}`);
  }

  /** Reads up to one of `stop` and consumes it. A backslash escapes the next character, except in the literal form. */
  #until(stop: string): Token {
    const start = this.#at;
    const text: string[] = [];
    while (this.#at < this.#runes.length) {
      const rune = this.#runes[this.#at++]!;
      if (stop.includes(rune)) return { text: text.join(''), span: this.#span(start, this.#at - 1), last: rune };
      if (rune !== '\\' || this.#form === 'literal') text.push(rune);
      else if (this.#at < this.#runes.length) text.push(this.#runes[this.#at++]!);
    }
    return { text: text.join(''), span: this.#span(start, this.#at), last: undefined };
  }
}
