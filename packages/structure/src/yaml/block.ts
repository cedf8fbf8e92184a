/**
 * Fast path of `parseYaml` (docs/adr/0056-fast-paths.md). It reads YAML as programs write it: block mappings and lists, scalars of every
 * style on one line, plain scalars over several lines, literal and folded blocks, and small flow collections. For anything else (anchors,
 * tags, directives, tabs, carriage returns, possible errors) it returns undefined, and the complete parser reads the text and reports
 * the errors. The nodes that it returns are equal to those of the complete parser.
 */
import { giveUp, join, nullAt, plainScalar, scalar } from './block-scalar.js';
import { APOSTROPHE, COLON, DASH, GREATER, HASH, LF, OPEN_LIST, OPEN_MAP, PIPE, QUOTE, SPACE } from './characters.js';
import { FlowReader, indicators } from './flow.js';
import type { Entry, ListNode, MapNode, Node, ScalarNode } from './node.js';
import type { Dialect } from './scalar.js';

/** A text with one of these characters anywhere is left to the complete parser. */
const uncommon = /[\u0000-\u0009\u000b-\u001f\u007f\u0085\u2028\u2029\ufeff\ufffe\uffff]/;

/** Reads the documents of a text. Returns undefined if the complete parser must read the text. */
export function readBlockYaml(text: string, dialect: Dialect, maxDepth: number): Node[] | undefined {
  if (uncommon.test(text)) return undefined;
  try {
    return new BlockReader(text, dialect, maxDepth).documents();
  } catch (error) {
    if (error === giveUp) return undefined;
    throw error;
  }
}

class BlockReader extends FlowReader {
  /** Column of `pos`, or -1 at the end of a document. */
  #indent = -1;

  documents(): Node[] {
    const found: Node[] = [];
    let lineStart = 0;
    let explicit = false;
    let afterMark = 0;
    for (;;) {
      this.#toContent(lineStart);
      if (this.#indent >= 0) {
        found.push(this.#node(-1));
        if (this.#indent >= 0) throw giveUp;
      } else if (explicit) found.push(nullAt(afterMark));
      explicit = false;
      if (this.pos >= this.text.length) return found;
      afterMark = this.skipSpaces(this.pos + 3);
      lineStart = this.#separator();
      explicit = true;
    }
  }

  /** Skips a `---` line and returns the position after it. */
  #separator(): number {
    if (!this.text.startsWith('---', this.pos)) throw giveUp;
    const end = this.lineEnd(this.pos);
    if (!/^---[ ]*(?: #.*)?$/.test(this.text.slice(this.pos, end))) throw giveUp;
    return end + 1;
  }

  /** Moves to the first content at or after the start of a line. Sets `indent` to -1 if the document ends there. */
  #toContent(lineStart: number): void {
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
        this.#indent = at === start && this.#isBoundary(at) ? -1 : at - start;
        return;
      } else start = at;
    }
    this.pos = text.length;
    this.#indent = -1;
  }

