/**
 * Scans scalars: finds where each one ends and refuses malformed ones. It does not build text: a scalar is a range of the source with a
 * style, and `scalar-text.ts` computes its value on demand.
 * Behavior: go.yaml.in/yaml/v2 v2.4.3 scannerc.go.
 */
import { BLANK, BLANKZ, BREAK, classOf, FLOW, HEX, NUL } from './chars.js';
import type { Cursor } from './cursor.js';

export const PLAIN = 0;
export const SINGLE = 1;
export const DOUBLE = 2;
export const LITERAL = 3;
export const FOLDED = 4;
/** The mask of the style in a scalar's `format`. */
export const STYLE = 7;
/** Set in `format` if the value is not simply the text of the range. */
export const PROCESS = 8;
/** The chomping of block scalars, in `format`. */
export const STRIP = 16;
export const KEEP = 32;
/** The first bit in `format` that holds the indentation of block scalars. */
export const INDENT_SHIFT = 6;

/** Escapes of double-quoted scalars by character code: the resulting character, or minus the number of hex digits that follow. */
export const escapes = new Map<number, number>(
  Object.entries({ 0: 0, a: 7, b: 8, t: 9, '\t': 9, n: 10, v: 11, f: 12, r: 13, e: 27, ' ': 32, '"': 34, "'": 39, '\\': 92, N: 0x85 })
    .concat(Object.entries({ _: 0xa0, L: 0x2028, P: 0x2029, x: -2, u: -4, U: -8 }))
    .map(([char, value]) => [char.charCodeAt(0), value]),
);

/** Finds where scalars end. It moves the cursor over them. */
export class ScalarScanner {
  readonly #cursor: Cursor;
  /** The start of the last scanned scalar. */
  scalarStart = 0;
  scalarEnd = 0;
  scalarFormat = 0;
  #chomping = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  scanPlainScalar(): void {
    const cursor = this.#cursor;
    const { codes } = cursor;
    const inFlow = cursor.flowLevel > 0;
    const indent = cursor.indent + 1;
    let leadingBlanks = false;
    let format = PLAIN;
    let end = cursor.pos;
    this.scalarStart = end;
    for (;;) {
      cursor.need(4);
      if (codes[cursor.pos]! === 35 || cursor.atDocumentIndicator()) break;
      const start = cursor.pos;
      const kind = this.#skipPlainRun(inFlow);
      if (cursor.pos > start) {
        if (leadingBlanks) format = PLAIN | PROCESS;
        leadingBlanks = false;
        end = cursor.pos;
      }
      if ((kind & (BLANK | BREAK)) === 0) break;
      if (this.#skipPlainBlanks(leadingBlanks, indent)) leadingBlanks = true;
      if (!inFlow && cursor.pos - cursor.lineStart < indent) break;
    }
    this.scalarEnd = end;
    this.scalarFormat = format;
    if (leadingBlanks) cursor.simpleKeyAllowed = true;
  }

