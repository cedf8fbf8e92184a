/**
 * Fast path of `parseYaml` (docs/adr/0056-fast-paths.md). It reads YAML as programs write it: block mappings and lists, scalars of every
 * style on one line, plain scalars over several lines, literal and folded blocks, and small flow collections. For anything else (anchors,
 * tags, directives, tabs, carriage returns, possible errors) it returns undefined, and the complete parser reads the text and reports
 * the errors. The nodes that it returns are equal to those of the complete parser.
 */
import { giveUp, join, nullAt, plainScalar, scalar } from './block-scalar.js';
import { APOSTROPHE, COLON, DASH, GREATER, HASH, LF, OPEN_LIST, OPEN_MAP, PIPE, QUOTE, SPACE } from './characters.js';
import { endOfLine, endOfQuoted, type FlowReader, indicators, isSpaceOrEnd, readFlow, skipSpaces, trimEnd, unquoted } from './flow.js';
import type { Entry, ListNode, MapNode, Node, ScalarNode } from './node.js';
import type { YamlDialect } from './scalar.js';

/** A text with one of these characters anywhere is left to the complete parser. */
const uncommon = /[\u0000-\u0009\u000b-\u001f\u007f\u0085\u2028\u2029\ufeff\ufffe\uffff]/;

/** An implicit key ends at most this many characters before its colon (YAML 1.2.2, section 8.2.2). The complete parser reports longer ones. */
const maxImplicitKey = 1024;

/** Reads the documents of a text. Returns undefined if the complete parser must read the text. */
export function readBlockYaml(text: string, dialect: YamlDialect, maxDepth: number): Node[] | undefined {
  if (uncommon.test(text)) return undefined;
  try {
    return readDocuments({ text, dialect, maxDepth, pos: 0, depth: 0, indent: -1 });
  } catch (error) {
    if (error === giveUp) return undefined;
    throw error;
  }
}

interface BlockReader extends FlowReader {
  /** Column of `pos`, or -1 at the end of a document. */
  indent: number;
}

function readDocuments(reader: BlockReader): Node[] {
  const found: Node[] = [];
  let lineStart = 0;
  let explicit = false;
  let afterMark = 0;
  for (;;) {
    toContent(reader, lineStart);
    if (reader.indent >= 0) {
      found.push(readNode(reader, -1));
      if (reader.indent >= 0) throw giveUp;
    } else if (explicit) found.push(nullAt(afterMark));
    explicit = false;
    if (reader.pos >= reader.text.length) return found;
    afterMark = skipSpaces(reader, reader.pos + 3);
    lineStart = readSeparator(reader);
    explicit = true;
  }
}

/** Skips a `---` line and returns the position after it. */
function readSeparator(reader: BlockReader): number {
  if (!reader.text.startsWith('---', reader.pos)) throw giveUp;
  const end = endOfLine(reader, reader.pos);
  if (!/^---[ ]*(?: #.*)?$/.test(reader.text.slice(reader.pos, end))) throw giveUp;
  return end + 1;
}

/** Moves to the first content at or after the start of a line. Sets `indent` to -1 if the document ends there. */
function toContent(reader: BlockReader, lineStart: number): void {
  const { text } = reader;
  let start = lineStart;
  while (start < text.length) {
    let at = start;
    while (text.charCodeAt(at) === SPACE) at++;
    const code = text.charCodeAt(at);
    if (code === LF) start = at + 1;
    else if (code === HASH) start = endOfLine(reader, at) + 1;
    else if (at < text.length) {
      reader.pos = at;
      reader.indent = at === start && isBoundary(reader, at) ? -1 : at - start;
      return;
    } else start = at;
  }
  reader.pos = text.length;
  reader.indent = -1;
}

function isBoundary(reader: BlockReader, at: number): boolean {
  return reader.text.startsWith('---', at) || reader.text.startsWith('...', at);
}

/** Reads the block that starts here; `parent` is the column of its parent. */
function readNode(reader: BlockReader, parent: number): Node {
  if (++reader.depth > reader.maxDepth) throw giveUp;
  const code = reader.text.charCodeAt(reader.pos);
  const node = code === DASH && isSpaceOrEnd(reader, reader.pos + 1) ? readList(reader, reader.indent) : readMapOrScalar(reader, parent);
  reader.depth--;
  return node;
}

function readList(reader: BlockReader, indent: number): ListNode {
  const start = reader.pos;
  const items: Node[] = [];
  while (reader.indent === indent && reader.text.charCodeAt(reader.pos) === DASH && isSpaceOrEnd(reader, reader.pos + 1))
    items.push(readItem(reader, indent));
  if (reader.indent > indent) throw giveUp;
  return { kind: 'list', items, span: { start, end: endOf(items, start + 1) } };
}

function readItem(reader: BlockReader, indent: number): Node {
  const dash = reader.pos;
  let at = dash + 1;
  while (reader.text.charCodeAt(at) === SPACE) at++;
  const code = reader.text.charCodeAt(at);
  if (code !== LF && at < reader.text.length && code !== HASH) {
    reader.pos = at;
    reader.indent = indent + (at - dash);
    return readNode(reader, indent);
  }
  toContent(reader, endOfLine(reader, at) + 1);
  return reader.indent > indent ? readNode(reader, indent) : nullAt(at);
}

function readMapOrScalar(reader: BlockReader, parent: number): Node {
  const keyEnd = endOfKey(reader);
  return keyEnd < 0 ? readValue(reader, parent) : readMap(reader, reader.indent, keyEnd);
}

/** The position of the colon after the key that starts here; -1 if this line has no key. */
function endOfKey(reader: BlockReader): number {
  const { text } = reader;
  const first = text.charCodeAt(reader.pos);
  if (first === QUOTE || first === APOSTROPHE) return endOfQuotedKey(reader);
  if (indicators.has(first)) return -1;
  for (let at = reader.pos; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF) return -1;
    if (code === COLON && isSpaceOrEnd(reader, at + 1)) return at;
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) throw giveUp;
  }
  return -1;
}

