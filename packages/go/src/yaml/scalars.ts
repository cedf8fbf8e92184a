/**
 * Scanning of scalars: finds where each one ends and refuses what is malformed. Text is not built here: a scalar is a range of
 * the source with a style, and `scalar-text.ts` makes its value when somebody asks.
 * Behaviour: go.yaml.in/yaml/v2 v2.4.3 scannerc.go.
 */
import { BLANK, BLANKZ, BREAK, classOf, FLOW, HEX, NUL } from './chars.js';
import { Cursor } from './cursor.js';

export const PLAIN = 0;
export const SINGLE = 1;
export const DOUBLE = 2;
export const LITERAL = 3;
export const FOLDED = 4;
/** Mask of the style in a scalar's `format`. */
export const STYLE = 7;
/** Set in `format` when the value is not simply the text of the range. */
export const PROCESS = 8;
/** Chomping of block scalars, in `format`. */
export const STRIP = 16;
export const KEEP = 32;
/** The indentation of block scalars is in `format` from this bit on. */
export const INDENT_SHIFT = 6;

/** Escapes of double-quoted scalars by character code: the character that results, or minus the number of hex digits that follow. */
export const escapes = new Map<number, number>(
  Object.entries({ 0: 0, a: 7, b: 8, t: 9, '\t': 9, n: 10, v: 11, f: 12, r: 13, e: 27, ' ': 32, '"': 34, "'": 39, '\\': 92, N: 0x85 })
    .concat(Object.entries({ _: 0xa0, L: 0x2028, P: 0x2029, x: -2, u: -4, U: -8 }))
    .map(([char, value]) => [char.charCodeAt(0), value]),
);

export class ScalarScanner extends Cursor {
  /** The scalar scanned last. */
  scalarStart = 0;
  scalarEnd = 0;
  scalarFormat = 0;

  scanPlainScalar(): void {
    const { codes } = this;
    const inFlow = this.flowLevel > 0;
    const indent = this.indent + 1;
    let leadingBlanks = false;
    let format = PLAIN;
    let end = this.pos;
    this.scalarStart = end;
    for (;;) {
      this.need(4);
      if (codes[this.pos]! === 35 || this.atDocumentIndicator()) break;
      const start = this.pos;
      const kind = this.skipPlainRun(inFlow);
      if (this.pos > start) {
        if (leadingBlanks) format = PLAIN | PROCESS;
        leadingBlanks = false;
        end = this.pos;
      }
      if ((kind & (BLANK | BREAK)) === 0) break;
      if (this.skipPlainBlanks(leadingBlanks, indent)) leadingBlanks = true;
      if (!inFlow && this.pos - this.lineStart < indent) break;
    }
    this.scalarEnd = end;
    this.scalarFormat = format;
    if (leadingBlanks) this.simpleKeyAllowed = true;
  }

  /** Moves over characters of a plain scalar up to a blank, a break or an indicator that ends it; returns the class of what stopped it, or 0. */
  private skipPlainRun(inFlow: boolean): number {
    const { codes } = this;
    let pos = this.pos;
    let kind = 0;
    for (;;) {
      const c = codes[pos]!;
      kind = classOf(c);
      if ((kind & BLANKZ) !== 0) break;
      if (c === 58 && this.isBlankzAt(pos + 1)) {
        kind = 0;
        break;
      }
      if (inFlow && (kind & FLOW) !== 0) {
        kind = 0;
        break;
      }
      pos++;
    }
    this.pos = pos;
    this.need(2);
    return kind;
  }

  /** Moves over blanks and line breaks after a run; true when there was a break. */
  private skipPlainBlanks(leadingBlanks: boolean, indent: number): boolean {
    const { codes } = this;
    let broke = leadingBlanks;
    for (;;) {
      const c = codes[this.pos]!;
      const kind = classOf(c);
      if ((kind & BLANK) !== 0) {
        if (broke && c === 9 && this.pos - this.lineStart < indent) this.fail('found a tab character that violates indentation');
        this.pos++;
      } else if ((kind & BREAK) !== 0) {
        this.skipLine();
        broke = true;
      } else return broke;
      this.need(1);
    }
  }

  scanFlowScalar(single: boolean): void {
    const { codes } = this;
    const quote = single ? 39 : 34;
    let format = single ? SINGLE : DOUBLE;
    this.scalarStart = ++this.pos;
    for (;;) {
      this.need(4);
      if (this.atDocumentIndicator()) this.fail('found unexpected document indicator');
      if (codes[this.pos]! === 0) this.fail('found unexpected end of stream');
      if (single ? this.skipSingleQuotedRun() : this.skipDoubleQuotedRun()) format |= PROCESS;
      this.need(1);
      if (codes[this.pos]! === quote) break;
      if (this.skipQuotedBlanks()) format |= PROCESS;
    }
    this.scalarEnd = this.pos++;
    this.scalarFormat = format;
  }

