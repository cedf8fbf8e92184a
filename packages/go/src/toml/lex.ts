/**
 * Characters and scalar tokens of TOML. Behavior, names and messages: github.com/BurntSushi/toml v1.6.0 lex.go.
 * `fail` receives the line to report; the parser adds the current key.
 */
import { quote, quoteRune } from '../strconv/quote.js';

export type ScalarType = 'string' | 'escaped' | 'multiline' | 'raw' | 'rawMultiline' | 'bool' | 'integer' | 'float' | 'datetime';

/** A scalar as written in the text, and the line on which it ends. */
export interface Item {
  readonly type: ScalarType;
  readonly text: string;
  readonly line: number;
}

export const EOF = 0;
const letter = /^\p{L}$/u;

export const isWhitespace = (c: number): boolean => c === 9 || c === 32;
export const isNewline = (c: number): boolean => c === 10 || c === 13;
export const isDigit = (c: number): boolean => c >= 48 && c <= 57;
export const isHex = (c: number): boolean => isDigit(c) || ((c | 32) >= 97 && (c | 32) <= 102);
const isOctal = (c: number): boolean => c >= 48 && c <= 55;
const isBinary = (c: number): boolean => c === 48 || c === 49;
const isLetter = (c: number): boolean => letter.test(String.fromCodePoint(c));
const isControl = (c: number): boolean => (c < 32 && c !== 9 && c !== 10 && c !== 13) || c === 127;
const isBareKey = (c: number): boolean => isDigit(c) || ((c | 32) >= 97 && (c | 32) <= 122) || c === 95 || c === 45;
const runeOrEof = (c: number): string => (c === EOF ? 'end of file' : `'${String.fromCodePoint(c)}'`);

const escapeDigits = new Map<string, readonly [count: number, name: string]>([
  ['x', [2, 'two']],
  ['u', [4, 'four']],
  ['U', [8, 'eight']],
]);

export abstract class TomlLexer {
  protected readonly input: string;
  protected pos = 0;
  /** The 1-based line of the next character. */
  protected line = 1;
  #start = 0;
  #atEof = false;

  constructor(input: string) {
    this.input = input;
  }

  protected abstract fail(message: string, line: number): never;

  /** The next code point, or EOF. */
  protected next(): number {
    const { input, pos } = this;
    if (pos >= input.length) {
      this.#atEof = true;
      return EOF;
    }
    const c = input.codePointAt(pos)!;
    if (c === 10) this.line++;
    else if (c >= 0xdc80 && c <= 0xdcff) this.fail(`invalid UTF-8 byte: 0x${(c - 0xdc00).toString(16)}`, this.line);
    else if (isControl(c) || (c === 13 && input.charCodeAt(pos + 1) !== 10)) {
      this.fail(`TOML files cannot contain control characters: '0x${c.toString(16).padStart(2, '0')}'`, this.line);
    }
    this.pos = pos + (c > 0xffff ? 2 : 1);
    return c;
  }

  protected backup(): void {
    if (this.#atEof) {
      this.#atEof = false;
      return;
    }
    this.pos--;
    const c = this.input.charCodeAt(this.pos);
    if ((c & 0xfc00) === 0xdc00) this.pos--;
    if (c === 10) this.line--;
  }

  protected peek(): number {
    const c = this.next();
    this.backup();
    return c;
  }

