/**
 * The lexer: behaviour of Go 1.26 text/template/parse/lex.go. Trim markers live here only; the parser never sees them.
 * Positions are UTF-16 offsets into the text; lines and byte columns are computed from them when an error is made.
 */
import { byteLength } from './bytes.js';
import { sprintf } from './fmt/print.js';
import { isAlphaNumeric } from './fmt/unicode.js';

export const itemError = 0;
export const itemBool = 1;
export const itemChar = 2;
export const itemCharConstant = 3;
export const itemComment = 4;
export const itemComplex = 5;
export const itemAssign = 6;
export const itemDeclare = 7;
export const itemEOF = 8;
export const itemField = 9;
export const itemIdentifier = 10;
export const itemLeftDelim = 11;
export const itemLeftParen = 12;
export const itemNumber = 13;
export const itemPipe = 14;
export const itemRawString = 15;
export const itemRightDelim = 16;
export const itemRightParen = 17;
export const itemSpace = 18;
export const itemString = 19;
export const itemText = 20;
export const itemVariable = 21;
/** Keywords have greater types than this one. */
export const itemKeyword = 22;
export const itemBlock = 23;
export const itemBreak = 24;
export const itemContinue = 25;
export const itemDot = 26;
export const itemDefine = 27;
export const itemElse = 28;
export const itemEnd = 29;
export const itemIf = 30;
export const itemNil = 31;
export const itemRange = 32;
export const itemTemplate = 33;
export const itemWith = 34;

const keywords = new Map<string, number>([
  ['block', itemBlock],
  ['break', itemBreak],
  ['continue', itemContinue],
  ['define', itemDefine],
  ['else', itemElse],
  ['end', itemEnd],
  ['if', itemIf],
  ['range', itemRange],
  ['nil', itemNil],
  ['template', itemTemplate],
  ['with', itemWith],
  ['true', itemBool],
  ['false', itemBool],
]);

export class Item {
  declare readonly typ: number;
  declare readonly pos: number;
  declare readonly val: string;
  constructor(typ: number, pos: number, val: string) {
    this.typ = typ;
    this.pos = pos;
    this.val = val;
  }

  /** As error messages name a token. */
  toString(): string {
    if (this.typ === itemEOF) return 'EOF';
    if (this.typ === itemError) return this.val;
    if (this.typ > itemKeyword) return `<${this.val}>`;
    return byteLength(this.val) > 10 ? sprintf('%.10q...', [this.val]) : sprintf('%q', [this.val]);
  }
}

const eof = -1;
const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const MINUS = 45;
const DOT = 46;
const BACKSLASH = 92;
const BRACE = 125;

const isSpace = (c: number): boolean => c === SPACE || c === LF || c === TAB || c === CR;
const isDigit = (c: number): boolean => c >= 48 && c <= 57;
/** Every character that may stand right after an identifier, a field or a variable: `.,|:()`. */
const isTerminator = (c: number): boolean => c === DOT || c === 44 || c === 124 || c === 58 || c === 41 || c === 40;

export class Lexer {
  private readonly input: string;
  private readonly breakOK: boolean;
  private readonly continueOK: boolean;
  private pos = 0;
  private start = 0;
  private parenDepth = 0;
  private insideAction = false;
  private failed = false;

  constructor(input: string, options: { breakOK: boolean; continueOK: boolean }) {
    this.input = input;
    this.breakOK = options.breakOK;
    this.continueOK = options.continueOK;
  }

  nextItem(): Item {
    if (this.failed) return new Item(itemEOF, 0, 'EOF');
    return this.insideAction ? this.lexInsideAction() : this.lexText();
  }

  /** The code unit at `i`; -1 past the end. */
  private at(i: number): number {
    return i < this.input.length ? this.input.charCodeAt(i) : eof;
  }

  private emit(typ: number): Item {
    const item = new Item(typ, this.start, this.input.slice(this.start, this.pos));
    this.start = this.pos;
    return item;
  }

  private error(message: string): Item {
    this.failed = true;
    return new Item(itemError, this.start, message);
  }

  private lexText(): Item {
    const { input } = this;
    for (;;) {
      const open = input.indexOf('{{', this.pos);
      if (open < 0) {
        this.pos = input.length;
        return this.emit(this.pos > this.start ? itemText : itemEOF);
      }
      const end = this.at(open + 2) === MINUS && isSpace(this.at(open + 3)) ? this.trimRight(open) : open;
      if (end > this.start) {
        const text = new Item(itemText, this.start, input.slice(this.start, end));
        this.pos = this.start = open;
        return text;
      }
      this.pos = this.start = open;
      const item = this.lexLeftDelim();
      if (item !== null) return item;
    }
  }

