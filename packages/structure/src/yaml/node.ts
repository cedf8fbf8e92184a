import type { Path, Span } from '@mcpgw/diagnostics';

/** A scalar as its dialect reads it. Integers beyond 2^53 are bigints. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: null | boolean | number | bigint | string;
  /** The text without quotes and escapes. */
  readonly text: string;
  readonly plain: boolean;
  /** The number is written with a fraction or an exponent. Most readers do not accept `3.0` as an integer. */
  readonly isFloat: boolean;
  readonly span: Span;
}

/** A list. */
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Node[];
  readonly span: Span;
}

/** An entry of a mapping. */
export interface Entry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Node;
  /** The entry comes from another mapping through a merge key (`<<`). */
  readonly merged?: true;
}

/** A mapping. The entries have the order of the text, and a key may occur more than once. */
export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
  readonly span: Span;
}

/** A value of a document, with its position. */
export type Node = ScalarNode | ListNode | MapNode;

/** The value of a key; the last one if the key is duplicated. */
export function get(node: Node | undefined, key: string): Node | undefined {
  return entry(node, key)?.value;
}

/** The entry of a key; the last one if the key is duplicated. */
export function entry(node: Node | undefined, key: string): Entry | undefined {
  if (node?.kind !== 'map') return undefined;
  const { entries } = node;
  for (let index = entries.length - 1; index >= 0; index--) if (entries[index]!.key === key) return entries[index];
  return undefined;
}

/** The node at a path; undefined if the path does not exist. */
export function at(node: Node | undefined, ...path: Path): Node | undefined {
  let current = node;
  for (const step of path) current = typeof step === 'number' ? items(current)[step] : get(current, step);
  return current;
}

/** The items of a list; empty for any other node. */
export function items(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : [];
}

/** The entries of a mapping; empty for any other node. */
export function entries(node: Node | undefined): readonly Entry[] {
  return node?.kind === 'map' ? node.entries : [];
}

/** The text of a string scalar; undefined for any other node. */
export function text(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** Whether a node is the scalar null. */
export function isNull(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && node.value === null;
}

/** Names the type of a value in messages. */
export function typeName(node: Node): string {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'a mapping' : 'a list';
  if (node.value === null) return 'null';
  if (typeof node.value === 'boolean') return 'a boolean';
  if (typeof node.value === 'string') return 'a string';
  return node.isFloat ? 'a fraction' : 'an integer';
}

/** Converts a node to plain data. Objects have a null prototype, so `__proto__` is a normal key. The last of duplicate keys counts. */
export function toPlain(node: Node): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toPlain);
  const out: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) out[key] = toPlain(value);
  return out;
}

/** Converts a node to plain data as `JSON.parse` returns it: integers beyond 2^53 become the nearest number. */
export function plainJson(node: Node): unknown {
  return JSON.parse(JSON.stringify(toPlain(node), (_key, value) => (typeof value === 'bigint' ? Number(value) : value)));
}

const nowhere: Span = { start: 0, end: 0 };

/** Converts plain JSON data to a node without a position. */
export function fromPlain(value: unknown): Node {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(fromPlain), span: nowhere };
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => ({ key, keySpan: nowhere, value: fromPlain(item) }));
    return { kind: 'map', entries, span: nowhere };
  }
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  const isFloat = typeof scalar === 'number' && !Number.isInteger(scalar);
  return { kind: 'scalar', value: scalar, text: String(scalar ?? ''), plain: typeof scalar !== 'string', isFloat, span: nowhere };
}
