/**
 * The `--set` family: `name=value,other.name[0]={a,b}`. Follows helm.sh/helm/v4 v4.2.4 pkg/strvals (parser.go,
 * literal_parser.go), messages included.
 */

import { sprintf } from '@mcpgw/go/fmt';
import { firstJsonValue, unmarshalJson } from '@mcpgw/go/json';
import { goTypeName } from '@mcpgw/go/reflect';
import { quote } from '@mcpgw/go/strconv';
import { isSpaceCode } from '@mcpgw/go/unicode';
import { GoMap, int64, Sized, typed, type Value } from '@mcpgw/go/values';
import { HelmError } from '../common/errors.js';
import { isTable } from '../common/path.js';

/** Highest index of a list in `--set`. */
const maxIndex = 65536;
/** Most dots in a key of `--set`. */
const maxNestedNameLevel = 30;

/** Go's io.EOF: the text ended where a key could start. */
const eof = new HelmError('EOF');
const notList = new HelmError('not a list');

type Failure = HelmError | null;
type Reader = (text: string) => Value;

const fail = (message: string): HelmError => new HelmError(message);

/** `--set`: values are typed (true, false, null, integers); the rest are strings. Writes into `target`; throws HelmError. */
export const parseInto = (text: string, target: GoMap): void => run(new Parser(text, 'set', typedValue), target);

/** `--set-string`. */
export const parseIntoString = (text: string, target: GoMap): void => run(new Parser(text, 'set', value => value), target);

/** `--set-file`: `read` gives the value for a path and may throw. */
export const parseIntoFile = (text: string, target: GoMap, read: Reader): void => run(new Parser(text, 'set', read), target);

/** `--set-json` in its `key=json` form. */
export const parseJson = (text: string, target: GoMap): void => run(new Parser(text, 'json', value => value), target);

/** `--set-literal`: one key, and everything behind `=` as it stands. */
export const parseLiteralInto = (text: string, target: GoMap): void => run(new Parser(text, 'literal', value => value), target);

