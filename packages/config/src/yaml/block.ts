/**
 * A fast reader for YAML as programs write it: block mappings and lists, scalars of every style on one line, plain scalars
 * over several, literal and folded blocks, small flow collections. Whatever else stands in a text (anchors, tags, directives, tabs,
 * carriage returns, anything that might be wrong) makes it give up: the complete parser then reads the text and says what is
 * wrong. Where it gives nodes, they are those of the complete parser.
 */
import { foldQuoted, giveUp, join, nullAt, plainScalar, scalar } from './block-scalar.js';
import type { Entry, ListNode, MapNode, Node, ScalarNode } from './node.js';
import type { Dialect } from './scalar.js';

const LF = 10;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const PIPE = 124;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;
const GREATER = 62;

/** Characters that make the text one for the complete parser, wherever they stand. */
const uncommon = /[\u0000-\u0009\u000b-\u001f\u007f\u0085\u2028\u2029\ufeff\ufffe\uffff]/;
/** First characters of a value that are not those of a plain scalar. */
const indicators = new Set([...'&*!%@`|>?,[]{}"\'#'].map(character => character.charCodeAt(0)));

/** The documents of a text, or undefined when the complete parser must read it. */
export function readBlockYaml(text: string, dialect: Dialect, maxDepth: number): Node[] | undefined {
  if (uncommon.test(text)) return undefined;
  try {
    return new BlockReader(text, dialect, maxDepth).documents();
  } catch (error) {
    if (error === giveUp) return undefined;
    throw error;
  }
}

class BlockReader {
  private readonly text: string;
  private readonly dialect: Dialect;
  private readonly maxDepth: number;
  /** The first character that is not read yet; at the first content of a line, unless inside of one. */
  private pos = 0;
  /** Column of `pos`, or -1 at the end of a document. */
  private indent = -1;
  private depth = 0;

  constructor(text: string, dialect: Dialect, maxDepth: number) {
    this.text = text;
    this.dialect = dialect;
    this.maxDepth = maxDepth;
  }

  documents(): Node[] {
    const found: Node[] = [];
    let lineStart = 0;
    let explicit = false;
    while (lineStart <= this.text.length) {
      this.toContent(lineStart);
      if (this.indent >= 0) {
        found.push(this.node(-1));
        if (this.indent >= 0) throw giveUp;
      } else if (explicit) found.push(nullAt(this.pos));
      explicit = false;
      if (this.pos >= this.text.length) break;
      lineStart = this.separator();
      explicit = true;
    }
    return found;
  }

