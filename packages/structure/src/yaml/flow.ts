/** Flow collections and quoted scalars of the fast path in `block.ts`. */
import { foldQuoted, giveUp, plainScalar, scalar } from './block-scalar.js';
import { APOSTROPHE, CLOSE_LIST, CLOSE_MAP, COLON, COMMA, DASH, HASH, LF, OPEN_LIST, OPEN_MAP, QUOTE, SPACE } from './characters.js';
import type { Entry, ListNode, MapNode, Node, ScalarNode } from './node.js';
import type { Dialect } from './scalar.js';

/** Characters with which a plain scalar cannot begin. */
export const indicators = new Set([...'&*!%@`|>?,[]{}"\'#'].map(character => character.charCodeAt(0)));

const flowEnds = new Set([COMMA, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, LF]);
const flowStops = new Set([COMMA, CLOSE_LIST, CLOSE_MAP]);
const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', ' ': ' ' };

/** The fast path within brackets and quotes. `block.ts` extends it to block collections. */
export class FlowReader {
  protected readonly text: string;
  protected readonly dialect: Dialect;
  protected readonly maxDepth: number;
  /** The position of the first unread character. Between values, it is at the first content of a line. */
  protected pos = 0;
  protected depth = 0;

  constructor(text: string, dialect: Dialect, maxDepth: number) {
    this.text = text;
    this.dialect = dialect;
    this.maxDepth = maxDepth;
  }

  protected lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end < 0 ? this.text.length : end;
  }

  protected isSpaceOrEnd(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === SPACE || code === LF || at >= this.text.length;
  }

  protected trimEnd(start: number, end: number): number {
    let at = end;
    while (at > start && this.text.charCodeAt(at - 1) === SPACE) at--;
    return at;
  }

  protected skipSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  /** The position after the closing quote. */
  protected quotedEnd(start: number): number {
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

  protected unquote(start: number, end: number): string {
    const inner = foldQuoted(this.text.slice(start + 1, end - 1), this.text.charCodeAt(start) === QUOTE);
    if (this.text.charCodeAt(start) === APOSTROPHE) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
    if (!inner.includes('\\')) return inner;
    return inner.replace(
      /\\(?:(["\\/bfnrt ])|u([0-9a-fA-F]{4})|[\s\S])/g,
      (_whole, simple: string | undefined, code: string | undefined) => {
        if (simple !== undefined) return escapes[simple]!;
        if (code === undefined) throw giveUp;
        const unit = Number.parseInt(code, 16);
        if (unit >= 0xd800 && unit <= 0xdfff) throw giveUp;
        return String.fromCharCode(unit);
      },
    );
  }

  /** Reads a flow collection, or a scalar or collection within one. */
  protected flow(): Node {
    if (++this.depth > this.maxDepth) throw giveUp;
    const code = this.text.charCodeAt(this.pos);
    let node: Node;
    if (code === OPEN_LIST) node = this.#flowList();
    else if (code === OPEN_MAP) node = this.#flowMap();
    else node = this.#flowScalar();
    this.depth--;
    return node;
  }

  #skipFlow(): number {
    let code = this.text.charCodeAt(this.pos);
    while (code === SPACE || code === LF) code = this.text.charCodeAt(++this.pos);
    if (code === HASH || this.pos >= this.text.length) throw giveUp;
    return code;
  }

  #flowList(): ListNode {
    const start = this.pos++;
    const items: Node[] = [];
    while (this.#skipFlow() !== CLOSE_LIST) {
      items.push(this.flow());
      const code = this.#skipFlow();
      if (code === COMMA) this.pos++;
      else if (code !== CLOSE_LIST) throw giveUp;
    }
    return { kind: 'list', items, span: { start, end: ++this.pos } };
  }

  #flowMap(): MapNode {
    const start = this.pos++;
    const entries: Entry[] = [];
    while (this.#skipFlow() !== CLOSE_MAP) {
      entries.push(this.#flowEntry());
      const code = this.#skipFlow();
      if (code === COMMA) this.pos++;
      else if (code !== CLOSE_MAP) throw giveUp;
    }
    return { kind: 'map', entries, span: { start, end: ++this.pos } };
  }

  #flowEntry(): Entry {
    const key = this.#flowScalar();
    if (key.value === null || key.text === '<<') throw giveUp;
    if (this.#skipFlow() !== COLON) throw giveUp;
    this.pos++;
    if (key.plain && !this.isSpaceOrEnd(this.pos)) throw giveUp;
    const code = this.#skipFlow();
    if (code === COMMA || code === CLOSE_MAP) throw giveUp;
    return { key: key.text, keySpan: key.span, value: this.flow() };
  }

  #flowScalar(): ScalarNode {
    const { text, pos: start } = this;
    const first = text.charCodeAt(start);
    if (first === QUOTE || first === APOSTROPHE) {
      this.pos = this.quotedEnd(start);
      return scalar(this.unquote(start, this.pos), start, this.pos);
    }
    if (indicators.has(first) || first === COLON || (first === DASH && !/[\w.]/.test(text[start + 1] ?? ''))) throw giveUp;
    let at = start;
    while (at < text.length && !flowEnds.has(text.charCodeAt(at)) && !(text.charCodeAt(at) === COLON && this.#flowColon(at))) at++;
    const end = this.trimEnd(start, at);
    if (text.slice(start, end).includes(' #')) throw giveUp;
    this.pos = at;
    if (text.charCodeAt(at) === LF && !flowStops.has(this.#skipFlow())) throw giveUp;
    return plainScalar(text.slice(start, end), start, end, this.dialect);
  }

  #flowColon(at: number): boolean {
    const next = this.text.charCodeAt(at + 1);
    return next === SPACE || next === LF || flowEnds.has(next) || at + 1 >= this.text.length;
  }
}
