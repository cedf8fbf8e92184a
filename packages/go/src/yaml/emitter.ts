/**
 * Writes nodes as goyaml's emitter does: indentation, scalar styles, folding.
 * Behavior and names: emitterc.go of go.yaml.in/yaml/v2 v2.4.3, and of v3 v3.0.4 if `v3` is set. Collections are always in block style
 * unless empty, as both encoders request.
 */
import { byteLength } from '../values/bytes.js';
import { type Analysis, analyze } from './analyze.js';

/** The style of a scalar. */
export type Style = 'plain' | 'single' | 'double' | 'literal';

const indentation = 2;
/** v2 folds a line at the first space beyond this column; v3 never folds. */
const bestWidth = 80;
/** Keys longer than this, in bytes, are written after a `? `. */
const maxSimpleKey = 128;

const pads: string[] = [''];
function pad(width: number): string {
  while (pads.length <= width) pads.push(`${pads[pads.length - 1]} `);
  return pads[width]!;
}

/** The number of code points, because columns count characters. */
function width(text: string): number {
  let n = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) n--;
  return n;
}

const escapeNames = new Map<number, string>(
  Object.entries({
    '\0': '0',
    '\x07': 'a',
    '\b': 'b',
    '\t': 't',
    '\n': 'n',
    '\v': 'v',
    '\f': 'f',
    '\r': 'r',
    '\x1b': 'e',
    '"': '"',
    '\\': '\\',
  })
    .concat(Object.entries({ '\x85': 'N', '\xa0': '_', '\u2028': 'L', '\u2029': 'P' }))
    .map(([char, name]) => [char.charCodeAt(0), name]),
);