  /**
   * Skips characters of a plain scalar up to a blank, a break or an indicator that ends it. Returns the class of the character where it
   * stopped, or 0.
   */
  #skipPlainRun(inFlow: boolean): number {
    const cursor = this.#cursor;
    const { codes } = cursor;
    let pos = cursor.pos;
    let kind = 0;
    for (;;) {
      const c = codes[pos]!;
      kind = classOf(c);
      if ((kind & BLANKZ) !== 0) break;
      if (c === 58 && cursor.isBlankzAt(pos + 1)) {
        kind = 0;
        break;
      }
      if (inFlow && (kind & FLOW) !== 0) {
        kind = 0;
        break;
      }
      pos++;
    }
    cursor.pos = pos;
    cursor.need(2);
    return kind;
  }

  /** Skips blanks and line breaks after a run. Returns true if there was a break. */
  #skipPlainBlanks(leadingBlanks: boolean, indent: number): boolean {
    const cursor = this.#cursor;
    const { codes } = cursor;
    let broke = leadingBlanks;
    for (;;) {
      const c = codes[cursor.pos]!;
      const kind = classOf(c);
      if ((kind & BLANK) !== 0) {
        if (broke && c === 9 && cursor.pos - cursor.lineStart < indent) cursor.fail('found a tab character that violates indentation');
        cursor.pos++;
      } else if ((kind & BREAK) !== 0) {
        cursor.skipLine();
        broke = true;
      } else return broke;
      cursor.need(1);
    }
  }

  scanFlowScalar(single: boolean): void {
    const cursor = this.#cursor;
    const { codes } = cursor;
    const quote = single ? 39 : 34;
    let format = single ? SINGLE : DOUBLE;
    this.scalarStart = ++cursor.pos;
    for (;;) {
      cursor.need(4);
      if (cursor.atDocumentIndicator()) cursor.fail('found unexpected document indicator');
      if (codes[cursor.pos]! === 0) cursor.fail('found unexpected end of stream');
      if (single ? this.#skipSingleQuotedRun() : this.#skipDoubleQuotedRun()) format |= PROCESS;
      cursor.need(1);
      if (codes[cursor.pos]! === quote) break;
      if (this.#skipQuotedBlanks()) format |= PROCESS;
    }
    this.scalarEnd = cursor.pos++;
    this.scalarFormat = format;
  }

  #skipQuotedBlanks(): boolean {
    const cursor = this.#cursor;
    let broke = false;
    for (;;) {
      const kind = classOf(cursor.codes[cursor.pos]!);
      if ((kind & BLANK) !== 0) cursor.pos++;
      else if ((kind & BREAK) !== 0) {
        cursor.skipLine();
        broke = true;
      } else return broke;
      cursor.need(1);
    }
  }

  /** Skips nonblank characters up to the closing quote. Returns true if there was a doubled quote. */
  #skipSingleQuotedRun(): boolean {
    const cursor = this.#cursor;
    const { codes } = cursor;
    let escaped = false;
    for (;;) {
      const c = codes[cursor.pos]!;
      if (c === 39) {
        if (codes[cursor.pos + 1]! !== 39) return escaped;
        cursor.pos++;
        escaped = true;
      } else if ((classOf(c) & BLANKZ) !== 0) return escaped;
      cursor.pos++;
    }
  }

  /** Skips nonblank characters up to the closing quote. Returns true if there was an escape. */
  #skipDoubleQuotedRun(): boolean {
    const cursor = this.#cursor;
    const { codes } = cursor;
    let escaped = false;
    for (;;) {
      const c = codes[cursor.pos]!;
      if (c === 34 || (classOf(c) & BLANKZ) !== 0) return escaped;
      if (c !== 92) {
        cursor.pos++;
        continue;
      }
      escaped = true;
      cursor.need(2);
      if (cursor.isBreakAt(cursor.pos + 1)) {
        cursor.pos++;
        cursor.skipLine();
        return true;
      }
      this.#skipEscape();
    }
  }

  #skipEscape(): void {
    const cursor: Cursor = this.#cursor;
    const code = escapes.get(cursor.codes[cursor.pos + 1]!);
    if (code === undefined) cursor.fail('found unknown escape character');
    cursor.pos += 2;
    if (code >= 0) return;
    cursor.need(-code);
    let value = 0;
    for (let k = 0; k < -code; k++) {
      const c = cursor.codes[cursor.pos + k]!;
      if ((classOf(c) & HEX) === 0) cursor.fail('did not find expected hexdecimal number');
      value = value * 16 + Number.parseInt(String.fromCharCode(c), 16);
    }
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) cursor.fail('found invalid Unicode character escape code');
    cursor.pos -= code;
  }

  scanBlockScalar(literal: boolean): void {
    const cursor = this.#cursor;
    cursor.pos++;
    let format = (literal ? LITERAL : FOLDED) | PROCESS;
    const increment = this.#scanBlockHeader();
    format |= this.#chomping;
    cursor.need(1);
    cursor.skipBlanks();
    if (cursor.codes[cursor.pos]! === 35) cursor.skipToLineEnd();
    cursor.need(1);
    if ((classOf(cursor.codes[cursor.pos]!) & (BREAK | NUL)) === 0) cursor.fail('did not find expected comment or line break');
    if (cursor.isBreakAt(cursor.pos)) cursor.skipLine();
    this.scalarStart = cursor.pos;
    const given = increment === 0 ? 0 : Math.max(cursor.indent, 0) + increment;
    const indent = this.#skipBlockBreaks(given);
    this.#skipBlockLines(indent);
    this.scalarEnd = cursor.pos;
    this.scalarFormat = format | (indent << INDENT_SHIFT);
  }

  /** Reads the chomping and indentation indicators in either order. Returns the indentation indicator, or 0. */
  #scanBlockHeader(): number {
    const cursor = this.#cursor;
    this.#chomping = 0;
    const chompedFirst = this.#scanChomping();
    const c = cursor.codes[cursor.pos]!;
    if (c < 48 || c > 57) return 0;
    if (c === 48) cursor.fail('found an indentation indicator equal to 0');
    cursor.pos++;
    if (!chompedFirst) this.#scanChomping();
    return c - 48;
  }

  #scanChomping(): boolean {
    const cursor = this.#cursor;
    const c = cursor.codes[cursor.pos]!;
    if (c !== 43 && c !== 45) return false;
    this.#chomping = c === 43 ? KEEP : STRIP;
    cursor.pos++;
    return true;
  }

  #skipBlockLines(indent: number): void {
    const cursor = this.#cursor;
    while (cursor.pos - cursor.lineStart === indent && cursor.codes[cursor.pos]! !== 0) {
      cursor.skipToLineEnd();
      cursor.need(2);
      if (cursor.isBreakAt(cursor.pos)) cursor.skipLine();
      this.#skipBlockBreaks(indent);
    }
  }

  /** Skips indentation and empty lines. Returns the indentation, which is detected if `indent` is 0. */
  #skipBlockBreaks(indent: number): number {
    const cursor = this.#cursor;
    const { codes } = cursor;
    let deepest = 0;
    for (;;) {
      const limit = indent === 0 ? Number.MAX_SAFE_INTEGER : cursor.lineStart + indent;
      let c = codes[cursor.pos]!;
      while (c === 32 && cursor.pos < limit) c = codes[++cursor.pos]!;
      cursor.need(1);
      deepest = Math.max(deepest, cursor.pos - cursor.lineStart);
      if (c === 9 && cursor.pos < limit) cursor.fail('found a tab character where an indentation space is expected');
      if ((classOf(c) & BREAK) === 0) break;
      cursor.skipLine();
    }
    return indent === 0 ? Math.max(deepest, cursor.indent + 1, 1) : indent;
  }
}