function run(parser: Parser, target: GoMap): void {
  for (;;) {
    const failure = parser.key(target, 0);
    if (failure === eof) return;
    if (failure) throw failure;
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

/** strconv.ParseInt(text, 10, 64); undefined for what is no integer or out of range. */
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

/** Go's message for a failed type assertion, as the recovered panic shows it. */
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

interface Token {
  readonly text: string;
  /** The character that ended the token; undefined at the end of the text. */
  readonly last: string | undefined;
}

class Parser {
  private readonly runes: readonly string[];
  private readonly form: 'set' | 'json' | 'literal';
  private readonly read: Reader;
  private at = 0;

  constructor(text: string, form: 'set' | 'json' | 'literal', read: Reader) {
    this.runes = Array.from(text, rune => (/^[\ud800-\udfff]$/.test(rune) ? '\ufffd' : rune));
    this.form = form;
    this.read = read;
  }

  /** Reads one `key=value` into `target`. Returns eof where nothing is left. */
  key(target: GoMap, level: number): Failure {
    const { text, last } = this.until(this.form === 'literal' ? '=[.' : '=[,.');
    if (last === undefined) return text === '' ? eof : fail(`key ${quote(text)} has no value`);
    if (last === '[') return this.keyOfList(target, text, level);
    if (last === '.') return this.keyOfTable(target, text, level + 1);
    if (last === '=') return this.value(value => this.setKey(target, text, value));
    set(target, text, '');
    return fail(`key ${quote(text)} has no value (cannot end with ,)`);
  }

  private setKey(target: GoMap, key: string, value: Value): Failure {
    set(target, key, value);
    return null;
  }

  private keyOfList(target: GoMap, key: string, level: number): Failure {
    const index = this.index();
    if (index === eof) return eof;
    if (index instanceof HelmError) return fail(`error parsing index: ${index.message}`);
    const existing = target.get(key);
    if (existing !== undefined && !Array.isArray(existing)) return assertion(existing, '[]interface {}');
    const list = existing ?? [];
    const failure = this.listItem(list, index, level);
    set(target, key, list);
    return failure;
  }

  private keyOfTable(target: GoMap, key: string, level: number): Failure {
    if (level > maxNestedNameLevel) {
      return fail(`value name nested level is greater than maximum supported nested level of ${maxNestedNameLevel}`);
    }
    const existing = target.get(key);
    if (existing !== undefined && !isTable(existing)) return assertion(existing, 'map[string]interface {}');
    const inner = existing ?? new GoMap();
    const failure = this.key(inner, level);
    if (failure === null && inner.size === 0) return fail(`key map ${quote(key)} has no value`);
    if (inner.size > 0) set(target, key, inner);
    return failure;
  }

  private listItem(list: Value[], index: number, level: number): Failure {
    if (index < 0) return fail(`negative ${index} index not allowed`);
    const { text, last } = this.until('[.=');
    if (text !== '') return fail(`unexpected data at end of array index: ${quoteRunes(text)}`);
    if (last === undefined) return eof;
    if (last === '=') return this.value(value => setIndex(list, index, value), true);
    return last === '[' ? this.nestedList(list, index, level) : this.nestedTable(list, index, level);
  }

  private nestedList(list: Value[], index: number, level: number): Failure {
    const nextIndex = this.index();
    if (nextIndex === eof) return eof;
    if (nextIndex instanceof HelmError) return fail(`error parsing index: ${nextIndex.message}`);
    const existing = list[index] ?? null;
    if (existing !== null && !Array.isArray(existing)) return assertion(existing, '[]interface {}');
    const inner = existing ?? [];
    return this.listItem(inner, nextIndex, level) ?? setIndex(list, index, inner);
  }

  private nestedTable(list: Value[], index: number, level: number): Failure {
    const existing = list[index];
    const inner = isTable(existing) ? existing : new GoMap();
    if (index < list.length) list[index] = inner;
    return this.key(inner, level) ?? setIndex(list, index, inner);
  }

  /** Reads what follows `=` and hands it to `store`. In a list, an end of the text is no failure. */
  private value(store: (value: Value) => Failure, inList = false): Failure {
    if (this.form === 'literal') return store(this.until('').text);
    if (this.form === 'json') return this.jsonValue(store);
    if (this.at >= this.runes.length) return store('') ?? (inList ? null : eof);
    const list = this.list();
    if (Array.isArray(list)) return store(list);
    if (list !== notList) return list;
    return store(this.read(this.until(',').text));
  }

  private jsonValue(store: (value: Value) => Failure): Failure {
    if (this.skipToValue()) return store(null);
    const rest = this.runes.slice(this.at).join('');
    const end = firstJsonValue(rest);
    if (end < 0) return fail('invalid JSON');
    const value = rest.slice(0, end);
    const failure = store(unmarshalJson(value));
    this.at += Array.from(value).length;
    this.skipToValue();
    return failure;
  }

  /** Skips blanks and one comma; true where no value follows. */
  private skipToValue(): boolean {
    for (;;) {
      const rune = this.runes[this.at];
      if (rune === undefined) return true;
      if (rune === ',') {
        this.at++;
        return true;
      }
      if (!isSpaceCode(rune.codePointAt(0)!)) return false;
      this.at++;
    }
  }

  private list(): Value[] | HelmError {
    if (this.runes[this.at] !== '{') return notList;
    this.at++;
    const list: Value[] = [];
    for (;;) {
      const { text, last } = this.until(',}');
      if (last === undefined) return fail("list must terminate with '}'");
      list.push(this.read(text));
      if (last === ',') continue;
      if (this.runes[this.at] === ',') this.at++;
      return list;
    }
  }

  private index(): number | HelmError {
    const { text, last } = this.until(']');
    if (last === undefined) return eof;
    const value = parseInteger(text);
    if (value !== undefined) return Number(value);
    const reason = /^[+-]?\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
    return fail(`strconv.Atoi: parsing ${quote(text)}: ${reason}`);
  }

  /** Up to one of `stop`, which is consumed. A backslash takes the next character as it stands, except in the literal form. */
  private until(stop: string): Token {
    const text: string[] = [];
    while (this.at < this.runes.length) {
      const rune = this.runes[this.at++]!;
      if (stop.includes(rune)) return { text: text.join(''), last: rune };
      if (rune !== '\\' || this.form === 'literal') text.push(rune);
      else if (this.at < this.runes.length) text.push(this.runes[this.at++]!);
    }
    return { text: text.join(''), last: undefined };
  }
}