function escapeSequence(code: number): string {
  const name = escapeNames.get(code);
  if (name !== undefined) return `\\${name}`;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

const escaped = /[\x00-\x1f"\\\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff][\udc00-\udfff]/g;

/** Writes one document. */
export class Emitter {
  out = '';
  readonly #v3: boolean;
  #column = 0;
  #indent = -1;
  #whitespace = true;
  #indention = true;

  constructor(v3: boolean) {
    this.#v3 = v3;
  }

  /** Ends the document with a line break if it has none yet. */
  finish(): string {
    this.#writeIndent();
    return this.out;
  }

  #putBreak(): void {
    this.out += '\n';
    this.#column = 0;
    if (this.#v3) this.#indention = true;
  }

  #write(text: string): void {
    this.out += text;
    this.#column += width(text);
  }

  #writeIndent(): void {
    const indent = Math.max(this.#indent, 0);
    if (!this.#indention || this.#column > indent || (this.#column === indent && !this.#whitespace)) this.#putBreak();
    if (this.#column < indent) {
      this.out += pad(indent - this.#column);
      this.#column = indent;
    }
    this.#whitespace = true;
    if (!this.#v3) this.#indention = true;
  }

  #writeIndicator(indicator: string, needWhitespace: boolean, isWhitespace: boolean, isIndention: boolean): void {
    if (needWhitespace && !this.#whitespace) {
      this.out += ' ';
      this.#column++;
    }
    this.out += indicator;
    this.#column += indicator.length;
    this.#whitespace = isWhitespace;
    this.#indention = this.#indention && isIndention;
  }

  /** An empty collection: `{}` or `[]`. */
  emitEmpty(open: string, close: string): void {
    this.#writeIndicator(open, true, true, false);
    this.#writeIndicator(close, false, false, false);
  }

  /** Starts a block mapping. Returns the indentation to pass to `end`. */
  startMapping(): number {
    const outer = this.#indent;
    this.#indent = outer < 0 ? 0 : outer + indentation;
    return outer;
  }

  /** Starts a block sequence. Under a mapping key, v2 does not indent it. */
  startSequence(inMapping: boolean): number {
    const outer = this.#indent;
    const indentless = !this.#v3 && inMapping && !this.#indention;
    if (!indentless) this.startMapping();
    return outer;
  }

  end(outer: number): void {
    this.#indent = outer;
  }

  startItem(): void {
    this.#writeIndent();
    this.#writeIndicator('-', true, false, true);
  }

  emitKey(key: string, style: Style, tag: string) {
    this.#writeIndent();
    const analysis = analyze(key, this.#v3);
    const simple = !analysis.multiline && (key.length <= maxSimpleKey / 4 || byteLength(key) + tag.length <= maxSimpleKey);
    if (simple) {
      this.#emitAnalyzed(key, style, tag, analysis, true);
      return this.#writeIndicator(':', false, false, false);
    }
    this.#writeIndicator('?', true, false, true);
    this.#emitAnalyzed(key, style, tag, analysis, false);
    this.#writeIndent();
    this.#writeIndicator(':', true, false, true);
  }

  /** Writes a scalar whose text is plain in every context: numbers, booleans, null. */
  emitPlain(text: string): void {
    if (!this.#whitespace) this.out += ' ';
    this.out += text;
    this.#column += text.length + 1;
    this.#whitespace = this.#indention = false;
  }

  emitScalar(value: string, style: Style, tag: string): void {
    this.#emitAnalyzed(value, style, tag, analyze(value, this.#v3), false);
  }

  #emitAnalyzed(value: string, asked: Style, tag: string, analysis: Analysis, simpleKey: boolean): void {
    const style = selectStyle(value, asked, analysis, simpleKey);
    if (tag !== '') this.#writeIndicator(tag, true, false, false);
    const outer = this.#indent;
    this.#indent = outer < 0 ? indentation : outer + indentation;
    if (style === 'plain') this.#writePlain(value, !simpleKey);
    else if (style === 'single') this.#writeSingleQuoted(value, !simpleKey);
    else if (style === 'double') this.#writeDoubleQuoted(value, !simpleKey);
    else this.#writeLiteral(value);
    this.#indent = outer;
  }

  #mayFold(value: string, allowBreaks: boolean): boolean {
    return allowBreaks && !this.#v3 && this.#column + value.length > bestWidth && value.includes(' ');
  }

  #writePlain(value: string, allowBreaks: boolean): void {
    if (!this.#whitespace && (!this.#v3 || value !== '')) this.#write(' ');
    if (this.#mayFold(value, allowBreaks)) this.#writeFolded(value, at => value[at + 1] !== ' ', 0);
    else this.#write(value);
    this.#whitespace = this.#indention = false;
  }

  #writeSingleQuoted(value: string, allowBreaks: boolean): void {
    this.#writeIndicator("'", true, false, false);
    if (/[\u2028\u2029]/.test(value)) this.#writeSingleQuotedLines(value, allowBreaks && !this.#v3);
    else if (this.#mayFold(value, allowBreaks))
      this.#writeFolded(value, at => at > 0 && at < value.length - 1 && value[at + 1] !== ' ', 39);
    else this.#write(value.replaceAll("'", "''"));
    this.#writeIndicator("'", false, false, false);
  }

  /** Writes text with LS or PS, which are line breaks that are kept. */
  #writeSingleQuotedLines(value: string, mayFold: boolean): void {
    let breaks = false;
    for (const [i, char] of [...value].entries()) {
      const isSpace = char === ' ';
      if (char === '\u2028' || char === '\u2029') {
        this.out += char;
        this.#column = 0;
        this.#indention = breaks = true;
        continue;
      }
      const fold = isSpace && mayFold && this.#column > bestWidth && i > 0 && value[i + 1] !== ' ' && value[i - 1] !== ' ';
      if (fold || (breaks && !isSpace)) this.#writeIndent();
      if (fold) continue;
      this.#write(char === "'" ? "''" : char);
      if (isSpace) continue;
      this.#indention = breaks = false;
    }
  }

  /**
   * Writes the words of one line. A space beyond the best width becomes a line break if `breakable` allows it. Quotes `quote` are doubled.
   */
  #writeFolded(value: string, breakable: (at: number) => boolean, quote: number): void {
    let start = 0;
    const flush = (end: number) => {
      const text = value.slice(start, end);
      this.#write(quote === 39 ? text.replaceAll("'", "''") : text);
      start = end;
    };
    for (let at = value.indexOf(' '); at >= 0; at = value.indexOf(' ', at + 1)) {
      const afterSpace = at > 0 && value.charCodeAt(at - 1) === 32;
      flush(at);
      if (afterSpace || this.#column <= bestWidth || !breakable(at)) continue;
      this.#indention = at === 0 && this.#indention;
      this.#writeIndent();
      this.#indention = false;
      start = at + 1;
    }
    flush(value.length);
  }

  #writeDoubleQuoted(value: string, allowBreaks: boolean): void {
    this.#writeIndicator('"', true, false, false);
    const all = value.startsWith('\ufeff');
    const text = all
      ? Array.from(value, c => escapeSequence(c.codePointAt(0)!)).join('')
      : value.replace(escaped, c => escapeSequence(c.codePointAt(0)!));
    if (!all && this.#mayFold(text, allowBreaks)) this.#writeFoldedDouble(text);
    else this.#write(text);
    this.#writeIndicator('"', false, false, false);
  }

  /** Like writeFolded, for escaped text: a fold before another space needs a backslash to keep that space. */
  #writeFoldedDouble(text: string): void {
    let start = 0;
    for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
      this.#write(text.slice(start, at));
      start = at;
      const afterSpace = at > 0 && text.charCodeAt(at - 1) === 32;
      if (afterSpace || this.#column <= bestWidth || at === 0 || at === text.length - 1) continue;
      this.#writeIndent();
      if (text.charCodeAt(at + 1) === 32) this.#write('\\');
      start = at + 1;
    }
    this.#write(text.slice(start));
  }

  #writeLiteral(value: string) {
    this.#writeIndicator('|', true, false, false);
    this.#writeIndicator(blockHints(value), false, false, false);
    this.#putBreak();
    this.#indention = this.#whitespace = true;
    if (/[\u2028\u2029]/.test(value)) return this.#writeLiteralLines(value);
    const lines = value.split('\n');
    const last = lines.pop()!;
    const margin = pad(this.#indent);
    for (const line of lines) this.out += line === '' ? '\n' : `${margin}${line}\n`;
    if (last !== '') {
      this.out += margin + last;
      this.#column = this.#indent + last.length;
      this.#indention = false;
    }
  }

  #writeLiteralLines(value: string): void {
    let breaks = true;
    for (const part of value.split(/([\n\u2028\u2029])/)) {
      if (part === '') continue;
      if (part === '\n') this.#putBreak();
      else if (part === '\u2028' || part === '\u2029') {
        this.out += part;
        this.#column = 0;
      } else {
        if (breaks) this.#writeIndent();
        this.#write(part);
        this.#indention = false;
        breaks = false;
        continue;
      }
      this.#indention = breaks = true;
    }
  }
}

function selectStyle(value: string, asked: Style, analysis: Analysis, simpleKey: boolean): Style {
  let style = simpleKey && analysis.multiline ? 'double' : asked;
  if (style === 'plain' && (!analysis.plain || (value === '' && simpleKey))) style = 'single';
  if (style === 'single' && !analysis.singleQuoted) style = 'double';
  if (style === 'literal' && (!analysis.block || simpleKey)) style = 'double';
  return style;
}

const isBreak = (char: string | undefined): boolean => char !== undefined && /[\n\r\x85\u2028\u2029]/.test(char);

/** The indicators after `|`: indentation if the text starts with white space, and chomping. */
function blockHints(value: string): string {
  const indent = value.startsWith(' ') || isBreak(value[0]) ? String(indentation) : '';
  if (!isBreak(value[value.length - 1])) return `${indent}-`;
  return value.length === 1 || isBreak(value[value.length - 2]) ? `${indent}+` : indent;
}
