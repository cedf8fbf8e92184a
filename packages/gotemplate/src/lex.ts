/**
 * The lexer: behaviour of Go 1.26 text/template/parse/lex.go. Trim markers live here only; the parser never sees them.
 * Positions are UTF-16 offsets into the text; lines and byte columns are computed from them when an error is made.
 */

import { sprintf } from '@mcpgw/go/fmt';
import { isAlphaNumeric } from '@mcpgw/go/unicode';
import {
  itemAssign,
  itemBlock,
  itemBool,
  itemBreak,
  itemChar,
  itemCharConstant,
  itemComplex,
  itemContinue,
  itemDeclare,
  itemDefine,
  itemDot,
  itemElse,
  itemEnd,
  itemEOF,
  itemError,
  itemField,
  itemIdentifier,
  itemIf,
  itemLeftDelim,
  itemLeftParen,
  itemNil,
  itemNumber,
  itemPipe,
  itemRange,
  itemRawString,
  itemRightDelim,
  itemRightParen,
  itemString,
  itemTemplate,
  itemText,
  itemVariable,
  itemWith,
  Tokens,
} from './tokens.js';

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

const eof = -1;
const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOLLAR = 36;
const DOT = 46;
const BACKSLASH = 92;
const BRACE = 125;

const spaceClass = 1;
const wordClass = 2;
/** May stand right after an identifier, a field or a variable. */
const terminatorClass = 4;
const digitClass = 8;
/** Classes of the ASCII characters; others have none. As long as the range of code units, so that no look-up misses. */
const classes = new Uint8Array(65536);
for (const c of ' \t\r\n') classes[c.charCodeAt(0)]! |= spaceClass | terminatorClass;
for (const c of '.,|:()') classes[c.charCodeAt(0)]! |= terminatorClass;
for (const c of '0123456789') classes[c.charCodeAt(0)]! |= wordClass | digitClass;
for (let c = 65; c <= 90; c++) classes[c] = classes[c + 32] = wordClass;
classes[95] = wordClass;

const isSpace = (c: number): boolean => c === SPACE || c === LF || c === TAB || c === CR;
export interface LexOptions {
  readonly breakOK: boolean;
  readonly continueOK: boolean;
}

class Lexer {
  readonly #input: string;
  readonly #tokens: Tokens;
  readonly #breakOK: boolean;
  readonly #continueOK: boolean;
  #pos = 0;
  #start = 0;
  #parenDepth = 0;
  #insideAction = false;
  #spaced = false;
  #done = false;

  constructor(input: string, options: LexOptions) {
    this.#input = input;
    this.#tokens = new Tokens(input);
    this.#breakOK = options.breakOK;
    this.#continueOK = options.continueOK;
  }

  run(): Tokens {
    while (!this.#done) {
      if (this.#insideAction) this.#lexAction();
      else this.#lexText();
    }
    return this.#tokens;
  }

  /** The code unit at `i`; -1 past the end. */
  #at(i: number): number {
    return i < this.#input.length ? this.#input.charCodeAt(i) : eof;
  }