  /** Steps over a `---` line; the position after it. */
  private separator(): number {
    if (!this.text.startsWith('---', this.pos)) throw giveUp;
    const end = this.lineEnd(this.pos);
    if (!/^---[ ]*(?: #.*)?$/.test(this.text.slice(this.pos, end))) throw giveUp;
    return end + 1;
  }

  private lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end < 0 ? this.text.length : end;
  }

  /** Goes to the first content at or after the start of a line; indent is -1 when the document ends there. */
  private toContent(lineStart: number): void {
    const { text } = this;
    let start = lineStart;
    while (start < text.length) {
      let at = start;
      while (text.charCodeAt(at) === SPACE) at++;
      const code = text.charCodeAt(at);
      if (code === LF) start = at + 1;
      else if (code === HASH) start = this.lineEnd(at) + 1;
      else if (at < text.length) {
        this.pos = at;
        this.indent = at === start && this.isBoundary(at) ? -1 : at - start;
        return;
      } else start = at;
    }
    this.pos = text.length;
    this.indent = -1;
  }

  private isBoundary(at: number): boolean {
    return this.text.startsWith('---', at) || this.text.startsWith('...', at);
  }

  /** Reads the block that starts here; its parent stands at column `parent`. */
  private node(parent: number): Node {
    if (++this.depth > this.maxDepth) throw giveUp;
    const code = this.text.charCodeAt(this.pos);
    const node = code === DASH && this.isSpaceOrEnd(this.pos + 1) ? this.list(this.indent) : this.mapOrScalar(parent);
    this.depth--;
    return node;
  }

  private isSpaceOrEnd(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === SPACE || code === LF || at >= this.text.length;
  }

  private list(indent: number): ListNode {
    const start = this.pos;
    const items: Node[] = [];
    while (this.indent === indent && this.text.charCodeAt(this.pos) === DASH && this.isSpaceOrEnd(this.pos + 1))
      items.push(this.item(indent));
    if (this.indent > indent) throw giveUp;
    return { kind: 'list', items, span: { start, end: endOf(items, start + 1) } };
  }

  private item(indent: number): Node {
    const dash = this.pos;
    let at = dash + 1;
    while (this.text.charCodeAt(at) === SPACE) at++;
    const code = this.text.charCodeAt(at);
    if (code !== LF && at < this.text.length && code !== HASH) {
      this.pos = at;
      this.indent = indent + (at - dash);
      return this.node(indent);
    }
    this.toContent(this.lineEnd(at) + 1);
    return this.indent > indent ? this.node(indent) : nullAt(dash + 1);
  }

  private mapOrScalar(parent: number): Node {
    const keyEnd = this.keyEnd();
    return keyEnd < 0 ? this.value(parent) : this.map(this.indent, keyEnd);
  }

  /** Where the key that starts here ends, at its colon; -1 when this line holds no key. */
  private keyEnd(): number {
    const { text } = this;
    const first = text.charCodeAt(this.pos);
    if (first === QUOTE || first === APOSTROPHE) return this.quotedKeyEnd();
    if (indicators.has(first)) return -1;
    for (let at = this.pos; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) return -1;
      if (code === COLON && this.isSpaceOrEnd(at + 1)) return at;
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) throw giveUp;
    }
    return -1;
  }

  private quotedKeyEnd(): number {
    const end = this.quotedEnd(this.pos);
    if (this.text.charCodeAt(end) !== COLON || !this.isSpaceOrEnd(end + 1)) return -1;
    if (this.lineEnd(this.pos) < end) throw giveUp;
    return end;
  }

  private map(indent: number, firstKeyEnd: number): MapNode {
    const entries: Entry[] = [];
    const start = this.pos;
    let keyEnd = firstKeyEnd;
    while (this.indent === indent) {
      if (entries.length > 0) keyEnd = this.keyEnd();
      if (keyEnd < 0) throw giveUp;
      entries.push(this.entry(indent, keyEnd));
    }
    if (this.indent > indent) throw giveUp;
    return { kind: 'map', entries, span: { start, end: entries.at(-1)!.value.span.end } };
  }

  private entry(indent: number, keyEnd: number): Entry {
    const start = this.pos;
    const first = this.text.charCodeAt(start);
    if (first === DASH && this.isSpaceOrEnd(start + 1)) throw giveUp;
    const quoted = first === QUOTE || first === APOSTROPHE;
    const end = quoted ? keyEnd : this.trimEnd(start, keyEnd);
    const key = quoted ? this.unquote(start, end) : this.text.slice(start, end);
    if (!quoted && (key === '' || key === '~' || key === '<<' || /^null$/i.test(key))) throw giveUp;
    this.pos = this.skipSpaces(keyEnd + 1);
    return { key, keySpan: { start, end }, value: this.mapValue(indent, keyEnd) };
  }

  private mapValue(indent: number, colon: number): Node {
    const code = this.text.charCodeAt(this.pos);
    if (this.pos < this.text.length && code !== LF && code !== HASH) return this.value(indent);
    this.toContent(this.lineEnd(this.pos) + 1);
    if (this.indent > indent) return this.node(indent);
    const isList = this.indent === indent && this.text.charCodeAt(this.pos) === DASH && this.isSpaceOrEnd(this.pos + 1);
    return isList ? this.node(indent - 1) : nullAt(colon + 1);
  }

  /** A scalar or flow collection that starts here; afterwards stands at the next content. */
  private value(parent: number): Node {
    const code = this.text.charCodeAt(this.pos);
    if (code === PIPE || code === GREATER) return this.block(parent, code === GREATER);
    if (code === OPEN_LIST || code === OPEN_MAP) return this.flowLine(parent);
    if (code === QUOTE || code === APOSTROPHE) {
      const start = this.pos;
      const end = this.quotedEnd(start);
      this.checkIndent(start, end, parent);
      this.finishLine(end, parent);
      return scalar(this.unquote(start, end), start, end);
    }
    if (indicators.has(code) || ((code === DASH || code === COLON) && this.isSpaceOrEnd(this.pos + 1))) throw giveUp;
    return this.plain(parent);
  }

  private plain(parent: number): ScalarNode {
    const start = this.pos;
    let end = this.plainEnd(start);
    let value = this.text.slice(start, end);
    const commented = this.text.charCodeAt(this.skipSpaces(end)) === HASH;
    const lineEnd = this.lineEnd(end);
    this.toContent(lineEnd + 1);
    while (this.indent > parent && this.indent >= 0 && this.pos < this.text.length) {
      if (commented) throw giveUp;
      const gap = this.text.slice(end, this.pos);
      if (gap.includes('#')) throw giveUp;
      const breaks = gap.split('\n').length - 1;
      const from = this.pos;
      const first = this.text.charCodeAt(from);
      end = this.plainEnd(from);
      if (first === HASH || this.text.charCodeAt(this.skipSpaces(end)) === HASH) throw giveUp;
      value += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + this.text.slice(from, end);
      this.toContent(this.lineEnd(end) + 1);
    }
    return plainScalar(value, start, end, this.dialect);
  }

  /** The end of the part of a plain scalar on this line. */
  private plainEnd(start: number): number {
    const { text } = this;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF || (code === HASH && text.charCodeAt(at - 1) === SPACE)) break;
      if (code === COLON && this.isSpaceOrEnd(at + 1)) throw giveUp;
    }
    return this.trimEnd(start, at);
  }

  private trimEnd(start: number, end: number): number {
    let at = end;
    while (at > start && this.text.charCodeAt(at - 1) === SPACE) at--;
    return at;
  }

  private skipSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  /** Only spaces and a comment may follow a value on its line. */
  private finishLine(end: number, parent: number): void {
    const at = this.skipSpaces(end);
    const code = this.text.charCodeAt(at);
    if (at < this.text.length && code !== LF && (code !== HASH || at === end)) throw giveUp;
    this.toContent(this.lineEnd(at) + 1);
    if (this.indent > parent && this.indent >= 0) throw giveUp;
  }

  /** The position after the closing quote. */
  private quotedEnd(start: number): number {
    const { text } = this;
    const quote = text.charCodeAt(start);
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (quote === QUOTE && code === 92) at++;
      else if (code === quote) {
        if (quote === APOSTROPHE && text.charCodeAt(at + 1) === APOSTROPHE) at++;
        else return at + 1;
      }
    }
    throw giveUp;
  }

  /** Further lines of a scalar must stand deeper than its parent. */
  private checkIndent(start: number, end: number, parent: number): void {
    for (let lineEnd = this.lineEnd(start); lineEnd < end; lineEnd = this.lineEnd(lineEnd + 1)) {
      const at = this.skipSpaces(lineEnd + 1);
      const code = this.text.charCodeAt(at);
      if (code !== LF && (at - lineEnd - 1 <= parent || (at === lineEnd + 1 && this.isBoundary(at)))) throw giveUp;
    }
  }

  private unquote(start: number, end: number): string {
    const inner = foldQuoted(this.text.slice(start + 1, end - 1), this.text.charCodeAt(start) === QUOTE);
    if (this.text.charCodeAt(start) === APOSTROPHE) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
    if (!inner.includes('\\')) return inner;
    return inner.replace(
      /\\(?:(["\\/bfnrt ])|u([0-9a-fA-F]{4})|[\s\S])/g,
      (_whole, simple: string | undefined, code: string | undefined) => {
        if (simple !== undefined) return escapes[simple]!;
        if (code === undefined) throw giveUp;
        return String.fromCharCode(Number.parseInt(code, 16));
      },
    );
  }

  private block(parent: number, folded: boolean): ScalarNode {
    const start = this.pos;
    const headEnd = this.lineEnd(start);
    const head = /^[|>]([-+]?)[ ]*(?: #.*)?$/.exec(this.text.slice(start, headEnd));
    if (head === null) throw giveUp;
    const lines: string[] = [];
    let end = headEnd;
    let filled = headEnd;
    let indent = -1;
    for (let lineStart = headEnd + 1; lineStart < this.text.length; ) {
      const at = this.skipSpaces(lineStart);
      const lineEnd = this.lineEnd(at);
      const blank = at === lineEnd;
      if (indent < 0 && !blank) indent = at - lineStart;
      if (indent < 0 ? at > lineStart : !blank && at - lineStart < indent && at - lineStart > parent) throw giveUp;
      if (!blank && at - lineStart < Math.max(indent, parent + 1)) break;
      lines.push(blank && (indent < 0 || at - lineStart <= indent) ? '' : this.text.slice(lineStart + indent, lineEnd));
      end = lineEnd;
      if (!blank) filled = lineEnd;
      lineStart = lineEnd + 1;
    }
    if (end < this.text.length) this.toContent(end + 1);
    else this.toContent(this.text.length);
    if (indent >= 0 && indent <= parent) throw giveUp;
    const value = join(lines, folded, head[1]!, this.text.charCodeAt(end) === LF);
    return scalar(value, start, Math.min((head[1] === '+' ? end : filled) + 1, this.text.length));
  }

  private flowLine(parent: number): Node {
    const node = this.flow();
    this.finishLine(this.pos, parent);
    return node;
  }

  private flow(): Node {
    if (++this.depth > this.maxDepth) throw giveUp;
    const code = this.text.charCodeAt(this.pos);
    let node: Node;
    if (code === OPEN_LIST) node = this.flowList();
    else if (code === OPEN_MAP) node = this.flowMap();
    else node = this.flowScalar();
    this.depth--;
    return node;
  }

  private skipFlow(): number {
    let code = this.text.charCodeAt(this.pos);
    while (code === SPACE || code === LF) code = this.text.charCodeAt(++this.pos);
    if (code === HASH || this.pos >= this.text.length) throw giveUp;
    return code;
  }

  private flowList(): ListNode {
    const start = this.pos++;
    const items: Node[] = [];
    while (this.skipFlow() !== CLOSE_LIST) {
      items.push(this.flow());
      const code = this.skipFlow();
      if (code === COMMA) this.pos++;
      else if (code !== CLOSE_LIST) throw giveUp;
    }
    return { kind: 'list', items, span: { start, end: ++this.pos } };
  }

  private flowMap(): MapNode {
    const start = this.pos++;
    const entries: Entry[] = [];
    while (this.skipFlow() !== CLOSE_MAP) {
      entries.push(this.flowEntry());
      const code = this.skipFlow();
      if (code === COMMA) this.pos++;
      else if (code !== CLOSE_MAP) throw giveUp;
    }
    return { kind: 'map', entries, span: { start, end: ++this.pos } };
  }

  private flowEntry(): Entry {
    const key = this.flowScalar();
    if (key.value === null || key.text === '<<') throw giveUp;
    if (this.skipFlow() !== COLON) throw giveUp;
    this.pos++;
    if (key.plain && !this.isSpaceOrEnd(this.pos)) throw giveUp;
    const code = this.skipFlow();
    if (code === COMMA || code === CLOSE_MAP) throw giveUp;
    return { key: key.text, keySpan: key.span, value: this.flow() };
  }

  private flowScalar(): ScalarNode {
    const { text, pos: start } = this;
    const first = text.charCodeAt(start);
    if (first === QUOTE || first === APOSTROPHE) {
      this.pos = this.quotedEnd(start);
      return scalar(this.unquote(start, this.pos), start, this.pos);
    }
    if (indicators.has(first) || first === COLON || (first === DASH && !/[\w.]/.test(text[start + 1] ?? ''))) throw giveUp;
    let at = start;
    while (at < text.length && !flowEnds.has(text.charCodeAt(at)) && !(text.charCodeAt(at) === COLON && this.flowColon(at))) at++;
    const end = this.trimEnd(start, at);
    if (text.slice(start, end).includes(' #')) throw giveUp;
    this.pos = at;
    if (text.charCodeAt(at) === LF && !flowStops.has(this.skipFlow())) throw giveUp;
    return plainScalar(text.slice(start, end), start, end, this.dialect);
  }

  private flowColon(at: number): boolean {
    const next = this.text.charCodeAt(at + 1);
    return next === SPACE || next === LF || flowEnds.has(next) || at + 1 >= this.text.length;
  }
}

const flowEnds = new Set([COMMA, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, LF]);
const flowStops = new Set([COMMA, CLOSE_LIST, CLOSE_MAP]);
const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', ' ': ' ' };

function endOf(items: readonly Node[], fallback: number): number {
  return items.at(-1)?.span.end ?? fallback;
}
