/**
 * The lexer: texts, comments, the delimiters of actions and the space inside them. lex-token.ts has the tokens inside an action. Trim markers
 * exist only here; the parser never sees them. Positions are UTF-16 offsets into the text; lines and byte columns are computed from them when
 * an error is made. Behavior: Go 1.26 text/template/parse/lex.go.
 */

import { DOLLAR, lexDot, lexFieldOrVariable, lexIdentifier, lexNumber, lexPunctuation } from './lex-token.js';
import {
  BRACE,
  classes,
  codeUnit,
  DOT,
  digitClass,
  emit,
  fail,
  isSpace,
  type Lexer,
  type LexOptions,
  lexerOf,
  MINUS,
  spaceClass,
  wordClass,
} from './lexer.js';
import { itemEOF, itemLeftDelim, itemRightDelim, itemText, itemVariable, type Tokens } from './tokens.js';

function lexText(lexer: Lexer): void {
  const input = lexer.input;
  const open = input.indexOf('{{', lexer.pos);
  if (open < 0) {
    lexer.pos = input.length;
    if (lexer.pos > lexer.start) emit(lexer, itemText);
    emit(lexer, itemEOF);
    lexer.done = true;
    return;
  }
  lexer.pos = codeUnit(lexer, open + 2) === MINUS && isSpace(codeUnit(lexer, open + 3)) ? trimRight(lexer, open) : open;
  if (lexer.pos > lexer.start) emit(lexer, itemText);
  lexer.pos = lexer.start = open;
  lexLeftDelim(lexer);
}

function trimRight(lexer: Lexer, end: number): number {
  let i = end;
  while (i > lexer.start && isSpace(lexer.input.charCodeAt(i - 1))) i--;
  return i;
}

function lexLeftDelim(lexer: Lexer): void {
  const trim = codeUnit(lexer, lexer.pos + 2) === MINUS && isSpace(codeUnit(lexer, lexer.pos + 3));
  const after = lexer.pos + (trim ? 4 : 2);
  if (lexer.input.startsWith('/*', after)) {
    lexer.pos = lexer.start = after;
    lexComment(lexer);
    return;
  }
  lexer.pos += 2;
  emit(lexer, itemLeftDelim);
  lexer.pos = lexer.start = after;
  lexer.insideAction = true;
  lexer.parenDepth = 0;
}

function lexComment(lexer: Lexer): void {
  const close = lexer.input.indexOf('*/', lexer.pos + 2);
  if (close < 0) {
    fail(lexer, 'unclosed comment');
    return;
  }
  lexer.pos = close + 2;
  const delim = rightDelimLength(lexer, lexer.pos);
  if (delim === 0) {
    fail(lexer, 'comment ends before closing delimiter');
    return;
  }
  lexer.pos += delim;
  if (delim === 4) skipSpace(lexer);
  lexer.start = lexer.pos;
}

function skipSpace(lexer: Lexer): void {
  while (isSpace(codeUnit(lexer, lexer.pos))) lexer.pos++;
}

/** 2 at `}}`, 4 at ` -}}`, else 0. */
function rightDelimLength(lexer: Lexer, i: number): number {
  const c = codeUnit(lexer, i);
  if (c === BRACE) return codeUnit(lexer, i + 1) === BRACE ? 2 : 0;
  return isSpace(c) && codeUnit(lexer, i + 1) === MINUS && codeUnit(lexer, i + 2) === BRACE && codeUnit(lexer, i + 3) === BRACE ? 4 : 0;
}

function lexRightDelim(lexer: Lexer, length: number): void {
  lexer.start = lexer.pos + length - 2;
  lexer.pos += length;
  emit(lexer, itemRightDelim);
  if (length === 4) skipSpace(lexer);
  lexer.start = lexer.pos;
  lexer.insideAction = false;
}

/** Up to the right delimiter. One loop for the common tokens: most of a chart's first second is spent here. */
function lexAction(lexer: Lexer): void {
  const input = lexer.input;
  while (lexer.insideAction && !lexer.done) {
    const c = lexer.pos < input.length ? input.charCodeAt(lexer.pos) : 0;
    const kind = classes[c]!;
    if (c === BRACE || (kind & spaceClass) !== 0) {
      if (!lexDelimOrSpace(lexer)) lexPunctuation(lexer, c);
    } else if ((kind & digitClass) !== 0) lexNumber(lexer);
    else if ((kind & wordClass) !== 0) lexIdentifier(lexer);
    else if (c === DOT) lexDot(lexer);
    else if (c === DOLLAR) lexFieldOrVariable(lexer, itemVariable);
    else lexPunctuation(lexer, c);
  }
}

/** False at a brace that is no delimiter. */
function lexDelimOrSpace(lexer: Lexer): boolean {
  const length = rightDelimLength(lexer, lexer.pos);
  if (length === 0) {
    if (codeUnit(lexer, lexer.pos) === BRACE) return false;
    lexSpace(lexer);
  } else if (lexer.parenDepth === 0) lexRightDelim(lexer, length);
  else fail(lexer, 'unclosed left paren');
  return true;
}

function lexSpace(lexer: Lexer): void {
  skipSpace(lexer);
  const last = lexer.pos - 1;
  if (codeUnit(lexer, lexer.pos) === MINUS && rightDelimLength(lexer, last) === 4) lexer.pos = last;
  lexer.spaced = true;
  lexer.start = lexer.pos;
}

/** The tokens of a text. It never throws: an itemError ends the tokens. */
export function lex(input: string, options: LexOptions): Tokens {
  const lexer = lexerOf(input, options);
  while (!lexer.done) {
    if (lexer.insideAction) lexAction(lexer);
    else lexText(lexer);
  }
  return lexer.tokens;
}