  #accept(c: string): boolean {
    if (this.next() === c.charCodeAt(0)) return true;
    this.backup();
    return false;
  }

  /** The text since the last `ignore`. */
  #current(): string {
    return this.input.slice(this.#start, this.pos);
  }

  protected ignore(): void {
    this.#start = this.pos;
  }

  /** @throws the error of `fail`. At the end of the input, the line is that of the last character. */
  protected errorf(message: string): never {
    const onNextLine = this.#atEof && this.pos >= 1 && this.input.charCodeAt(this.pos - 1) === 10;
    this.fail(message, onNextLine ? this.line - 1 : this.line);
  }

  protected errorPrevLine(message: string): never {
    this.fail(message, this.line - 1);
  }

  protected errorExpected(what: string, c: number, suffix = ' instead'): never {
    this.errorf(`${what}, but got ${quoteRune(c)}${suffix}`);
  }

  protected errorTerminator(message: string, c: number, suffix: string): never {
    this.errorf(`${message}, but got ${runeOrEof(c)}${suffix}`);
  }

  protected skip(accepts: (c: number) => boolean): void {
    while (accepts(this.next()));
    this.backup();
    this.ignore();
  }

  /** Reads to the end of the line. The `#` is already read. */
  protected comment(): void {
    for (let c = this.next(); !isNewline(c) && c !== EOF; c = this.next());
    this.backup();
  }

  #item(type: ScalarType): Item {
    return { type, text: this.#current(), line: this.line };
  }

  /** Reads one part of a key: bare, or quoted if the next character is a quote. */
  protected name(): Item {
    const c = this.peek();
    this.ignore();
    if (c === 34 || c === 39) {
      this.next();
      this.ignore();
      return c === 34 ? this.#quoted() : this.#rawString();
    }
    while (isBareKey(this.next()));
    this.backup();
    return this.#item('string');
  }

  /** Reads a scalar value that starts with the character `c`, which is already read. */
  protected scalar(c: number): Item {
    this.#start = this.pos - (c === EOF ? 0 : c > 0xffff ? 2 : 1);
    if (isDigit(c)) return c === 48 ? this.#baseNumberOrDate() : this.#numberOrDate();
    if (c === 34) return this.#anyQuoted('"', true);
    if (c === 39) return this.#anyQuoted("'", false);
    if (c === 46) this.errorf("floats must start with a digit, not '.'");
    if ((c === 105 || c === 110) && ((this.#accept('n') && this.#accept('f')) || (this.#accept('a') && this.#accept('n'))))
      return this.#item('float');
    if (c === 45 || c === 43) return this.#signedNumber();
    if (c !== EOF && isLetter(c)) return this.#bool();
    if (c === EOF) this.errorf('unexpected EOF; expected value');
    const message = `expected value but found ${quoteRune(c)} instead`;
    return c === 10 ? this.errorPrevLine(message) : this.errorf(message);
  }

  #anyQuoted(mark: string, escapes: boolean): Item {
    if (this.#accept(mark)) {
      if (this.#accept(mark)) {
        this.ignore();
        return this.#multiline(mark, escapes);
      }
      this.backup();
    }
    this.ignore();
    return escapes ? this.#quoted() : this.#rawString();
  }

  #quoted(): Item {
    let type: ScalarType = 'string';
    for (;;) {
      const c = this.next();
      if (c === EOF) this.errorf(`unexpected EOF; expected '"'`);
      if (isNewline(c)) this.errorPrevLine('strings cannot contain newlines');
      if (c === 92) {
        type = 'escaped';
        this.#escape();
      } else if (c === 34) return this.#closed(type, 1);
    }
  }

  #rawString(): Item {
    for (;;) {
      const c = this.next();
      if (c === EOF) this.errorf(`unexpected EOF; expected "'"`);
      if (isNewline(c)) this.errorPrevLine('strings cannot contain newlines');
      if (c === 39) return this.#closed('raw', 1);
    }
  }

  /** The text before `quotes` closing quotes, which are already read. */
  #closed(type: ScalarType, quotes: number): Item {
    const item = { type, text: this.input.slice(this.#start, this.pos - quotes), line: this.line };
    this.ignore();
    return item;
  }

  #multiline(mark: string, escapes: boolean): Item {
    const code = mark.charCodeAt(0);
    for (;;) {
      const c = this.next();
      if (c === EOF) this.errorf(`unexpected EOF; expected ${escapes ? `'"""'` : `"'''"`}`);
      if (c === 92 && escapes) this.#multilineEscape();
      else if (c === code && this.#accept(mark)) {
        if (!this.#accept(mark)) this.backup();
        else if (this.peek() !== code) return this.#closed(escapes ? 'multiline' : 'rawMultiline', 3);
        else this.#checkQuotes(mark, escapes);
      }
    }
  }

  /** Handles quotes after three closing quotes: up to two of them belong to the text. */
  #checkQuotes(mark: string, escapes: boolean): void {
    const text = this.#current();
    const tooMany = text.endsWith(mark.repeat(5)) && !(escapes && text.endsWith(`\\${mark.repeat(5)}`));
    if (tooMany) this.errorf(`unexpected ${escapes ? `'""""""'` : `"''''''"`}`);
    this.backup();
    this.backup();
  }

  #multilineEscape(): void {
    if (isNewline(this.next())) return;
    this.backup();
    this.#escape();
  }

  #escape() {
    const c = this.next();
    const char = String.fromCodePoint(c);
    const digits = escapeDigits.get(char);
    if (digits === undefined) {
      if ('ebtnfr"\\ \t'.includes(char)) return;
      const message = `invalid escape in string '\\${char}'`;
      return this.#atEof ? this.errorPrevLine(message) : this.fail(message, this.line);
    }
    for (let i = 0; i < digits[0]; i++) {
      if (!isHex(this.next()))
        this.errorf(`expected ${digits[1]} hexadecimal digits after '\\${char}', but got ${quote(this.#current())} instead`);
    }
  }

  #numberOrDate(): Item {
    for (;;) {
      const c = this.next();
      if (isDigit(c)) continue;
      if (c === 45 || c === 58) return this.#datetime();
      if (c === 95) return this.#decimal();
      if (c === 46 || (c | 32) === 101) return this.#float();
      return this.#ended('integer');
    }
  }

  #ended(type: ScalarType): Item {
    this.backup();
    return this.#item(type);
  }

  #baseNumberOrDate(): Item {
    const c = this.next();
    if (isDigit(c)) return this.#numberOrDate();
    if (c === 95) return this.#decimal();
    if (c === 46 || (c | 32) === 101) return this.#float();
    if (c === 98) return this.#basedInteger(isBinary, 'a binary');
    if (c === 111) return this.#basedInteger(isOctal, 'an octal');
    if (c === 120) return this.#basedInteger(isHex, 'a hexadecimal');
    return this.#ended('integer');
  }

  #basedInteger(accepts: (c: number) => boolean, name: string): Item {
    const first = this.peek();
    if (!accepts(first)) this.errorf(`not ${name} number: '${this.#current()}${String.fromCodePoint(first)}'`);
    for (let c = this.next(); accepts(c) || c === 95; c = this.next());
    return this.#ended('integer');
  }

  #decimal(): Item {
    for (;;) {
      const c = this.next();
      if (c === 46 || (c | 32) === 101) return this.#float();
      if (!isDigit(c) && c !== 95) return this.#ended('integer');
    }
  }

  #float(): Item {
    for (let c = this.next(); isDigit(c) || (c !== EOF && '_.-+eE'.includes(String.fromCodePoint(c))); c = this.next());
    return this.#ended('float');
  }

  #datetime(): Item {
    for (let c = this.next(); isDigit(c) || (c !== EOF && '-:Tt .Zz+'.includes(String.fromCodePoint(c))); c = this.next());
    this.backup();
    return { type: 'datetime', text: this.#current().trim(), line: this.line };
  }

  #signedNumber(): Item {
    const c = this.next();
    if (c === 105 || c === 110) {
      const rest = c === 105 ? 'nf' : 'an';
      if (!this.#accept(rest[0]!) || !this.#accept(rest[1]!)) this.errorf(`invalid float: '${this.#current()}'`);
      return this.#item('float');
    }
    if (c === 48) {
      const base = String.fromCodePoint(this.peek());
      if ('box'.includes(base)) this.errorf(`cannot use sign with non-decimal numbers: '${this.#current()}${base}'`);
    }
    if (c === 46) this.errorf("floats must start with a digit, not '.'");
    if (isDigit(c)) return this.#decimal();
    return this.errorf(`expected a digit but got ${quoteRune(c)}`);
  }

  /** Reads a word. The lexer may already be after its first letters, which are then missing in the message. */
  #bool(): Item {
    this.backup();
    const from = this.pos;
    for (let c = this.next(); c !== EOF && isLetter(c); c = this.next());
    this.backup();
    const word = this.input.slice(from, this.pos);
    if (word === 'true' || word === 'false') return this.#item('bool');
    return this.errorf(`expected value but found ${quote(word)} instead`);
  }
}
