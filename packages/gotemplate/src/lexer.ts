/** The text that the lexer reads, where it is in it, and the classes of its characters. */

import { itemError, Tokens } from './tokens.js';

export const eof = -1;
const TAB = 9;
export const LF = 10;
const CR = 13;
export const SPACE = 32;
export const PLUS = 43;
export const MINUS = 45;
export const DOT = 46;
export const BRACE = 125;

export const spaceClass = 1;
export const wordClass = 2;
/** May stand right after an identifier, a field or a variable. */
export const terminatorClass = 4;
export const digitClass = 8;
/** Classes of the ASCII characters; others have none. As long as the range of code units, so that no look-up misses. */
export const classes = new Uint8Array(65536);
for (const c of ' \t\r\n') classes[c.charCodeAt(0)]! |= spaceClass | terminatorClass;
for (const c of '.,|:()') classes[c.charCodeAt(0)]! |= terminatorClass;
for (const c of '0123456789') classes[c.charCodeAt(0)]! |= wordClass | digitClass;
for (let c = 65; c <= 90; c++) classes[c] = classes[c + 32] = wordClass;
classes[95] = wordClass;

export const isSpace = (c: number): boolean => c === SPACE || c === LF || c === TAB || c === CR;

export interface LexOptions {
  readonly breakOK: boolean;
  readonly continueOK: boolean;
}

/** A text that is being read: `start` is where the current token starts, `pos` how far it was read. */
export interface Lexer {
  readonly input: string;
  readonly tokens: Tokens;
  readonly breakOK: boolean;
  readonly continueOK: boolean;
  pos: number;
  start: number;
  parenDepth: number;
  insideAction: boolean;
  spaced: boolean;
  done: boolean;
}

export const lexerOf = (input: string, { breakOK, continueOK }: LexOptions): Lexer => ({
  input,
  tokens: new Tokens(input),
  breakOK,
  continueOK,
  pos: 0,
  start: 0,
  parenDepth: 0,
  insideAction: false,
  spaced: false,
  done: false,
});

/** The code unit at `i`; -1 past the end. */
export function codeUnit(lexer: Lexer, i: number): number {
  return i < lexer.input.length ? lexer.input.charCodeAt(i) : eof;
}

export function emit(lexer: Lexer, type: number): void {
  lexer.tokens.push(type, lexer.spaced, lexer.start, lexer.pos);
  lexer.spaced = false;
  lexer.start = lexer.pos;
}

export function fail(lexer: Lexer, message: string): void {
  lexer.tokens.message = message;
  lexer.tokens.push(itemError, false, lexer.start, lexer.start);
  lexer.done = true;
}

/** The code point at `pos` as Go decodes it: U+FFFD for a byte that is not UTF-8, -1 at the end. */
export function runeHere(lexer: Lexer): number {
  const r = lexer.pos < lexer.input.length ? lexer.input.codePointAt(lexer.pos)! : eof;
  return r >= 0xd800 && r <= 0xdfff ? 0xfffd : r;
}
