/** The objects that are given together, by kind and name. */
import { at, entries, get, items, type Node, text } from '@mcpgw/structure';

/** An object of the stream. */
export interface ObjectView {
  /** Whether its file is checked. Objects of other files are read, but never reported. */
  readonly own: boolean;
  /** The index of its file in the stream. */
  readonly file: number;
  readonly node: Node;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Empty if the object names none. */
  readonly namespace: string;
}

interface Index {
  readonly all: readonly ObjectView[];
  readonly byKind: ReadonlyMap<string, readonly ObjectView[]>;
  readonly byName: ReadonlyMap<string, ReadonlyMap<string, readonly ObjectView[]>>;
  /** The objects of a kind that may be in a namespace, as far as they were asked for. */
  readonly byNamespace: Map<string, readonly ObjectView[]>;
}

const indexes = new WeakMap<Node, Index>();

/** The string under a key, or a default if it is absent. */
export function textOr(node: Node | undefined, key: string, otherwise: string): string {
  return text(get(node, key)) ?? otherwise;
}

/** The text of a scalar as it is written, also that of a number; empty for any other node. */
export const writtenOf = (node: Node | undefined): string => (node?.kind === 'scalar' ? node.text : '');

/** The integer of a scalar; undefined for any other node. */
export function integerOf(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value) ? node.value : undefined;
}

/** The group of an `apiVersion`; empty for the core group. */
export const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion.split('/')[0]! : '');

/** The documents of a file. */
export interface FileDocuments {
  readonly documents: readonly Node[];
  /** Whether the file is checked. Objects of other files are read, but never reported. */
  readonly own: boolean;
}

/** The input of the rules for objects: the documents of a file, and those of the files that are applied with it. */
export function streamOf(own: readonly Node[], others: readonly Node[]): Node {
  return streamOfFiles([
    { documents: own, own: true },
    { documents: others, own: false },
  ]);
}

/** The input of the rules for objects: the documents of files that are applied together. */
export function streamOfFiles(files: readonly FileDocuments[]): Node {
  const span = { start: 0, end: 0 };
  const lists = files.map(({ documents }): Node => ({ kind: 'list', items: documents.flatMap(itemsOf), span }));
  const stream: Node = { kind: 'list', items: lists, span };
  indexes.set(stream, indexed(lists.flatMap((list, file) => items(list).map(node => viewOf(node, file, files[file]!.own)))));
  return stream;
}

/** A tree without the fields `namespace` that have a value: the same objects where that namespace is an assumption. */
export function withoutNamespace(node: Node, namespace: string): Node {
  if (node.kind === 'list') return { ...node, items: node.items.map(item => withoutNamespace(item, namespace)) };
  if (node.kind !== 'map') return node;
  const kept = node.entries.filter(({ key, value }) => key !== 'namespace' || text(value) !== namespace);
  return { ...node, entries: kept.map(entry => ({ ...entry, value: withoutNamespace(entry.value, namespace) })) };
}

function itemsOf(document: Node): readonly Node[] {
  return textOr(document, 'kind', '') === 'List' ? items(get(document, 'items')) : [document];
}

function indexOf(stream: Node): Index {
  const known = indexes.get(stream);
  if (known !== undefined) return known;
  throw new TypeError('the rules for objects take a stream that streamOfFiles made');
}

function indexed(all: readonly ObjectView[]): Index {
  const byKind = groupBy(all, ({ kind }) => kind);
  const byName = new Map([...byKind].map(([kind, objects]) => [kind, groupBy(objects, ({ name }) => name)]));
  return { all, byKind, byName, byNamespace: new Map() };
}