function endOfQuotedKey(reader: BlockReader): number {
  const end = endOfQuoted(reader, reader.pos);
  if (reader.text.charCodeAt(end) !== COLON || !isSpaceOrEnd(reader, end + 1)) return -1;
  if (endOfLine(reader, reader.pos) < end) throw giveUp;
  return end;
}

function readMap(reader: BlockReader, indent: number, firstKeyEnd: number): MapNode {
  const entries: Entry[] = [];
  const start = reader.pos;
  let keyEnd = firstKeyEnd;
  while (reader.indent === indent) {
    if (entries.length > 0) keyEnd = endOfKey(reader);
    if (keyEnd < 0) throw giveUp;
    entries.push(readEntry(reader, indent, keyEnd));
  }
  if (reader.indent > indent) throw giveUp;
  return { kind: 'map', entries, span: { start, end: entries.at(-1)!.value.span.end } };
}

function readEntry(reader: BlockReader, indent: number, keyEnd: number): Entry {
  const start = reader.pos;
  const first = reader.text.charCodeAt(start);
  if (first === DASH && isSpaceOrEnd(reader, start + 1)) throw giveUp;
  if (keyEnd - start > maxImplicitKey) throw giveUp;
  const quoted = first === QUOTE || first === APOSTROPHE;
  const end = quoted ? keyEnd : trimEnd(reader, start, keyEnd);
  const key = quoted ? unquoted(reader, start, end) : reader.text.slice(start, end);
  if (!quoted && (key === '' || key === '~' || key === '<<' || (key.length === 4 && /^null$/i.test(key)))) throw giveUp;
  reader.pos = skipSpaces(reader, keyEnd + 1);
  return { key, keySpan: { start, end }, value: readMapValue(reader, indent) };
}

function readMapValue(reader: BlockReader, indent: number): Node {
  const at = reader.pos;
  const code = reader.text.charCodeAt(at);
  if (at < reader.text.length && code !== LF && code !== HASH) return readValue(reader, indent);
  toContent(reader, endOfLine(reader, at) + 1);
  if (reader.indent > indent) return readNode(reader, indent);
  const isList = reader.indent === indent && reader.text.charCodeAt(reader.pos) === DASH && isSpaceOrEnd(reader, reader.pos + 1);
  return isList ? readNode(reader, indent - 1) : nullAt(at);
}

/** Reads the scalar or flow collection that starts here, and moves to the next content. */
function readValue(reader: BlockReader, parent: number): Node {
  const code = reader.text.charCodeAt(reader.pos);
  if (code === PIPE || code === GREATER) return readBlock(reader, parent, code === GREATER);
  if (code === OPEN_LIST || code === OPEN_MAP) return readFlowLine(reader, parent);
  if (code === QUOTE || code === APOSTROPHE) {
    const start = reader.pos;
    const end = endOfQuoted(reader, start);
    checkIndent(reader, start, end, parent);
    finishLine(reader, end, parent);
    return scalar(unquoted(reader, start, end), start, end);
  }
  if (indicators.has(code) || ((code === DASH || code === COLON) && isSpaceOrEnd(reader, reader.pos + 1))) throw giveUp;
  return readPlain(reader, parent);
}

