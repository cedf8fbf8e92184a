/** The tokens inside an action: words, texts in quotes, numbers and signs. Behavior: Go 1.26 text/template/parse/lex.go. */

import { sprintf } from '@mcpgw/go/fmt';
import { isAlphaNumeric } from '@mcpgw/go/unicode';
import {
  BRACE,
  classes,
  codeUnit,
  emit,
  eof,
  fail,
  type Lexer,
  LF,
  MINUS,
  PLUS,
  runeHere,
  SPACE,
  terminatorClass,
  wordClass,
} from './lexer.js';
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
  itemField,
  itemIdentifier,
  itemIf,
  itemLeftParen,
  itemNil,
  itemNumber,
  itemPipe,
  itemRange,
  itemRawString,
  itemRightParen,
  itemString,
  itemTemplate,
  itemWith,
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
export const DOLLAR = 36;
const BACKSLASH = 92;

export function lexDot(lexer: Lexer): void {
  const next = codeUnit(lexer, lexer.pos + 1);
  if (next === eof || (next >= 48 && next <= 57)) lexNumber(lexer);
  else lexFieldOrVariable(lexer, itemField);
}

export function lexPunctuation(lexer: Lexer, c: number): void {
  switch (c) {
    case PLUS:
    case MINUS:
      lexNumber(lexer);
      return;
    case 34:
      lexQuoted(lexer, 34, itemString, 'unterminated quoted string');
      return;
    case 39:
      lexQuoted(lexer, 39, itemCharConstant, 'unterminated character constant');
      return;
    case 96:
      lexRawQuote(lexer);
      return;
  }
  if (lexer.pos >= lexer.input.length) fail(lexer, 'unclosed action');
  else if (c >= 0x80) lexNonASCII(lexer);
  else {
    lexer.pos++;
    lexSign(lexer, c);
  }
}

function lexSign(lexer: Lexer, c: number): void {
  switch (c) {
    case 61:
      emit(lexer, itemAssign);
      return;
    case 58:
      if (codeUnit(lexer, lexer.pos++) === 61) emit(lexer, itemDeclare);
      else fail(lexer, 'expected :=');
      return;
    case 124:
      emit(lexer, itemPipe);
      return;
    case 40:
      lexer.parenDepth++;
      emit(lexer, itemLeftParen);
      return;
    case 41:
      if (--lexer.parenDepth < 0) fail(lexer, 'unexpected right paren');
      else emit(lexer, itemRightParen);
      return;
  }
  if (c > SPACE && c < 127) emit(lexer, itemChar);
  else fail(lexer, `unrecognized character in action: ${sprintf('%#U', [BigInt(c)])}`);
}

function lexNonASCII(lexer: Lexer): void {
  const r = runeHere(lexer);
  if (isAlphaNumeric(r)) lexIdentifier(lexer);
  else fail(lexer, `unrecognized character in action: ${sprintf('%#U', [BigInt(r)])}`);
}

/** Takes letters, digits and underscores in; tells whether what follows may. */
function lexWord(lexer: Lexer): boolean {
  const input = lexer.input;
  const { length } = input;
  let i = lexer.pos;
  while (i < length) {
    const c = input.charCodeAt(i);
    if ((classes[c]! & wordClass) !== 0) i++;
    else if (c >= 0x80 && isAlphaNumeric(input.codePointAt(i)!)) i += (c & 0xfc00) === 0xd800 ? 2 : 1;
    else break;
  }
  lexer.pos = i;
  return i >= length || isTerminator(lexer, input.charCodeAt(i));
}

function isTerminator(lexer: Lexer, c: number): boolean {
  return (classes[c]! & terminatorClass) !== 0 || (c === BRACE && codeUnit(lexer, lexer.pos + 1) === BRACE);
}

function badCharacter(lexer: Lexer): void {
  fail(lexer, `bad character ${sprintf('%#U', [BigInt(runeHere(lexer))])}`);
}

export function lexIdentifier(lexer: Lexer): void {
  if (!lexWord(lexer)) {
    badCharacter(lexer);
    return;
  }
  const length = lexer.pos - lexer.start;
  const keyword = length < 2 || length > 8 ? undefined : keywords.get(lexer.input.slice(lexer.start, lexer.pos));
  emit(lexer, keyword === undefined || isPlainWord(lexer, keyword) ? itemIdentifier : keyword);
}

/** A FuncMap may define functions named `break` and `continue`, which then are no keywords. */
function isPlainWord(lexer: Lexer, keyword: number): boolean {
  return (keyword === itemBreak && !lexer.breakOK) || (keyword === itemContinue && !lexer.continueOK);
}

export function lexFieldOrVariable(lexer: Lexer, type: number): void {
  lexer.pos++;
  if (!lexWord(lexer)) badCharacter(lexer);
  else emit(lexer, type === itemField && lexer.pos === lexer.start + 1 ? itemDot : type);
}

function lexQuoted(lexer: Lexer, quote: number, type: number, unterminated: string): void {
  lexer.pos++;
  for (;;) {
    let c = codeUnit(lexer, lexer.pos++);
    if (c === quote) {
      emit(lexer, type);
      return;
    }
    if (c === BACKSLASH) c = codeUnit(lexer, lexer.pos++);
    if (c === eof || c === LF) {
      fail(lexer, unterminated);
      return;
    }
  }
}

function lexRawQuote(lexer: Lexer): void {
  const close = lexer.input.indexOf('`', lexer.pos + 1);
  if (close < 0) fail(lexer, 'unterminated raw quoted string');
  else {
    lexer.pos = close + 1;
    emit(lexer, itemRawString);
  }
}

export function lexNumber(lexer: Lexer): void {
  const simple = scanNumber(lexer);
  const sign = codeUnit(lexer, lexer.pos);
  if (simple && sign !== PLUS && sign !== MINUS) emit(lexer, itemNumber);
  else if (simple && scanNumber(lexer) && codeUnit(lexer, lexer.pos - 1) === 105) emit(lexer, itemComplex);
  else fail(lexer, `bad number syntax: ${sprintf('%q', [lexer.input.slice(lexer.start, lexer.pos)])}`);
}

function accept(lexer: Lexer, valid: string): boolean {
  if (lexer.pos >= lexer.input.length || !valid.includes(lexer.input[lexer.pos]!)) return false;
  lexer.pos++;
  return true;
}

function scanNumber(lexer: Lexer): boolean {
  accept(lexer, '+-');
  let digits = '0123456789_';
  if (accept(lexer, '0')) {
    if (accept(lexer, 'xX')) digits = '0123456789abcdefABCDEF_';
    else if (accept(lexer, 'oO')) digits = '01234567_';
    else if (accept(lexer, 'bB')) digits = '01_';
  }
  while (accept(lexer, digits));
  if (accept(lexer, '.')) while (accept(lexer, digits));
  if ((digits.length === 11 && accept(lexer, 'eE')) || (digits.length === 23 && accept(lexer, 'pP'))) {
    accept(lexer, '+-');
    while (accept(lexer, '0123456789_'));
  }
  accept(lexer, 'i');
  const r = runeHere(lexer);
  if (r === eof || !isAlphaNumeric(r)) return true;
  lexer.pos += r > 0xffff ? 2 : 1;
  return false;
}
