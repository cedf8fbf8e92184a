/** What the lexer gives the parser: item types as in Go 1.26 text/template/parse/lex.go, and the tokens of a text. */

import { sprintf } from '@mcpgw/go/fmt';
import { byteLength } from '@mcpgw/go/values';

export const itemError = 0;
export const itemBool = 1;
export const itemChar = 2;
export const itemCharConstant = 3;
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
export const itemString = 19;
export const itemText = 20;
export const itemVariable = 21;
/** Keywords have greater types than this one. */
const itemKeyword = 22;
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

/** Set in a token's type where space stands before it. */
const spaceBefore = 64;

/** The tokens of one text, in parallel arrays; the last is itemEOF or itemError. */
export class Tokens {
  readonly input: string;
  count = 0;
  /** What went wrong, where the last token is an itemError. */
  message = '';
  #types: Uint8Array;
  #starts: Int32Array;
  #ends: Int32Array;

  constructor(input: string) {
    this.input = input;
    const capacity = Math.min(1024, 16 + (input.length >> 2));
    this.#types = new Uint8Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  push(type: number, spaced: boolean, start: number, end: number): void {
    const i = this.count++;
    if (i === this.#types.length) this.#grow();
    this.#types[i] = spaced ? type | spaceBefore : type;
    this.#starts[i] = start;
    this.#ends[i] = end;
  }

  #grow(): void {
    const types = this.#types;
    const starts = this.#starts;
    const ends = this.#ends;
    this.#types = new Uint8Array(types.length * 4);
    this.#starts = new Int32Array(types.length * 4);
    this.#ends = new Int32Array(types.length * 4);
    this.#types.set(types);
    this.#starts.set(starts);
    this.#ends.set(ends);
  }

  type(i: number): number {
    return this.#types[i]! & ~spaceBefore;
  }

  /** Whether space stands before the token, inside its action: Go has tokens for that. */
  isSpaced(i: number): boolean {
    return (this.#types[i]! & spaceBefore) !== 0;
  }

  start(i: number): number {
    return this.#starts[i]!;
  }

  end(i: number): number {
    return this.#ends[i]!;
  }

  text(i: number): string {
    return this.input.slice(this.#starts[i]!, this.#ends[i]!);
  }

  /** As error messages name a token. */
  describe(i: number): string {
    const type = this.type(i);
    if (type === itemEOF) return 'EOF';
    if (type === itemError) return this.message;
    const text = this.text(i);
    if (type > itemKeyword) return `<${text}>`;
    return byteLength(text) > 10 ? sprintf('%.10q...', [text]) : sprintf('%q', [text]);
  }
}