  private skipQuotedBlanks(): boolean {
    let broke = false;
    for (;;) {
      const kind = classOf(this.codes[this.pos]!);
      if ((kind & BLANK) !== 0) this.pos++;
      else if ((kind & BREAK) !== 0) {
        this.skipLine();
        broke = true;
      } else return broke;
      this.need(1);
    }
  }

  /** Moves over non-blank characters up to the closing quote; true when there was a doubled quote. */
  private skipSingleQuotedRun(): boolean {
    const { codes } = this;
    let escaped = false;
    for (;;) {
      const c = codes[this.pos]!;
      if (c === 39) {
        if (codes[this.pos + 1]! !== 39) return escaped;
        this.pos++;
        escaped = true;
      } else if ((classOf(c) & BLANKZ) !== 0) return escaped;
      this.pos++;
    }
  }

  /** Moves over non-blank characters up to the closing quote; true when there was an escape. */
  private skipDoubleQuotedRun(): boolean {
    const { codes } = this;
    let escaped = false;
    for (;;) {
      const c = codes[this.pos]!;
      if (c === 34 || (classOf(c) & BLANKZ) !== 0) return escaped;
      if (c !== 92) {
        this.pos++;
        continue;
      }
      escaped = true;
      this.need(2);
      if (this.isBreakAt(this.pos + 1)) {
        this.pos++;
        this.skipLine();
        return true;
      }
      this.skipEscape();
    }
  }

  private skipEscape(): void {
    const code = escapes.get(this.codes[this.pos + 1]!);
    if (code === undefined) this.fail('found unknown escape character');
    this.pos += 2;
    if (code >= 0) return;
    this.need(-code);
    let value = 0;
    for (let k = 0; k < -code; k++) {
      const c = this.codes[this.pos + k]!;
      if ((classOf(c) & HEX) === 0) this.fail('did not find expected hexdecimal number');
      value = value * 16 + Number.parseInt(String.fromCharCode(c), 16);
    }
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) this.fail('found invalid Unicode character escape code');
    this.pos -= code;
  }

  scanBlockScalar(literal: boolean): void {
    this.pos++;
    let format = (literal ? LITERAL : FOLDED) | PROCESS;
    const increment = this.scanBlockHeader();
    format |= this.chomping;
    this.need(1);
    this.skipBlanks();
    if (this.codes[this.pos]! === 35) this.skipToLineEnd();
    this.need(1);
    if ((classOf(this.codes[this.pos]!) & (BREAK | NUL)) === 0) this.fail('did not find expected comment or line break');
    if (this.isBreakAt(this.pos)) this.skipLine();
    this.scalarStart = this.pos;
    const given = increment === 0 ? 0 : Math.max(this.indent, 0) + increment;
    const indent = this.skipBlockBreaks(given);
    this.skipBlockLines(indent);
    this.scalarEnd = this.pos;
    this.scalarFormat = format | (indent << INDENT_SHIFT);
  }

  private chomping = 0;

  /** Reads the chomping and indentation indicators, in either order; returns the indentation one, or 0. */
  private scanBlockHeader(): number {
    this.chomping = 0;
    const chompedFirst = this.scanChomping();
    const c = this.codes[this.pos]!;
    if (c < 48 || c > 57) return 0;
    if (c === 48) this.fail('found an indentation indicator equal to 0');
    this.pos++;
    if (!chompedFirst) this.scanChomping();
    return c - 48;
  }

  private scanChomping(): boolean {
    const c = this.codes[this.pos]!;
    if (c !== 43 && c !== 45) return false;
    this.chomping = c === 43 ? KEEP : STRIP;
    this.pos++;
    return true;
  }

  private skipBlockLines(indent: number): void {
    while (this.pos - this.lineStart === indent && this.codes[this.pos]! !== 0) {
      this.skipToLineEnd();
      this.need(2);
      if (this.isBreakAt(this.pos)) this.skipLine();
      this.skipBlockBreaks(indent);
    }
  }

  /** Moves over indentation and empty lines; returns the indentation, found when `indent` is 0. */
  private skipBlockBreaks(indent: number): number {
    const { codes } = this;
    let deepest = 0;
    for (;;) {
      const limit = indent === 0 ? Number.MAX_SAFE_INTEGER : this.lineStart + indent;
      let c = codes[this.pos]!;
      while (c === 32 && this.pos < limit) c = codes[++this.pos]!;
      this.need(1);
      deepest = Math.max(deepest, this.pos - this.lineStart);
      if (c === 9 && this.pos < limit) this.fail('found a tab character where an indentation space is expected');
      if ((classOf(c) & BREAK) === 0) break;
      this.skipLine();
    }
    return indent === 0 ? Math.max(deepest, this.indent + 1, 1) : indent;
  }
}