  #emit(type: number): void {
    this.#tokens.push(type, this.#spaced, this.#start, this.#pos);
    this.#spaced = false;
    this.#start = this.#pos;
  }

  #error(message: string): void {
    this.#tokens.message = message;
    this.#tokens.push(itemError, false, this.#start, this.#start);
    this.#done = true;
  }

  #lexText(): void {
    const input = this.#input;
    const open = input.indexOf('{{', this.#pos);
    if (open < 0) {
      this.#pos = input.length;
      if (this.#pos > this.#start) this.#emit(itemText);
      this.#emit(itemEOF);
      this.#done = true;
      return;
    }
    this.#pos = this.#at(open + 2) === MINUS && isSpace(this.#at(open + 3)) ? this.#trimRight(open) : open;
    if (this.#pos > this.#start) this.#emit(itemText);
    this.#pos = this.#start = open;
    this.#lexLeftDelim();
  }

  #trimRight(end: number): number {
    let i = end;
    while (i > this.#start && isSpace(this.#input.charCodeAt(i - 1))) i--;
    return i;
  }

  #lexLeftDelim(): void {
    const trim = this.#at(this.#pos + 2) === MINUS && isSpace(this.#at(this.#pos + 3));
    const after = this.#pos + (trim ? 4 : 2);
    if (this.#input.startsWith('/*', after)) {
      this.#pos = this.#start = after;
      this.#lexComment();
      return;
    }
    this.#pos += 2;
    this.#emit(itemLeftDelim);
    this.#pos = this.#start = after;
    this.#insideAction = true;
    this.#parenDepth = 0;
  }

  #lexComment(): void {
    const close = this.#input.indexOf('*/', this.#pos + 2);
    if (close < 0) {
      this.#error('unclosed comment');
      return;
    }
    this.#pos = close + 2;
    const delim = this.#rightDelimLength(this.#pos);
    if (delim === 0) {
      this.#error('comment ends before closing delimiter');
      return;
    }
    this.#pos += delim;
    if (delim === 4) this.#skipSpace();
    this.#start = this.#pos;
  }

  #skipSpace(): void {
    while (isSpace(this.#at(this.#pos))) this.#pos++;
  }

  /** 2 at `}}`, 4 at ` -}}`, else 0. */
  #rightDelimLength(i: number): number {
    const c = this.#at(i);
    if (c === BRACE) return this.#at(i + 1) === BRACE ? 2 : 0;
    return isSpace(c) && this.#at(i + 1) === MINUS && this.#at(i + 2) === BRACE && this.#at(i + 3) === BRACE ? 4 : 0;
  }

  #lexRightDelim(length: number): void {
    this.#start = this.#pos + length - 2;
    this.#pos += length;
    this.#emit(itemRightDelim);
    if (length === 4) this.#skipSpace();
    this.#start = this.#pos;
    this.#insideAction = false;
  }

  /** Up to the right delimiter. One loop for the common tokens: most of a chart's first second is spent here. */
  #lexAction(): void {
    const input = this.#input;
    while (this.#insideAction && !this.#done) {
      const c = this.#pos < input.length ? input.charCodeAt(this.#pos) : 0;
      const kind = classes[c]!;
      if (c === BRACE || (kind & spaceClass) !== 0) {
        if (!this.#lexDelimOrSpace()) this.#lexPunctuation(c);
      } else if ((kind & digitClass) !== 0) this.#lexNumber();
      else if ((kind & wordClass) !== 0) this.#lexIdentifier();
      else if (c === DOT) this.#lexDot();
      else if (c === DOLLAR) this.#lexFieldOrVariable(itemVariable);
      else this.#lexPunctuation(c);
    }
  }

  /** False at a brace that is no delimiter. */
  #lexDelimOrSpace(): boolean {
    const length = this.#rightDelimLength(this.#pos);
    if (length === 0) {
      if (this.#at(this.#pos) === BRACE) return false;
      this.#lexSpace();
    } else if (this.#parenDepth === 0) this.#lexRightDelim(length);
    else this.#error('unclosed left paren');
    return true;
  }

  #lexDot(): void {
    const next = this.#at(this.#pos + 1);
    if (next === eof || (next >= 48 && next <= 57)) this.#lexNumber();
    else this.#lexFieldOrVariable(itemField);
  }

  #lexPunctuation(c: number): void {
    switch (c) {
      case PLUS:
      case MINUS:
        this.#lexNumber();
        return;
      case 34:
        this.#lexQuoted(34, itemString, 'unterminated quoted string');
        return;
      case 39:
        this.#lexQuoted(39, itemCharConstant, 'unterminated character constant');
        return;
      case 96:
        this.#lexRawQuote();
        return;
    }
    if (this.#pos >= this.#input.length) this.#error('unclosed action');
    else if (c >= 0x80) this.#lexNonASCII();
    else {
      this.#pos++;
      this.#lexSign(c);
    }
  }

  #lexSign(c: number): void {
    switch (c) {
      case 61:
        this.#emit(itemAssign);
        return;
      case 58:
        if (this.#at(this.#pos++) === 61) this.#emit(itemDeclare);
        else this.#error('expected :=');
        return;
      case 124:
        this.#emit(itemPipe);
        return;
      case 40:
        this.#parenDepth++;
        this.#emit(itemLeftParen);
        return;
      case 41:
        if (--this.#parenDepth < 0) this.#error('unexpected right paren');
        else this.#emit(itemRightParen);
        return;
    }
    if (c > SPACE && c < 127) this.#emit(itemChar);
    else this.#error(`unrecognized character in action: ${sprintf('%#U', [BigInt(c)])}`);
  }

  #lexNonASCII(): void {
    const r = this.#rune();
    if (isAlphaNumeric(r)) this.#lexIdentifier();
    else this.#error(`unrecognized character in action: ${sprintf('%#U', [BigInt(r)])}`);
  }

  /** The code point at `pos` as Go decodes it: U+FFFD for a byte that is not UTF-8, -1 at the end. */
  #rune(): number {
    const r = this.#pos < this.#input.length ? this.#input.codePointAt(this.#pos)! : eof;
    return r >= 0xd800 && r <= 0xdfff ? 0xfffd : r;
  }

  #lexSpace(): void {
    this.#skipSpace();
    const last = this.#pos - 1;
    if (this.#at(this.#pos) === MINUS && this.#rightDelimLength(last) === 4) this.#pos = last;
    this.#spaced = true;
    this.#start = this.#pos;
  }

  /** Takes letters, digits and underscores in; tells whether what follows may. */
  #lexWord(): boolean {
    const input = this.#input;
    const { length } = input;
    let i = this.#pos;
    while (i < length) {
      const c = input.charCodeAt(i);
      if ((classes[c]! & wordClass) !== 0) i++;
      else if (c >= 0x80 && isAlphaNumeric(input.codePointAt(i)!)) i += (c & 0xfc00) === 0xd800 ? 2 : 1;
      else break;
    }
    this.#pos = i;
    return i >= length || this.#isTerminator(input.charCodeAt(i));
  }

  #isTerminator(c: number): boolean {
    return (classes[c]! & terminatorClass) !== 0 || (c === BRACE && this.#at(this.#pos + 1) === BRACE);
  }

  #badCharacter(): void {
    this.#error(`bad character ${sprintf('%#U', [BigInt(this.#rune())])}`);
  }

  #lexIdentifier(): void {
    if (!this.#lexWord()) {
      this.#badCharacter();
      return;
    }
    const length = this.#pos - this.#start;
    const keyword = length < 2 || length > 8 ? undefined : keywords.get(this.#input.slice(this.#start, this.#pos));
    this.#emit(keyword === undefined || this.#isPlainWord(keyword) ? itemIdentifier : keyword);
  }

  /** A FuncMap may define functions named `break` and `continue`, which then are no keywords. */
  #isPlainWord(keyword: number): boolean {
    return (keyword === itemBreak && !this.#breakOK) || (keyword === itemContinue && !this.#continueOK);
  }

  #lexFieldOrVariable(type: number): void {
    this.#pos++;
    if (!this.#lexWord()) this.#badCharacter();
    else this.#emit(type === itemField && this.#pos === this.#start + 1 ? itemDot : type);
  }

  #lexQuoted(quote: number, type: number, unterminated: string): void {
    this.#pos++;
    for (;;) {
      let c = this.#at(this.#pos++);
      if (c === quote) {
        this.#emit(type);
        return;
      }
      if (c === BACKSLASH) c = this.#at(this.#pos++);
      if (c === eof || c === LF) {
        this.#error(unterminated);
        return;
      }
    }
  }

  #lexRawQuote(): void {
    const close = this.#input.indexOf('`', this.#pos + 1);
    if (close < 0) this.#error('unterminated raw quoted string');
    else {
      this.#pos = close + 1;
      this.#emit(itemRawString);
    }
  }

  #lexNumber(): void {
    const simple = this.#scanNumber();
    const sign = this.#at(this.#pos);
    if (simple && sign !== PLUS && sign !== MINUS) this.#emit(itemNumber);
    else if (simple && this.#scanNumber() && this.#at(this.#pos - 1) === 105) this.#emit(itemComplex);
    else this.#error(`bad number syntax: ${sprintf('%q', [this.#input.slice(this.#start, this.#pos)])}`);
  }

  #accept(valid: string): boolean {
    if (this.#pos >= this.#input.length || !valid.includes(this.#input[this.#pos]!)) return false;
    this.#pos++;
    return true;
  }

  #scanNumber(): boolean {
    this.#accept('+-');
    let digits = '0123456789_';
    if (this.#accept('0')) {
      if (this.#accept('xX')) digits = '0123456789abcdefABCDEF_';
      else if (this.#accept('oO')) digits = '01234567_';
      else if (this.#accept('bB')) digits = '01_';
    }
    while (this.#accept(digits));
    if (this.#accept('.')) while (this.#accept(digits));
    if ((digits.length === 11 && this.#accept('eE')) || (digits.length === 23 && this.#accept('pP'))) {
      this.#accept('+-');
      while (this.#accept('0123456789_'));
    }
    this.#accept('i');
    const r = this.#rune();
    if (r === eof || !isAlphaNumeric(r)) return true;
    this.#pos += r > 0xffff ? 2 : 1;
    return false;
  }
}

/** The tokens of a text. Never throws: an itemError ends the tokens. */
export const lex = (input: string, options: LexOptions): Tokens => new Lexer(input, options).run();
