/**
 * Where the cursor stands in a document that may be broken: the path of the mapping or value there. YAML is told by its indentation, JSON
 * by the tolerant scanner of jsonc-parser. The reader of nodes (`parseYaml`) gives nothing for a text that is broken.
 */
import type { Path } from '@mcpgw/diagnostics';
import { getLocation } from 'jsonc-parser';

export interface EditorCursor {
  /** The path of the mapping for a key, of the value itself for a value. */
  readonly path: Path;
  readonly at: 'key' | 'value';
  /** What is written of the key or value, from its start to the cursor. */
  readonly written: string;
  /** Where the key or value begins, as an offset. */
  readonly start: number;
  /** The column of the keys of the mapping, for what is written below a key. */
  readonly column: number;
  /** Keys that the mapping has already. */
  readonly keys: ReadonlySet<string>;
  /** Where the document of the stream begins and ends, as offsets. */
  readonly document: { readonly start: number; readonly end: number };
}

/** Lines that are looked at above and below the cursor. */
const maxLines = 20_000;

interface Line {
  readonly dashes: readonly number[];
  /** The column of the content. */
  readonly column: number;
  readonly key: string | undefined;
  /** What follows the colon. */
  readonly value: string;
  readonly content: string;
}

const keyForm = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'#&*!|>%@`{}[\],:][^#:]*?|[^\s"'#&*!|>%@`{}[\],:]))\s*:(?=\s|$)\s*(.*)$/;

function lineOf(text: string): Line {
  let column = /^ */.exec(text)![0].length;
  const dashes: number[] = [];
  while (/^-(?:\s|$)/.test(text.slice(column))) {
    dashes.push(column);
    column += 1 + /^ */.exec(text.slice(column + 1))![0].length;
  }
  const content = text.slice(column);
  const match = keyForm.exec(content);
  return { dashes, column, key: match ? (match[1] ?? match[2] ?? match[3]) : undefined, value: match?.[4] ?? '', content };
}

const isBlank = (text: string): boolean => /^\s*(?:#.*)?$/.test(text);
const isDocumentStart = (text: string): boolean => /^---(?:\s|$)/.test(text);
/** A block scalar begins behind a key or a dash. */
const opensScalar = (text: string): boolean => /(?:^|:\s+|-\s+)[|>][+-]?\d?[+-]?\s*(?:#.*)?$/.test(text);

/** The cursor in YAML; undefined where nothing can be completed, such as in a comment or a block scalar. */
export function yamlCursor(text: string, offset: number): EditorCursor | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  if (/(?:^|\s)#/.test(before) || before.includes('\t')) return undefined;
  const above = text.slice(0, lineStart).split(/\r?\n/).slice(0, -1);
  const lineEnd = text.indexOf('\n', offset);
  const below = (lineEnd < 0 ? '' : text.slice(lineEnd + 1)).split(/\r?\n/);
  const line = lineOf(before);
  if (/^[{["'|>&*!]/.test(line.content) || /[{[]/.test(line.value)) return undefined;
  const up = walkUp(above.slice(-maxLines), line);
  if (up === undefined) return undefined;
  const document = documentAround(text, lineStart);
  if (line.key !== undefined) {
    const written = line.value;
    return {
      path: [...up.path, line.key],
      at: 'value',
      written,
      start: offset - written.length,
      column: line.column,
      keys: new Set(),
      document,
    };
  }
  const keys = new Set([...up.keys, ...keysBelow(below.slice(0, maxLines), line.column)]);
  return { path: up.path, at: 'key', written: line.content, start: offset - line.content.length, column: line.column, keys, document };
}

interface Above {
  readonly path: Path;
  readonly keys: readonly string[];
}

/** The path of the mapping that a line belongs to, and the keys that it has above the line. */
function walkUp(lines: readonly string[], { dashes, column }: Line): Above | undefined {
  const path: (string | number)[] = [];
  const keys: string[] = [];
  let limit = column;
  let isMapping = true;
  /** The column of the list whose parent is looked for, and how many items it has above. */
  let list: { readonly column: number; items: number } | undefined;
  const dash = (at: number): void => {
    if (list !== undefined && at === list.column) list.items++;
    else if (at < limit) {
      close();
      list = { column: at, items: 0 };
      limit = at;
      isMapping = false;
    }
  };
  const close = (): void => {
    if (list !== undefined) path.unshift(list.items);
    list = undefined;
  };
  for (const at of [...dashes].reverse()) dash(at);
  for (let index = lines.length - 1; index >= 0; index--) {
    const text = lines[index]!;
    if (isDocumentStart(text)) break;
    if (isBlank(text)) continue;
    const line = lineOf(text);
    const isParent = line.key !== undefined && (line.column < limit || line.column === list?.column);
    if ((isParent || line.dashes.some(at => at < limit)) && opensScalar(text) && line.column < column) return undefined;
    if (line.key !== undefined && isMapping && line.column === column && limit === column) keys.push(line.key);
    if (isParent) {
      close();
      path.unshift(line.key!);
      limit = line.column;
      isMapping = false;
    }
    for (const at of [...line.dashes].reverse()) dash(at);
  }
  close();
  return { path, keys };
}

/** The keys of the same mapping below the line. */
function keysBelow(lines: readonly string[], column: number): string[] {
  const keys: string[] = [];
  for (const text of lines) {
    if (isDocumentStart(text)) break;
    if (isBlank(text)) continue;
    const line = lineOf(text);
    if (line.column < column || line.dashes.some(at => at < column)) break;
    if (line.column === column && line.dashes.length === 0 && line.key !== undefined) keys.push(line.key);
  }
  return keys;
}

/** The document of a stream around an offset. */
export function documentAround(text: string, offset: number): EditorCursor['document'] {
  let start = 0;
  for (const { index } of text.matchAll(/^---(?=\s|$)/gm)) {
    if (index > offset) return { start, end: index };
    start = index;
  }
  return { start, end: text.length };
}

/** The cursor in JSON. */
export function jsonCursor(text: string, offset: number): EditorCursor | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const start = previousNode?.offset ?? offset;
  const document = { start: 0, end: text.length };
  const base = { written: text.slice(start, offset), start, column: 0, document };
  return isAtPropertyKey
    ? { ...base, path: path.slice(0, -1), at: 'key', keys: new Set() }
    : { ...base, path, at: 'value', keys: new Set() };
}
