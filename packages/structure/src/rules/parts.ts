/** Documents that consist of parts of one kind, such as routes or servers, and the same documents with fewer parts. */
import type { Path, Span } from '@mcpgw/diagnostics';
import { at, type Node } from '../yaml/node.js';

/** One of many parts of a document: an item of a list, or an entry of a mapping. */
export interface Part {
  readonly step: string | number;
  readonly span: Span;
}

/** A list or a mapping whose items are parts, with its path. */
export interface PartList {
  readonly path: Path;
  readonly parts: readonly Part[];
}

/** The parts in a list or a mapping at a path; undefined if it is something else, is empty, or has a key twice. */
export function partList(root: Node, path: Path): PartList | undefined {
  const parts = partsIn(at(root, ...path));
  return parts.length === 0 || new Set(parts.map(({ step }) => step)).size < parts.length ? undefined : { path, parts };
}

function partsIn(node: Node | undefined): readonly Part[] {
  if (node?.kind === 'list') return node.items.map(({ span }, step) => ({ step, span }));
  if (node?.kind !== 'map') return [];
  return node.entries.map(({ key, keySpan, value }) => ({ step: key, span: { start: keySpan.start, end: value.span.end } }));
}

/** A document with some of its parts: those of the lists. Items of lists get the indices of what is left. */
export const withParts = (root: Node, lists: readonly PartList[]): Node =>
  lists.reduce((node, { path, parts }) => reduced(node, path, new Set(parts.map(({ step }) => step))), root);

function reduced(node: Node, [step, ...rest]: Path, left: ReadonlySet<string | number>): Node {
  if (node.kind === 'list') {
    if (step === undefined) return { ...node, items: node.items.filter((_, index) => left.has(index)) };
    return { ...node, items: node.items.map((item, index) => (index === step ? reduced(item, rest, left) : item)) };
  }
  if (node.kind !== 'map') return node;
  if (step === undefined) return { ...node, entries: node.entries.filter(({ key }) => left.has(key)) };
  const last = node.entries.findLastIndex(({ key }) => key === step);
  const entries = node.entries.map((entry, index) => (index === last ? { ...entry, value: reduced(entry.value, rest, left) } : entry));
  return { ...node, entries };
}
