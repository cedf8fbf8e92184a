import type { Finding, Path, Severity, Span } from '@mcpgw/diagnostics';
import type { Dialect } from '@mcpgw/helm';
import { at, belongsUnder, duplicateKeys, entries, type Node, type ReadYaml } from '@mcpgw/structure';

/** A values file with positions. */
export interface ValuesFile {
  readonly file: string;
  readonly root: Node | undefined;
  /** Whether it is a flag of the command line. */
  readonly isFlag?: true;
}

/** Parses a values file; text that is not YAML gives findings and no tree. */
export function parseValues(
  file: string,
  text: string,
  dialect: Dialect,
  readYaml: ReadYaml,
): { readonly values: ValuesFile; readonly findings: readonly Finding[] } {
  const { documents, findings } = readYaml(text, { file, dialect: 'go' });
  const [root] = documents;
  return {
    values: { file, root: root?.kind === 'map' ? root : undefined },
    findings: [...findings, ...repeatedValues(documents, file, dialect)],
  };
}

/** Values that Helm silently loses: the first of two values of a key, and documents after the first. */
export function lostFindings(documents: readonly Node[], file: string): Finding[] {
  return [...repeatedKeys(documents, file), ...severalDocuments(documents, file, 'error', 'Helm reads the first one only')];
}

/** The same for a values file, whose documents Helm 4 merges. */
export function repeatedValues(documents: readonly Node[], file: string, { mergesValueDocuments }: Dialect): Finding[] {
  const severity = mergesValueDocuments ? 'warning' : 'error';
  const several = severalDocuments(documents, file, severity, 'Helm 4 merges them, while Helm 3 reads the first one only');
  return [...repeatedKeys(documents, file), ...several];
}

const repeatedKeys = (documents: readonly Node[], file: string): Finding[] => documents.flatMap(document => duplicateKeys(document, file));

function severalDocuments(documents: readonly Node[], file: string, severity: Severity, outcome: string): Finding[] {
  const second = documents.slice(1).find(document => document.kind !== 'scalar' || document.value !== null);
  if (second === undefined) return [];
  const message = `the file holds ${documents.length} documents: ${outcome}`;
  const span = { start: second.span.start, end: second.span.start + 1 };
  const suggestion = 'move the others to files of their own, or merge them into the first';
  return [{ rule: 'document-count', severity, message, file, span, suggestion }];
}

/** Findings that leave a file readable: Helm accepts it and loses something. */
export const leavesReadable = ({ rule }: Finding): boolean => rule === 'duplicate-field' || rule === 'document-count';

type Plain = Record<string, unknown>;

export function isTable(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The position of a value. */
export interface ValuePlace {
  readonly file: string;
  readonly span: Span;
}

/**
 * Finds a path in the last file that has it; `key` points at the key rather than the value. A mapping comes from a file if
 * one has it, because a flag sets only the values that it names.
 */
export function placeOf(files: readonly ValuesFile[], path: Path, key = false): ValuePlace | undefined {
  const last = [...files].reverse();
  const whole = last.filter(({ isFlag, root }) => isFlag !== true || at(root, ...path)?.kind !== 'map');
  for (const { file, root } of [...whole, ...last]) {
    const found = root === undefined ? undefined : spanOf(root, path, key);
    if (found !== undefined) return { file, span: found };
  }
  return undefined;
}

/** The place of a value, or of the closest section above it that a file has; `key` points at the key of the value. */
export function closestPlace(files: readonly ValuesFile[], path: Path, key = false): ValuePlace | undefined {
  for (let length = path.length; length > 0; length--) {
    const place = placeOf(files, path.slice(0, length), key && length === path.length);
    if (place !== undefined) return place;
  }
  return undefined;
}

function spanOf(root: Node, path: Path, key: boolean): Span | undefined {
  let node: Node = root;
  let span: Span = { start: root.span.start, end: root.span.start + 1 };
  for (const [depth, step] of path.entries()) {
    const entry = entries(node).findLast(candidate => candidate.key === String(step));
    const next: Node | undefined = node.kind === 'list' ? node.items[Number(step)] : entry?.value;
    if (next === undefined) return undefined;
    const last = depth === path.length - 1;
    span = (last && key) || next.kind !== 'scalar' ? (entry?.keySpan ?? { start: next.span.start, end: next.span.start + 1 }) : next.span;
    node = next;
  }
  return span;
}

/** A leaf of a tree of values with its path. */
export interface Leaf {
  readonly path: Path;
  readonly value: string | number | boolean;
}

/** Every scalar of the values except null. */
export function leaves(value: unknown, path: Path = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, [...path, index]));
  if (isTable(value)) return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [{ path, value }] : [];
}

/** The paths of every key with this name, or of every mapping with this number in a list, those near the root first. */
export function pathsTo(name: string | number | undefined, values: unknown): Path[] {
  return keyPaths(values, [])
    .filter(path => path.at(-1) === name)
    .sort((a, b) => a.length - b.length);
}

/** The value at a path of own keys; undefined if there is none. */
export function valueAt(values: unknown, path: Path): unknown {
  let value = values;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Plain)[step];
  }
  return value;
}

function keyPaths(value: unknown, path: Path): Path[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [...(isTable(item) ? [[...path, index]] : []), ...keyPaths(item, [...path, index])]);
  if (!isTable(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [[...path, key], ...keyPaths(item, [...path, key])]);
}

/** Says where a value is among a chart's own values if it is not at `path`; `chart` is the path of that chart's values in the user's. */
export function valueBelongs(name: string, path: Path, known: Plain, chart: Path = []): string | undefined {
  const shape = path.reduce<unknown>((table, step) => (isTable(table) && Object.hasOwn(table, step) ? table[step] : undefined), known);
  const around = [...(isTable(shape) ? [{ shape, path: [...chart, ...path] }] : []), { shape: known, path: chart }];
  return belongsUnder(around, {
    has: table => Object.hasOwn(table, name),
    below: ({ shape: table, path: above }) =>
      Object.entries(table).flatMap(([key, value]) => (isTable(value) ? [{ shape: value, path: [...above, key] }] : [])),
  });
}