  private trimRight(end: number): number {
    let i = end;
    while (i > this.start && isSpace(this.input.charCodeAt(i - 1))) i--;
    return i;
  }

  /** Null after a comment, which leaves no token. */
  private lexLeftDelim(): Item | null {
    const trim = this.at(this.pos + 2) === MINUS && isSpace(this.at(this.pos + 3));
    const after = this.pos + (trim ? 4 : 2);
    if (this.input.startsWith('/*', after)) {
      this.pos = this.start = after;
      return this.lexComment();
    }
    const item = new Item(itemLeftDelim, this.start, '{{');
    this.pos = this.start = after;
    this.insideAction = true;
    this.parenDepth = 0;
    return item;
  }

  private lexComment(): Item | null {
    const close = this.input.indexOf('*/', this.pos + 2);
    if (close < 0) return this.error('unclosed comment');
    this.pos = close + 2;
    const delim = this.rightDelimLength(this.pos);
    if (delim === 0) return this.error('comment ends before closing delimiter');
    this.pos += delim;
    if (delim === 4) this.skipSpace();
    this.start = this.pos;
    return null;
  }

  private skipSpace(): void {
    while (isSpace(this.at(this.pos))) this.pos++;
  }

  /** 2 at `}}`, 4 at ` -}}`, else 0. */
  private rightDelimLength(i: number): number {
    const c = this.at(i);
    if (c === BRACE) return this.at(i + 1) === BRACE ? 2 : 0;
    return isSpace(c) && this.at(i + 1) === MINUS && this.at(i + 2) === BRACE && this.at(i + 3) === BRACE ? 4 : 0;
  }

  private lexRightDelim(length: number): Item {
    const item = new Item(itemRightDelim, this.pos + length - 2, '}}');
    this.pos += length;
    if (length === 4) this.skipSpace();
    this.start = this.pos;
    this.insideAction = false;
    return item;
  }