/** Groups values by a text, in their order. */
export function groupBy<Value>(values: readonly Value[], textOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = textOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

function viewOf(node: Node, file: number, own: boolean): ObjectView {
  const apiVersion = textOr(node, 'apiVersion', '');
  const metadata = get(node, 'metadata');
  return {
    own,
    file,
    node,
    group: groupOf(apiVersion),
    kind: textOr(node, 'kind', ''),
    name: textOr(metadata, 'name', ''),
    namespace: textOr(metadata, 'namespace', ''),
  };
}

/** Every object of a stream. */
export function objectsOf(stream: Node): readonly ObjectView[] {
  return indexOf(stream).all;
}

/** The last object of each checked file. */
export function lastOfEachFile(objects: readonly ObjectView[]): readonly ObjectView[] {
  return [...new Map(objects.filter(({ own }) => own).map(object => [object.file, object])).values()];
}

/** The objects of a kind, of any group. */
export function ofKind(stream: Node, kind: string): readonly ObjectView[] {
  return indexOf(stream).byKind.get(kind) ?? [];
}

/** The objects of a kind in the checked files, of any group. */
export const ownOfKind = (stream: Node, kind: string): readonly ObjectView[] => ofKind(stream, kind).filter(({ own }) => own);

/** The objects of a kind, of any group, that may be in a namespace. */
export function ofKindIn(stream: Node, kind: string, namespace: string): readonly ObjectView[] {
  const { byNamespace } = indexOf(stream);
  const key = `${kind}/${namespace}`;
  const known = byNamespace.get(key);
  if (known !== undefined) return known;
  const found = ofKind(stream, kind).filter(object => mayBeSame(object.namespace, namespace));
  byNamespace.set(key, found);
  return found;
}

/** The objects of a kind with a name, in any group and namespace. */
export function named(stream: Node, kind: string, name: string): readonly ObjectView[] {
  return indexOf(stream).byName.get(kind)?.get(name) ?? [];
}

/** A reference, with the defaults of the API server. */
export interface Reference {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Empty if it is not known, or if the object is in none. */
  readonly namespace: string;
}

/** Whether two namespaces may be the same. An object without one may be in any namespace. */
export const mayBeSame = (one: string, other: string): boolean => one === '' || other === '' || one === other;

/** Whether a reference may refer to an object. */
export function refersTo(reference: Reference, object: ObjectView): boolean {
  return (
    mayBeSame(object.namespace, reference.namespace) &&
    object.group === reference.group &&
    object.kind === reference.kind &&
    object.name === reference.name
  );
}

/** The objects to which a reference may refer. */
export function targetsIn(stream: Node, reference: Reference): readonly ObjectView[] {
  return named(stream, reference.kind, reference.name).filter(object => refersTo(reference, object));
}

/** The labels below a `metadata` node. */
export function labelsOf(metadata: Node | undefined): ReadonlyMap<string, string> {
  return textMap(get(metadata, 'labels'));
}

const noTexts: ReadonlyMap<string, string> = new Map();
const textMaps = new WeakMap<Node, ReadonlyMap<string, string>>();

/** A mapping of strings. */
export function textMap(node: Node | undefined): ReadonlyMap<string, string> {
  if (node === undefined) return noTexts;
  const known = textMaps.get(node);
  if (known !== undefined) return known;
  const found = textsOf(node);
  textMaps.set(node, found);
  return found;
}

function textsOf(node: Node): ReadonlyMap<string, string> {
  return new Map(entries(node).map(({ key, value }) => [key, writtenOf(value)]));
}

/** The labels of an object. */
export const labelsOfObject = (object: ObjectView): ReadonlyMap<string, string> => labelsOf(get(object.node, 'metadata'));

/** Whether an object has an annotation of Helm that makes it a hook. */
export const isHook = (object: ObjectView): boolean => at(object.node, 'metadata', 'annotations', 'helm.sh/hook') !== undefined;

/** Kinds that name no other object and that no rule selects. They may be large. */
const notLookedAt: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'PrometheusRule', 'Event']);

/** Whether rules across objects may need an object. */
export function isLookedAt(object: Node): boolean {
  return text(get(object, 'apiVersion')) !== undefined && !notLookedAt.has(textOr(object, 'kind', ''));
}
