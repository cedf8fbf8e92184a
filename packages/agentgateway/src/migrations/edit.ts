/** Edits of the text of a YAML or JSON document that preserve comments, order and quotes. */
import type { Edit } from '@mcpgw/diagnostics';
import { type Entry, entry, type ListNode, type MapNode, type Node } from '@mcpgw/structure';

const isFlow = (source: string, node: MapNode | ListNode): boolean => /[{[]/.test(source[node.span.start] ?? '');

/** The column of an offset, which is the indentation of further lines of the same map. */
function columnOf(source: string, offset: number): number {
  return offset - (source.lastIndexOf('\n', offset - 1) + 1);
}

const indentOf = (source: string, offset: number): string => ' '.repeat(columnOf(source, offset));

/** A key in the style of a neighboring one: in quotes if that one is in quotes. */
const keyLike = (source: string, { keySpan }: Entry, key: string): string => (source[keySpan.start] === '"' ? JSON.stringify(key) : key);

/** Plain data on one line, as JSON, which is valid YAML. */
export const inline = (value: unknown): string => JSON.stringify(value);

export const replaceValue = (node: Node, text: string): Edit => ({ span: node.span, text });

export const renameKey = (source: string, entry: Entry, key: string): Edit => ({ span: entry.keySpan, text: keyLike(source, entry, key) });

/** Moves the value of an entry under a path of keys at the same position: `a: 1` becomes `b: {c: 1}`. Comments are preserved. */
export function nestEntry(source: string, parent: MapNode, found: Entry, path: readonly string[]): Edit[] {
  if (isFlow(source, parent)) {
    const keys = path.map(key => keyLike(source, found, key));
    const end = found.value.span.end;
    return [
      { span: found.keySpan, text: keys.join(': {') },
      { span: { start: end, end }, text: '}'.repeat(path.length - 1) },
    ];
  }
  const indent = indentOf(source, found.keySpan.start);
  return [
    { span: found.keySpan, text: path.map((key, depth) => (depth === 0 ? key : `\n${indent}${'  '.repeat(depth)}${key}`)).join(':') },
  ];
}

/** Sets a value at a path of keys below a map, in the deepest existing map. Returns undefined if a value on the path is not a map. */
export function setIn(source: string, map: MapNode, path: readonly string[], value: string): Edit | undefined {
  const [key, ...rest] = path;
  const present = entry(map, key!);
  if (present !== undefined) return rest.length > 0 && present.value.kind === 'map' ? setIn(source, present.value, rest, value) : undefined;
  const [first] = map.entries;
  if (isFlow(source, map)) {
    const keys = path.map(name => (first === undefined ? name : keyLike(source, first, name)));
    const at = map.span.start + 1;
    const text = `${keys.join(': {')}: ${value}${'}'.repeat(rest.length)}${first === undefined ? '' : ', '}`;
    return { span: { start: at, end: at }, text };
  }
  const at = first!.keySpan.start;
  const indent = indentOf(source, at);
  const lines = path.map((name, depth) => (depth === 0 ? name : `\n${indent}${'  '.repeat(depth)}${name}`)).join(':');
  return { span: { start: at, end: at }, text: `${lines}: ${value}\n${indent}` };
}

/** Removes an entry from its map, with its line and the comment after it. */
export function removeEntry(source: string, map: MapNode, found: Entry): Edit {
  const place = map.entries.indexOf(found);
  const next = map.entries[place + 1];
  if (map.entries.length === 1) return { span: contentSpan(source, map), text: isFlow(source, map) ? '' : '{}' };
  if (isFlow(source, map)) {
    if (next !== undefined) return { span: { start: found.keySpan.start, end: next.keySpan.start }, text: '' };
    return { span: { start: endOf(source, map.entries[place - 1]!.value), end: endOf(source, found.value) }, text: '' };
  }
  if (place === 0 && next !== undefined) return { span: { start: found.keySpan.start, end: next.keySpan.start }, text: '' };
  const lineStart = found.keySpan.start - columnOf(source, found.keySpan.start);
  return { span: { start: lineStart, end: lineEnd(source, endOf(source, found.value)) }, text: '' };
}

/** The span of the content of a flow map, or of a whole block map. */
function contentSpan(source: string, map: MapNode): Edit['span'] {
  const { start, end } = map.span;
  return isFlow(source, map) ? { start: start + 1, end: end - 1 } : { start, end: endOf(source, map) };
}

/** The end of the text of a value. A block ends with its last value, without the comments below it. */
export function endOf(source: string, node: Node): number {
  if (node.kind === 'scalar' || isFlow(source, node)) return node.span.end;
  const last = node.kind === 'map' ? node.entries.at(-1)?.value : node.items.at(-1);
  return last === undefined ? node.span.end : endOf(source, last);
}

/** The end of the line in which a value ends. The span of a block already includes its line end. */
function lineEnd(source: string, offset: number): number {
  if (source[offset - 1] === '\n') return offset;
  const end = source.indexOf('\n', offset);
  return end < 0 ? source.length : end + 1;
}

/** Adds items to a list of the root map, and creates the list if it does not exist. Each item is a map of one-line values. */
export function addToList(
  source: string,
  root: MapNode,
  key: string,
  items: readonly Readonly<Record<string, unknown>>[],
): Edit | undefined {
  const list = entry(root, key)?.value;
  const [first] = root.entries;
  if (list === undefined) {
    if (isFlow(source, root)) {
      const at = root.span.start + 1;
      return { span: { start: at, end: at }, text: `${inline(key)}: ${inline(items)}${first === undefined ? '' : ', '}` };
    }
    const at = lineEnd(source, endOf(source, root));
    const gap = source.slice(0, at).endsWith('\n') ? '' : '\n';
    return { span: { start: at, end: at }, text: `${gap}${key}:\n${items.map(item => block(item, '')).join('')}` };
  }
  if (list.kind !== 'list') return undefined;
  if (isFlow(source, list)) {
    const at = list.span.start + 1;
    const text = items.map(inline).join(', ') + (list.items.length > 0 ? ', ' : '');
    return { span: { start: at, end: at }, text };
  }
  const indent = indentOf(source, list.span.start);
  const text = items
    .map(item => block(item, indent))
    .join('')
    .slice(indent.length);
  return { span: { start: list.span.start, end: list.span.start }, text: `${text}${indent}` };
}

/** An item of a block list, with one key per line. */
function block(item: Readonly<Record<string, unknown>>, indent: string): string {
  return Object.entries(item)
    .map(([key, value], i) => `${indent}${i === 0 ? '- ' : '  '}${key}: ${inline(value)}\n`)
    .join('');
}

/** Uses the line ends of the text for new lines. */
export const withLineEnds = (source: string, edit: Edit): Edit =>
  source.includes('\r\n') ? { ...edit, text: edit.text.replace(/(?<!\r)\n/g, '\r\n') } : edit;