  private lexInsideAction(): Item {
    const delim = this.rightDelimLength(this.pos);
    if (delim > 0) return this.parenDepth === 0 ? this.lexRightDelim(delim) : this.error('unclosed left paren');
    const c = this.at(this.pos);
    if (c === SPACE || c === LF || c === TAB || c === CR) return this.lexSpace();
    if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95) return this.lexIdentifier();
    switch (c) {
      case eof:
        return this.error('unclosed action');
      case DOT: {
        const next = this.at(this.pos + 1);
        if (next !== eof && !isDigit(next)) return this.lexFieldOrVariable(itemField);
        return this.lexNumber();
      }
      case 36:
        return this.lexFieldOrVariable(itemVariable);
      case 34:
        return this.lexQuoted(34, itemString, 'unterminated quoted string');
      case 39:
        return this.lexQuoted(39, itemCharConstant, 'unterminated character constant');
      case 96:
        return this.lexRawQuote();
      case 43:
      case MINUS:
        return this.lexNumber();
      default:
        return isDigit(c) ? this.lexNumber() : this.lexPunctuation(c);
    }
  }

  private lexPunctuation(c: number): Item {
    this.pos++;
    switch (c) {
      case 61:
        return this.emit(itemAssign);
      case 58:
        if (this.at(this.pos) !== 61) return this.error('expected :=');
        this.pos++;
        return this.emit(itemDeclare);
      case 124:
        return this.emit(itemPipe);
      case 40:
        this.parenDepth++;
        return this.emit(itemLeftParen);
      case 41:
        this.parenDepth--;
        return this.parenDepth < 0 ? this.error('unexpected right paren') : this.emit(itemRightParen);
    }
    if (c >= 0x80) {
      this.pos--;
      if (isAlphaNumeric(this.rune())) return this.lexIdentifier();
      return this.error(`unrecognized character in action: ${sprintf('%#U', [BigInt(this.rune())])}`);
    }
    if (c > SPACE && c < 127) return this.emit(itemChar);
    return this.error(`unrecognized character in action: ${sprintf('%#U', [BigInt(c)])}`);
  }

  /** The code point at `pos` as Go decodes it: U+FFFD for a byte that is not UTF-8, -1 at the end. */
  private rune(): number {
    const r = this.pos < this.input.length ? this.input.codePointAt(this.pos)! : eof;
    return r >= 0xd800 && r <= 0xdfff ? 0xfffd : r;
  }

  private lexSpace(): Item {
    this.skipSpace();
    const last = this.pos - 1;
    if (this.rightDelimLength(last) === 4) {
      if (last === this.start) {
        this.pos = last;
        return this.lexRightDelim(4);
      }
      this.pos = last;
    }
    const item = new Item(itemSpace, this.start, ' ');
    this.start = this.pos;
    return item;
  }

  private skipAlphaNumeric(): void {
    const { input } = this;
    let i = this.pos;
    for (; i < input.length; ) {
      const c = input.charCodeAt(i);
      if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95) i++;
      else if (c >= 0x80) {
        const r = input.codePointAt(i)!;
        if (!isAlphaNumeric(r)) break;
        i += r > 0xffff ? 2 : 1;
      } else break;
    }
    this.pos = i;
  }

  private atTerminator(): boolean {
    const c = this.at(this.pos);
    return c === eof || isSpace(c) || isTerminator(c) || (c === BRACE && this.at(this.pos + 1) === BRACE);
  }

  private badCharacter(): Item {
    const r = this.rune();
    return this.error(`bad character ${sprintf('%#U', [BigInt(r)])}`);
  }

  private lexIdentifier(): Item {
    this.skipAlphaNumeric();
    if (!this.atTerminator()) return this.badCharacter();
    const word = this.input.slice(this.start, this.pos);
    const keyword = keywords.get(word) ?? itemIdentifier;
    const item = new Item(this.isPlainWord(keyword) ? itemIdentifier : keyword, this.start, word);
    this.start = this.pos;
    return item;
  }

  /** A FuncMap may define functions named `break` and `continue`, which then are no keywords. */
  private isPlainWord(keyword: number): boolean {
    return (keyword === itemBreak && !this.breakOK) || (keyword === itemContinue && !this.continueOK);
  }

  private lexFieldOrVariable(typ: number): Item {
    this.pos++;
    if (this.atTerminator()) return this.emit(typ === itemVariable ? itemVariable : itemDot);
    this.skipAlphaNumeric();
    return this.atTerminator() ? this.emit(typ) : this.badCharacter();
  }

  private lexQuoted(quote: number, typ: number, unterminated: string): Item {
    this.pos++;
    for (;;) {
      const c = this.at(this.pos++);
      if (c === quote) return this.emit(typ);
      if (c === eof || c === LF) return this.error(unterminated);
      if (c === BACKSLASH) {
        const next = this.at(this.pos++);
        if (next === eof || next === LF) return this.error(unterminated);
      }
    }
  }

  private lexRawQuote(): Item {
    const close = this.input.indexOf('`', this.pos + 1);
    if (close < 0) return this.error('unterminated raw quoted string');
    this.pos = close + 1;
    return this.emit(itemRawString);
  }

  private lexNumber(): Item {
    const bad = (): Item => this.error(`bad number syntax: ${sprintf('%q', [this.input.slice(this.start, this.pos)])}`);
    if (!this.scanNumber()) return bad();
    const sign = this.at(this.pos);
    if (sign !== 43 && sign !== MINUS) return this.emit(itemNumber);
    if (!this.scanNumber() || this.at(this.pos - 1) !== 105) return bad();
    return this.emit(itemComplex);
  }

  private accept(valid: string): boolean {
    if (this.pos >= this.input.length || !valid.includes(this.input[this.pos]!)) return false;
    this.pos++;
    return true;
  }

  private scanNumber(): boolean {
    this.accept('+-');
    let digits = '0123456789_';
    if (this.accept('0')) {
      if (this.accept('xX')) digits = '0123456789abcdefABCDEF_';
      else if (this.accept('oO')) digits = '01234567_';
      else if (this.accept('bB')) digits = '01_';
    }
    while (this.accept(digits));
    if (this.accept('.')) while (this.accept(digits));
    if ((digits.length === 11 && this.accept('eE')) || (digits.length === 23 && this.accept('pP'))) {
      this.accept('+-');
      while (this.accept('0123456789_'));
    }
    this.accept('i');
    const r = this.rune();
    if (r === eof || !isAlphaNumeric(r)) return true;
    this.pos += r > 0xffff ? 2 : 1;
    return false;
  }
}