  #isBoundary(at: number): boolean {
    return this.text.startsWith('---', at) || this.text.startsWith('...', at);
  }

  /** Reads the block that starts here; `parent` is the column of its parent. */
  #node(parent: number): Node {
    if (++this.depth > this.maxDepth) throw giveUp;
    const code = this.text.charCodeAt(this.pos);
    const node = code === DASH && this.isSpaceOrEnd(this.pos + 1) ? this.#list(this.#indent) : this.#mapOrScalar(parent);
    this.depth--;
    return node;
  }

  #list(indent: number): ListNode {
    const start = this.pos;
    const items: Node[] = [];
    while (this.#indent === indent && this.text.charCodeAt(this.pos) === DASH && this.isSpaceOrEnd(this.pos + 1))
      items.push(this.#item(indent));
    if (this.#indent > indent) throw giveUp;
    return { kind: 'list', items, span: { start, end: endOf(items, start + 1) } };
  }

  #item(indent: number): Node {
    const dash = this.pos;
    let at = dash + 1;
    while (this.text.charCodeAt(at) === SPACE) at++;
    const code = this.text.charCodeAt(at);
    if (code !== LF && at < this.text.length && code !== HASH) {
      this.pos = at;
      this.#indent = indent + (at - dash);
      return this.#node(indent);
    }
    this.#toContent(this.lineEnd(at) + 1);
    return this.#indent > indent ? this.#node(indent) : nullAt(at);
  }

  #mapOrScalar(parent: number): Node {
    const keyEnd = this.#keyEnd();
    return keyEnd < 0 ? this.#value(parent) : this.#map(this.#indent, keyEnd);
  }

  /** The position of the colon after the key that starts here; -1 if this line has no key. */
  #keyEnd(): number {
    const { text } = this;
    const first = text.charCodeAt(this.pos);
    if (first === QUOTE || first === APOSTROPHE) return this.#quotedKeyEnd();
    if (indicators.has(first)) return -1;
    for (let at = this.pos; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) return -1;
      if (code === COLON && this.isSpaceOrEnd(at + 1)) return at;
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) throw giveUp;
    }
    return -1;
  }

  #quotedKeyEnd(): number {
    const end = this.quotedEnd(this.pos);
    if (this.text.charCodeAt(end) !== COLON || !this.isSpaceOrEnd(end + 1)) return -1;
    if (this.lineEnd(this.pos) < end) throw giveUp;
    return end;
  }

  #map(indent: number, firstKeyEnd: number): MapNode {
    const entries: Entry[] = [];
    const start = this.pos;
    let keyEnd = firstKeyEnd;
    while (this.#indent === indent) {
      if (entries.length > 0) keyEnd = this.#keyEnd();
      if (keyEnd < 0) throw giveUp;
      entries.push(this.#entry(indent, keyEnd));
    }
    if (this.#indent > indent) throw giveUp;
    return { kind: 'map', entries, span: { start, end: entries.at(-1)!.value.span.end } };
  }

  #entry(indent: number, keyEnd: number): Entry {
    const start = this.pos;
    const first = this.text.charCodeAt(start);
    if (first === DASH && this.isSpaceOrEnd(start + 1)) throw giveUp;
    const quoted = first === QUOTE || first === APOSTROPHE;
    const end = quoted ? keyEnd : this.trimEnd(start, keyEnd);
    const key = quoted ? this.unquote(start, end) : this.text.slice(start, end);
    if (!quoted && (key === '' || key === '~' || key === '<<' || (key.length === 4 && /^null$/i.test(key)))) throw giveUp;
    this.pos = this.skipSpaces(keyEnd + 1);
    return { key, keySpan: { start, end }, value: this.#mapValue(indent) };
  }

  #mapValue(indent: number): Node {
    const at = this.pos;
    const code = this.text.charCodeAt(at);
    if (at < this.text.length && code !== LF && code !== HASH) return this.#value(indent);
    this.#toContent(this.lineEnd(at) + 1);
    if (this.#indent > indent) return this.#node(indent);
    const isList = this.#indent === indent && this.text.charCodeAt(this.pos) === DASH && this.isSpaceOrEnd(this.pos + 1);
    return isList ? this.#node(indent - 1) : nullAt(at);
  }

  /** Reads the scalar or flow collection that starts here, and moves to the next content. */
  #value(parent: number): Node {
    const code = this.text.charCodeAt(this.pos);
    if (code === PIPE || code === GREATER) return this.#block(parent, code === GREATER);
    if (code === OPEN_LIST || code === OPEN_MAP) return this.#flowLine(parent);
    if (code === QUOTE || code === APOSTROPHE) {
      const start = this.pos;
      const end = this.quotedEnd(start);
      this.#checkIndent(start, end, parent);
      this.#finishLine(end, parent);
      return scalar(this.unquote(start, end), start, end);
    }
    if (indicators.has(code) || ((code === DASH || code === COLON) && this.isSpaceOrEnd(this.pos + 1))) throw giveUp;
    return this.#plain(parent);
  }

  #plain(parent: number): ScalarNode {
    const start = this.pos;
    let end = this.#plainEnd(start);
    let value = this.text.slice(start, end);
    const commented = this.text.charCodeAt(this.skipSpaces(end)) === HASH;
    const lineEnd = this.lineEnd(end);
    this.#toContent(lineEnd + 1);
    while (this.#indent > parent && this.#indent >= 0 && this.pos < this.text.length) {
      if (commented) throw giveUp;
      const gap = this.text.slice(end, this.pos);
      if (gap.includes('#')) throw giveUp;
      const breaks = gap.split('\n').length - 1;
      const from = this.pos;
      const first = this.text.charCodeAt(from);
      end = this.#plainEnd(from);
      if (first === HASH || this.text.charCodeAt(this.skipSpaces(end)) === HASH) throw giveUp;
      value += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + this.text.slice(from, end);
      this.#toContent(this.lineEnd(end) + 1);
    }
    return plainScalar(value, start, end, this.dialect);
  }

  /** The end of the part of a plain scalar on this line. */
  #plainEnd(start: number): number {
    const { text } = this;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF || (code === HASH && text.charCodeAt(at - 1) === SPACE)) break;
      if (code === COLON && this.isSpaceOrEnd(at + 1)) throw giveUp;
    }
    return this.trimEnd(start, at);
  }

  /** Only spaces and a comment may follow a value on its line. */
  #finishLine(end: number, parent: number): void {
    const at = this.skipSpaces(end);
    const code = this.text.charCodeAt(at);
    if (at < this.text.length && code !== LF && (code !== HASH || at === end)) throw giveUp;
    this.#toContent(this.lineEnd(at) + 1);
    if (this.#indent > parent && this.#indent >= 0) throw giveUp;
  }

  /** Further lines of a scalar must be indented more than its parent. */
  #checkIndent(start: number, end: number, parent: number): void {
    for (let lineEnd = this.lineEnd(start); lineEnd < end; lineEnd = this.lineEnd(lineEnd + 1)) {
      const at = this.skipSpaces(lineEnd + 1);
      const code = this.text.charCodeAt(at);
      if (code !== LF && (at - lineEnd - 1 <= parent || (at === lineEnd + 1 && this.#isBoundary(at)))) throw giveUp;
    }
  }

  /** Like `checkIndent`, but the closing bracket may be at the column of the key. */
  #checkFlowIndent(start: number, close: number, parent: number): void {
    const isLast = this.skipSpaces(this.text.lastIndexOf('\n', close) + 1) === close;
    const column = close - this.text.lastIndexOf('\n', close) - 1;
    this.#checkIndent(start, isLast && column === parent ? this.text.lastIndexOf('\n', close) : close, parent);
  }

  /** The position of the first character of a line of a block scalar. A document marker at the root is left to the complete parser. */
  #blockLine(lineStart: number, parent: number): number {
    const at = this.skipSpaces(lineStart);
    if (at === lineStart && parent < 0 && this.#isBoundary(at)) throw giveUp;
    return at;
  }

  #block(parent: number, folded: boolean): ScalarNode {
    const start = this.pos;
    const headEnd = this.lineEnd(start);
    const head = /^[|>]([-+]?)[ ]*(?: #.*)?$/.exec(this.text.slice(start, headEnd));
    if (head === null) throw giveUp;
    const lines: string[] = [];
    let end = headEnd;
    let filled = headEnd;
    let indent = -1;
    for (let lineStart = headEnd + 1; lineStart < this.text.length; ) {
      const at = this.#blockLine(lineStart, parent);
      const lineEnd = this.lineEnd(at);
      const blank = at === lineEnd;
      if (indent < 0 && !blank) indent = at - lineStart;
      if (indent < 0 ? at > lineStart : !blank && at - lineStart < indent && at - lineStart > parent) throw giveUp;
      if (!blank && at - lineStart < Math.max(indent, parent + 1)) break;
      lines.push(blank && (indent < 0 || at - lineStart <= indent) ? '' : this.text.slice(lineStart + indent, lineEnd));
      end = lineEnd;
      if (!blank || (indent >= 0 && at - lineStart > indent)) filled = lineEnd;
      lineStart = lineEnd + 1;
    }
    if (end < this.text.length) this.#toContent(end + 1);
    else this.#toContent(this.text.length);
    if (indent < 0 ? lines.length > 0 : indent <= parent) throw giveUp;
    const value = join(lines, folded, head[1]!, this.text.charCodeAt(end) === LF || this.dialect === 'core');
    return scalar(value, start, Math.min((head[1] === '+' ? end : filled) + 1, this.text.length));
  }

  #flowLine(parent: number): Node {
    const start = this.pos;
    const node = this.flow();
    this.#checkFlowIndent(start, this.pos - 1, parent);
    this.#finishLine(this.pos, parent);
    return node;
  }
}

function endOf(items: readonly Node[], fallback: number): number {
  return items.at(-1)?.span.end ?? fallback;
}
