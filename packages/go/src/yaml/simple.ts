/**
 * Fast path of `unmarshalYaml` and `readHead` (docs/adr/0056-fast-paths.md): YAML as people and `toYaml` usually write it, that is, block
 * mappings and sequences, plain scalars on one line, quoted scalars, literal and folded texts, and short flow collections. It returns
 * undefined if it is not certain to give the parser's result.
 */
import { GoMap, type Value } from '../values/value.js';
import { isPlainString, resolve, startsPlainString } from './resolve.js';
import { blockText, doubleQuotedText, foldLines } from './scalar-text.js';
import { FOLDED, INDENT_SHIFT, KEEP, LITERAL, STRIP } from './scalars.js';

const notSimple = Symbol('not simple');

const unusual = /[^\n\x20-\x7e\u00a1-\u2027\u202a-\ud7ff]/;
const maxDepth = 64;

const plainKey = /((?:[\w./]|-(?=[\w-]))[\w./@-]{0,500}) *:(?=[ \n]|$)/y;
const quotedKey = /"([^"\\\n]{0,500})" *:(?=[ \n]|$)/y;
const plainText = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^ \n]))[^\n#:]*(?:(?::(?![ \n]|$)|(?<! )#)[^\n#:]*)*/y;
const doubleQuoted = /"(?:[^"\\]|\\["\\nrt0])*"/y;
const doubleQuotedLine = /"(?:[^"\\\n]|\\["\\nrt0])*"/y;
const singleQuoted = /'(?:[^']|'')*'/y;
const singleQuotedLine = /'(?:[^'\n]|'')*'/y;
const flowPlain = /[\w./](?:[\w./@+-]| (?=\w))*(?= *[,\]}])/y;
const flowKey = /(?:"([^"\\\n]{0,500})"|([\w./][\w./@-]{0,500})): +/y;
const restOfLine = / *(?: #[^\n]*)?(?=\n|$)/y;
const blockHeader = /([|>])([-+]?) *(?=\n)/y;

/** How a document is decoded. */
export interface SimpleOptions {
  /** Returns integers as bigints. Otherwise all numbers are float64. */
  readonly keepIntegers?: boolean;
  /** Selects the keys of the document whose values are needed. The other values are parsed and returned as null. */
  readonly matters?: (key: string) => boolean;
}

/** The value of a document; undefined if it is not simple. */
export function readSimple(text: string, options: SimpleOptions = {}): Value | undefined {
  if (unusual.test(text)) return undefined;
  try {
    return new SimpleReader(text, options).document();
  } catch (error) {
    if (error === notSimple) return undefined;
    throw error;
  }
}

class SimpleReader {
  readonly #text: string;
  readonly #options: SimpleOptions;
  /** Whether values are needed at the current position. */
  #matters = true;
  /** The current position. Between entries it is the first character of a line's content. */
  #at = 0;
  /** The column of that content; -1 at the end of the text. */
  #indent = 0;
  #depth = 0;

  constructor(text: string, options: SimpleOptions) {
    this.#text = text;
    this.#options = options;
  }

  document(): Value {
    if (this.#text.startsWith('---\n')) this.#at = 4;
    this.#toContent();
    if (this.#indent < 0) return null;
    const value = this.#block();
    if (this.#indent >= 0) throw notSimple;
    return value;
  }

  /** Moves from the start of a line to the next one that holds more than a comment. */
  #toContent(): void {
    const text = this.#text;
    for (let at = this.#at; ; ) {
      const start = at;
      let c = text.charCodeAt(at);
      while (c === 32) c = text.charCodeAt(++at);
      if (at >= text.length) {
        this.#indent = -1;
        return;
      }
      if (c !== 10 && c !== 35) {
        this.#at = at;
        this.#indent = at - start;
        return;
      }
      at = c === 10 ? at + 1 : this.#lineAfter(at);
    }
  }

  #lineAfter(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end < 0 ? this.#text.length : end + 1;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  /** Skips the match of a pattern at the current position. It avoids the array of groups, which would be allocated for each line. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const matches = pattern.test(this.#text);
    if (matches) this.#at = pattern.lastIndex;
    return matches;
  }

  /** Returns the text that a pattern matches at the current position, and skips it. */
  #take(pattern: RegExp): string {
    const at = this.#at;
    if (!this.#skip(pattern)) throw notSimple;
    return this.#text.slice(at, this.#at);
  }

  /** Ends a line after its value, and skips everything after it that is not content. Nothing may continue the value. */
  #endLine(indent: number): void {
    const at = this.#at;
    const text = this.#text;
    if (at < text.length && text.charCodeAt(at) !== 10 && !this.#skip(restOfLine)) throw notSimple;
    this.#at++;
    this.#toContent();
    if (this.#indent > indent) throw notSimple;
  }

  #isItem(): boolean {
    if (this.#text.charCodeAt(this.#at) !== 45) return false;
    const next = this.#text.charCodeAt(this.#at + 1);
    return next === 32 || next === 10 || Number.isNaN(next);
  }

  #block(): Value {
    if (++this.#depth > maxDepth) throw notSimple;
    const value = this.#isItem() ? this.#sequence(this.#indent) : this.#mapping(this.#indent);
    this.#depth--;
    return value;
  }

  #mapping(indent: number): GoMap | null {
    const map = this.#matters ? new GoMap() : null;
    while (this.#indent === indent && !this.#isItem()) {
      const key = this.#key();
      if (this.#depth === 1) this.#matters = this.#options.matters?.(key) ?? true;
      const value = this.#value(indent);
      map?.set(key, this.#matters ? value : null);
    }
    if (this.#indent > indent) throw notSimple;
    return map;
  }

  #key(): string {
    const at = this.#at;
    const isPlain = this.#skip(plainKey);
    if (!isPlain && !this.#skip(quotedKey)) throw notSimple;
    let end = this.#at - 1;
    while (this.#text.charCodeAt(end - 1) === 32) end--;
    if (!isPlain) return this.#text.slice(at + 1, end - 1);
    if (!this.#matters && this.#depth > 1 && startsPlainString(this.#text.charCodeAt(at))) return '';
    const key = this.#text.slice(at, end);
    if (!isPlainString(key) && typeof resolve('', key).value !== 'string') throw notSimple;
    return key;
  }

  #sequence(indent: number): Value[] | null {
    const list: Value[] | null = this.#matters ? [] : null;
    while (this.#indent === indent && this.#isItem()) {
      const start = this.#at;
      this.#at++;
      while (this.#text.charCodeAt(this.#at) === 32) this.#at++;
      const item = this.#item(indent, indent + this.#at - start);
      list?.push(item);
    }
    if (this.#indent > indent) throw notSimple;
    return list;
  }

  /** Reads the item of a sequence at `indent` whose content is at `column`. */
  #item(indent: number, column: number): Value {
    const c = this.#text.charCodeAt(this.#at);
    if (Number.isNaN(c) || c === 10 || c === 35) return this.#below(indent, indent + 1);
    const at = this.#at;
    if (!this.#isItem()) {
      if (!this.#skip(plainKey) && !this.#skip(quotedKey)) return this.#scalar(indent);
      this.#at = at;
    }
    this.#indent = column;
    return this.#block();
  }

  /** Reads what follows the colon of an entry of a mapping at `indent`. */
  #value(indent: number): Value {
    while (this.#text.charCodeAt(this.#at) === 32) this.#at++;
    const c = this.#text.charCodeAt(this.#at);
    return Number.isNaN(c) || c === 10 || c === 35 ? this.#below(indent, indent) : this.#scalar(indent);
  }

  /**
   * Reads a collection on the lines below, indented more than `indent`; a sequence may start at the column `itemsFrom`. If there is none,
   * the value is null.
   */
  #below(indent: number, itemsFrom: number): Value {
    this.#at = this.#lineAfter(this.#at);
    this.#toContent();
    if (this.#indent < itemsFrom || (this.#indent <= indent && !this.#isItem())) return null;
    const c = this.#text.charCodeAt(this.#at);
    return c === 0x7b || c === 0x5b ? this.#flowLine(indent) : this.#block();
  }

  #scalar(indent: number): Value {
    switch (this.#text[this.#at]) {
      case '"':
        return this.#quoted(indent, doubleQuoted, doubleQuotedValue);
      case "'":
        return this.#quoted(indent, singleQuoted, singleQuotedValue);
      case '|':
      case '>':
        return this.#blockScalar(indent);
      case '[':
      case '{':
        return this.#flowLine(indent);
    }
    const at = this.#at;
    if (!this.#skip(plainText)) throw notSimple;
    while (this.#text.charCodeAt(this.#at - 1) === 32) this.#at--;
    const end = this.#at;
    this.#endLine(indent);
    if (!this.#matters && startsPlainString(this.#text.charCodeAt(at))) return null;
    return this.#resolved(this.#text.slice(at, end));
  }

  #quoted(indent: number, pattern: RegExp, read: (text: string) => string): string | null {
    const at = this.#at;
    if (!this.#skip(pattern)) throw notSimple;
    const end = this.#at;
    this.#checkIndent(at, end, indent);
    this.#endLine(indent);
    return this.#matters ? read(this.#text.slice(at + 1, end - 1)) : null;
  }

  /** Checks that further lines in a part of the text are blank or indented more than `indent`. */
  #checkIndent(start: number, end: number, indent: number): void {
    const text = this.#text;
    for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
      let content = at + 1;
      while (text.charCodeAt(content) === 32) content++;
      if (text.charCodeAt(content) !== 10 && content - at - 1 <= indent) throw notSimple;
    }
  }

  #resolved(text: string): Value {
    if (isPlainString(text)) return text;
    const { value } = resolve('', text);
    if (typeof value === 'bigint') return this.#options.keepIntegers ? value : Number(value);
    if (typeof value === 'number' && !Number.isFinite(value)) throw notSimple;
    return value;
  }

  #flowLine(indent: number): Value {
    const value = this.#flow();
    this.#endLine(indent);
    return value;
  }

  #flow(): Value {
    if (++this.#depth > maxDepth) throw notSimple;
    const isMap = this.#text[this.#at++] === '{';
    const value = isMap ? this.#flowMap() : this.#flowList();
    this.#depth--;
    return value;
  }

  #flowMap(): GoMap {
    const map = new GoMap();
    while (!this.#flowEnds('}', map.size > 0)) {
      const match = this.#match(flowKey) ?? giveUp();
      const key = match[1] ?? match[2]!;
      if (match[2] !== undefined && typeof resolve('', key).value !== 'string') throw notSimple;
      if (map.has(key)) throw notSimple;
      map.set(key, this.#flowValue());
    }
    return map;
  }

  #flowList(): Value[] {
    const list: Value[] = [];
    while (!this.#flowEnds(']', list.length > 0)) list.push(this.#flowValue());
    return list;
  }

  /** Whether the collection ends here. Otherwise the position moves to the next entry, after a comma if an entry preceded it. */
  #flowEnds(close: string, needsComma: boolean): boolean {
    this.#spaces();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return true;
    }
    if (needsComma) {
      if (this.#text[this.#at++] !== ',') throw notSimple;
      this.#spaces();
    }
    return false;
  }

  #spaces(): void {
    while (this.#text.charCodeAt(this.#at) === 32) this.#at++;
  }

  #flowValue(): Value {
    switch (this.#text[this.#at]) {
      case '[':
      case '{':
        return this.#flow();
      case '"':
        return doubleQuotedValue(this.#take(doubleQuotedLine).slice(1, -1));
      case "'":
        return singleQuotedValue(this.#take(singleQuotedLine).slice(1, -1));
    }
    return this.#resolved(this.#take(flowPlain));
  }

  #blockScalar(indent: number): string {
    const header = this.#match(blockHeader) ?? giveUp();
    const start = this.#at + 1;
    const { width, end } = this.#blockExtent(start, indent);
    if (width === 0 && header[2] === '+') throw notSimple;
    const chomping = header[2] === '-' ? STRIP : header[2] === '+' ? KEEP : 0;
    const format = (header[1] === '|' ? LITERAL : FOLDED) | chomping | (width << INDENT_SHIFT);
    this.#at = end;
    this.#toContent();
    if (this.#indent > indent) throw notSimple;
    return this.#matters && width > 0 ? blockText(this.#text, start, end, format) : '';
  }

  /** The indentation of a block scalar's lines, and the start of the first line after it; 0 if it has no lines. */
  #blockExtent(start: number, indent: number): { width: number; end: number } {
    const text = this.#text;
    let width = 0;
    let widestBlank = 0;
    let at = start;
    while (at < text.length) {
      let content = at;
      while (text.charCodeAt(content) === 32) content++;
      const column = content - at;
      const isBlank = content >= text.length || text.charCodeAt(content) === 10;
      if (!isBlank && column < Math.max(width, indent + 1)) break;
      if (width === 0 && isBlank) widestBlank = Math.max(widestBlank, column);
      if (width === 0 && !isBlank) width = column;
      at = this.#lineAfter(content);
    }
    if (widestBlank > (width === 0 ? indent + 1 : width)) throw notSimple;
    return { width, end: at };
  }
}

const doubleQuotedValue = (text: string): string => (/[\\\n]/.test(text) ? doubleQuotedText(text) : text);

const singleQuotedValue = (text: string): string => (text.includes('\n') ? foldLines(text) : text).replaceAll("''", "'");

function giveUp(): never {
  throw notSimple;
}