function readPlain(reader: BlockReader, parent: number): ScalarNode {
  const start = reader.pos;
  let end = endOfPlain(reader, start);
  let value = reader.text.slice(start, end);
  const commented = reader.text.charCodeAt(skipSpaces(reader, end)) === HASH;
  const lineEnd = endOfLine(reader, end);
  toContent(reader, lineEnd + 1);
  while (reader.indent > parent && reader.indent >= 0 && reader.pos < reader.text.length) {
    if (commented) throw giveUp;
    const gap = reader.text.slice(end, reader.pos);
    if (gap.includes('#')) throw giveUp;
    const breaks = gap.split('\n').length - 1;
    const from = reader.pos;
    const first = reader.text.charCodeAt(from);
    end = endOfPlain(reader, from);
    if (first === HASH || reader.text.charCodeAt(skipSpaces(reader, end)) === HASH) throw giveUp;
    value += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + reader.text.slice(from, end);
    toContent(reader, endOfLine(reader, end) + 1);
  }
  return plainScalar(value, start, end, reader.dialect);
}

/** The end of the part of a plain scalar on this line. */
function endOfPlain(reader: BlockReader, start: number): number {
  const { text } = reader;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === HASH && text.charCodeAt(at - 1) === SPACE)) break;
    if (code === COLON && isSpaceOrEnd(reader, at + 1)) throw giveUp;
  }
  return trimEnd(reader, start, at);
}

/** Only spaces and a comment may follow a value on its line. */
function finishLine(reader: BlockReader, end: number, parent: number): void {
  const at = skipSpaces(reader, end);
  const code = reader.text.charCodeAt(at);
  if (at < reader.text.length && code !== LF && (code !== HASH || at === end)) throw giveUp;
  toContent(reader, endOfLine(reader, at) + 1);
  if (reader.indent > parent && reader.indent >= 0) throw giveUp;
}

/** Further lines of a scalar must be indented more than its parent. */
function checkIndent(reader: BlockReader, start: number, end: number, parent: number): void {
  for (let lineEnd = endOfLine(reader, start); lineEnd < end; lineEnd = endOfLine(reader, lineEnd + 1)) {
    const at = skipSpaces(reader, lineEnd + 1);
    const code = reader.text.charCodeAt(at);
    if (code !== LF && (at - lineEnd - 1 <= parent || (at === lineEnd + 1 && isBoundary(reader, at)))) throw giveUp;
  }
}

/** Like `checkIndent`, but the closing bracket may be at the column of the key. */
function checkFlowIndent(reader: BlockReader, start: number, close: number, parent: number): void {
  const isLast = skipSpaces(reader, reader.text.lastIndexOf('\n', close) + 1) === close;
  const column = close - reader.text.lastIndexOf('\n', close) - 1;
  checkIndent(reader, start, isLast && column === parent ? reader.text.lastIndexOf('\n', close) : close, parent);
}

/** The position of the first character of a line of a block scalar. A document marker at the root is left to the complete parser. */
function blockLine(reader: BlockReader, lineStart: number, parent: number): number {
  const at = skipSpaces(reader, lineStart);
  if (at === lineStart && parent < 0 && isBoundary(reader, at)) throw giveUp;
  return at;
}

function readBlock(reader: BlockReader, parent: number, folded: boolean): ScalarNode {
  const start = reader.pos;
  const headEnd = endOfLine(reader, start);
  const head = /^[|>]([-+]?)[ ]*(?: #.*)?$/.exec(reader.text.slice(start, headEnd));
  if (head === null) throw giveUp;
  const lines: string[] = [];
  let end = headEnd;
  let filled = headEnd;
  let indent = -1;
  for (let lineStart = headEnd + 1; lineStart < reader.text.length; ) {
    const at = blockLine(reader, lineStart, parent);
    const lineEnd = endOfLine(reader, at);
    const blank = at === lineEnd;
    if (indent < 0 && !blank) indent = at - lineStart;
    if (indent < 0 ? at > lineStart : !blank && at - lineStart < indent && at - lineStart > parent) throw giveUp;
    if (!blank && at - lineStart < Math.max(indent, parent + 1)) break;
    lines.push(blank && (indent < 0 || at - lineStart <= indent) ? '' : reader.text.slice(lineStart + indent, lineEnd));
    end = lineEnd;
    if (!blank || (indent >= 0 && at - lineStart > indent)) filled = lineEnd;
    lineStart = lineEnd + 1;
  }
  if (end < reader.text.length) toContent(reader, end + 1);
  else toContent(reader, reader.text.length);
  if (indent < 0 ? lines.length > 0 : indent <= parent) throw giveUp;
  const value = join(lines, folded, head[1]!, reader.text.charCodeAt(end) === LF || reader.dialect === 'core');
  return scalar(value, start, Math.min((head[1] === '+' ? end : filled) + 1, reader.text.length));
}

function readFlowLine(reader: BlockReader, parent: number): Node {
  const start = reader.pos;
  const node = readFlow(reader);
  checkFlowIndent(reader, start, reader.pos - 1, parent);
  finishLine(reader, reader.pos, parent);
  return node;
}

function endOf(items: readonly Node[], fallback: number): number {
  return items.at(-1)?.span.end ?? fallback;
}
