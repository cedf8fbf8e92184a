/** The value of a scanned scalar: folding, escapes, chomping. Behavior: go.yaml.in/yaml/v2 v2.4.3 scannerc.go. */
import { BLANK, BREAK, classOf } from './chars.js';
import { DOUBLE, escapes, FOLDED, INDENT_SHIFT, KEEP, LITERAL, PLAIN, PROCESS, STRIP, STYLE } from './scalars.js';

/** The value of the scalar from `start` to `end` in `text`. `format` is the scanner's description of it. */
export function scalarText(text: string, start: number, end: number, format: number): string {
  if ((format & PROCESS) === 0) return text.slice(start, end);
  const style = format & STYLE;
  if (style === PLAIN) return foldLines(text.slice(start, end));
  if (style === LITERAL || style === FOLDED) return blockText(text, start, end, format);
  return style === DOUBLE ? doubleQuotedText(text.slice(start, end)) : foldLines(text.slice(start, end)).replaceAll("''", "'");
}

/** Normalizes a line break in a value: LS and PS are kept, and every other one is LF. */
function normalBreak(text: string, pos: number): string {
  const c = text.charCodeAt(pos);
  return c === 0x2028 || c === 0x2029 ? text[pos]! : '\n';
}

const afterBreak = (text: string, pos: number): number => pos + (text.charCodeAt(pos) === 13 && text.charCodeAt(pos + 1) === 10 ? 2 : 1);

/** The end of the white space at `pos`, and its value: unchanged on one line, otherwise the folded line breaks. */
function foldSpace(text: string, pos: number, escapedBreak: boolean): { end: number; space: string } {
  let first = '';
  let rest = '';
  let broke = escapedBreak;
  let i = pos;
  for (;;) {
    const kind = i < text.length ? classOf(text.charCodeAt(i)) : 0;
    if ((kind & BLANK) !== 0) i++;
    else if ((kind & BREAK) !== 0) {
      if (broke) rest += normalBreak(text, i);
      else first = normalBreak(text, i);
      broke = true;
      i = afterBreak(text, i);
    } else break;
  }
  if (!broke) return { end: i, space: text.slice(pos, i) };
  if (first !== '\n') return { end: i, space: first + rest };
  return { end: i, space: rest === '' ? ' ' : rest };
}

const whiteSpace = /[ \t\n\r\x85\u2028\u2029]/g;

/** Folds a text of several lines: a single line break becomes a blank, and the first of several is dropped. */
export function foldLines(text: string): string {
  let out = '';
  let pos = 0;
  for (;;) {
    whiteSpace.lastIndex = pos;
    const found = whiteSpace.exec(text);
    if (found === null) return out + text.slice(pos);
    const { end, space } = foldSpace(text, found.index, false);
    out += text.slice(pos, found.index) + space;
    pos = end;
  }
}

const doubleQuotedStop = /[ \t\n\r\x85\u2028\u2029\\]/g;

/** The value of the text between double quotes. */
export function doubleQuotedText(text: string): string {
  let out = '';
  let pos = 0;
  for (;;) {
    doubleQuotedStop.lastIndex = pos;
    const found = doubleQuotedStop.exec(text);
    if (found === null) return out + text.slice(pos);
    out += text.slice(pos, found.index);
    pos = found.index;
    const next = text.charCodeAt(pos + 1);
    if (found[0] !== '\\' || (classOf(next) & BREAK) !== 0) {
      const escapedBreak = found[0] === '\\';
      const { end, space } = foldSpace(text, escapedBreak ? afterBreak(text, pos + 1) : pos, escapedBreak);
      out += space;
      pos = end;
      continue;
    }
    const code = escapes.get(next)!;
    pos += 2;
    if (code >= 0) out += String.fromCharCode(code);
    else {
      out += String.fromCodePoint(Number.parseInt(text.slice(pos, pos - code), 16));
      pos -= code;
    }
  }
}

/** Joins the lines of a block scalar by the rules of its style. */
class BlockJoiner {
  out = '';
  #pendingBreak = '';
  #emptyLines = '';
  #wasBlank = false;
  readonly #literal: boolean;
  constructor(literal: boolean) {
    this.#literal = literal;
  }

  emptyLine(lineBreak: string): void {
    this.#emptyLines += lineBreak;
  }

  line(content: string, lineBreak: string): void {
    const blank = content[0] === ' ' || content[0] === '\t';
    const fold = !this.#literal && !this.#wasBlank && !blank && this.#pendingBreak === '\n';
    const joint = fold ? (this.#emptyLines === '' ? ' ' : '') : this.#pendingBreak;
    this.out += joint + this.#emptyLines + content;
    this.#emptyLines = '';
    this.#pendingBreak = lineBreak;
    this.#wasBlank = blank;
  }

  finish(format: number): string {
    const last = (format & STRIP) !== 0 ? '' : this.#pendingBreak;
    return this.out + last + ((format & KEEP) !== 0 ? this.#emptyLines : '');
  }
}

function lineEnd(text: string, pos: number, end: number): number {
  let i = pos;
  while (i < end && (classOf(text.charCodeAt(i)) & BREAK) === 0) i++;
  return i;
}

/** The value of a block scalar whose lines are from `start` to `end`. */
export function blockText(text: string, start: number, end: number, format: number): string {
  const indent = format >> INDENT_SHIFT;
  const joiner = new BlockJoiner((format & STYLE) === LITERAL);
  let pos = start;
  while (pos < end) {
    const lineStart = pos;
    while (pos < end && pos - lineStart < indent && text.charCodeAt(pos) === 32) pos++;
    const stop = lineEnd(text, pos, end);
    if (stop === pos) {
      if (stop >= end) break;
      joiner.emptyLine(normalBreak(text, stop));
    } else if (pos - lineStart === indent) joiner.line(text.slice(pos, stop), stop < end ? normalBreak(text, stop) : '');
    else break;
    pos = afterBreak(text, stop);
  }
  return joiner.finish(format);
}
