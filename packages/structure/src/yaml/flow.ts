/** Flow collections and quoted scalars of the fast path in `block.ts`. */
import { foldQuoted, giveUp, plainScalar, scalar } from './block-scalar.js';
import { APOSTROPHE, CLOSE_LIST, CLOSE_MAP, COLON, COMMA, DASH, HASH, LF, OPEN_LIST, OPEN_MAP, QUOTE, SPACE } from './characters.js';
import type { Entry, ListNode, MapNode, Node, ScalarNode } from './node.js';
import type { YamlDialect } from './scalar.js';

/** Characters with which a plain scalar cannot begin. */
export const indicators = new Set([...'&*!%@`|>?,[]{}"\'#'].map(character => character.charCodeAt(0)));

const flowEnds = new Set([COMMA, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, LF]);
const flowStops = new Set([COMMA, CLOSE_LIST, CLOSE_MAP]);
const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', ' ': ' ' };

/** The text that the fast path reads, and where it is in it. */
export interface FlowReader {
  readonly text: string;
  readonly dialect: YamlDialect;
  readonly maxDepth: number;
  /** The position of the first unread character. Between values, it is at the first content of a line. */
  pos: number;
  depth: number;
}

export function endOfLine(reader: FlowReader, from: number): number {
  const end = reader.text.indexOf('\n', from);
  return end < 0 ? reader.text.length : end;
}

export function isSpaceOrEnd(reader: FlowReader, at: number): boolean {
  const code = reader.text.charCodeAt(at);
  return code === SPACE || code === LF || at >= reader.text.length;
}

export function trimEnd(reader: FlowReader, start: number, end: number): number {
  let at = end;
  while (at > start && reader.text.charCodeAt(at - 1) === SPACE) at--;
  return at;
}

export function skipSpaces(reader: FlowReader, from: number): number {
  let at = from;
  while (reader.text.charCodeAt(at) === SPACE) at++;
  return at;
}

/** The position after the closing quote. */
export function endOfQuoted(reader: FlowReader, start: number): number {
  const { text } = reader;
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

export function unquoted(reader: FlowReader, start: number, end: number): string {
  const inner = foldQuoted(reader.text.slice(start + 1, end - 1), reader.text.charCodeAt(start) === QUOTE);
  if (reader.text.charCodeAt(start) === APOSTROPHE) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
  if (!inner.includes('\\')) return inner;
  return inner.replace(/\\(?:(["\\/bfnrt ])|u([0-9a-fA-F]{4})|[\s\S])/g, (_whole, simple: string | undefined, code: string | undefined) => {
    if (simple !== undefined) return escapes[simple]!;
    if (code === undefined) throw giveUp;
    const unit = Number.parseInt(code, 16);
    if (unit >= 0xd800 && unit <= 0xdfff) throw giveUp;
    return String.fromCharCode(unit);
  });
}

/** Reads a flow collection, or a scalar or collection within one. */
export function readFlow(reader: FlowReader): Node {
  if (++reader.depth > reader.maxDepth) throw giveUp;
  const code = reader.text.charCodeAt(reader.pos);
  let node: Node;
  if (code === OPEN_LIST) node = readFlowList(reader);
  else if (code === OPEN_MAP) node = readFlowMap(reader);
  else node = readFlowScalar(reader);
  reader.depth--;
  return node;
}

function skipFlow(reader: FlowReader): number {
  let code = reader.text.charCodeAt(reader.pos);
  while (code === SPACE || code === LF) code = reader.text.charCodeAt(++reader.pos);
  if (code === HASH || reader.pos >= reader.text.length) throw giveUp;
  return code;
}

function readFlowList(reader: FlowReader): ListNode {
  const start = reader.pos++;
  const items: Node[] = [];
  while (skipFlow(reader) !== CLOSE_LIST) {
    items.push(readFlow(reader));
    const code = skipFlow(reader);
    if (code === COMMA) reader.pos++;
    else if (code !== CLOSE_LIST) throw giveUp;
  }
  return { kind: 'list', items, span: { start, end: ++reader.pos } };
}

function readFlowMap(reader: FlowReader): MapNode {
  const start = reader.pos++;
  const entries: Entry[] = [];
  while (skipFlow(reader) !== CLOSE_MAP) {
    entries.push(readFlowEntry(reader));
    const code = skipFlow(reader);
    if (code === COMMA) reader.pos++;
    else if (code !== CLOSE_MAP) throw giveUp;
  }
  return { kind: 'map', entries, span: { start, end: ++reader.pos } };
}

function readFlowEntry(reader: FlowReader): Entry {
  const key = readFlowScalar(reader);
  if (key.value === null || key.text === '<<') throw giveUp;
  if (skipFlow(reader) !== COLON) throw giveUp;
  reader.pos++;
  if (key.plain && !isSpaceOrEnd(reader, reader.pos)) throw giveUp;
  const code = skipFlow(reader);
  if (code === COMMA || code === CLOSE_MAP) throw giveUp;
  return { key: key.text, keySpan: key.span, value: readFlow(reader) };
}

function readFlowScalar(reader: FlowReader): ScalarNode {
  const { text, pos: start } = reader;
  const first = text.charCodeAt(start);
  if (first === QUOTE || first === APOSTROPHE) {
    reader.pos = endOfQuoted(reader, start);
    return scalar(unquoted(reader, start, reader.pos), start, reader.pos);
  }
  if (indicators.has(first) || first === COLON || (first === DASH && !/[\w.-]/.test(text[start + 1] ?? ''))) throw giveUp;
  let at = start;
  while (at < text.length && !flowEnds.has(text.charCodeAt(at)) && !(text.charCodeAt(at) === COLON && isFlowColon(reader, at))) at++;
  const end = trimEnd(reader, start, at);
  if (text.slice(start, end).includes(' #')) throw giveUp;
  reader.pos = at;
  if (text.charCodeAt(at) === LF && !flowStops.has(skipFlow(reader))) throw giveUp;
  return plainScalar(text.slice(start, end), start, end, reader.dialect);
}

function isFlowColon(reader: FlowReader, at: number): boolean {
  const next = reader.text.charCodeAt(at + 1);
  return next === SPACE || next === LF || flowEnds.has(next) || at + 1 >= reader.text.length;
}
