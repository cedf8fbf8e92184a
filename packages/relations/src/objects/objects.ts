/** The objects that are given together, by kind and name. */
import { at, entries, get, items, type Node, text } from '@mcpgw/structure';

/** An object of the stream. */
export interface ObjectView {
  /** Whether it belongs to the file that is checked. Objects of other files are read, but never reported. */
  readonly own: boolean;
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
  readonly byName: ReadonlyMap<string, readonly ObjectView[]>;
}

const indexes = new WeakMap<Node, Index>();

/** The string under a key, or a default if it is absent. */
export function textOr(node: Node | undefined, key: string, otherwise: string): string {
  return text(get(node, key)) ?? otherwise;
}

/** The integer of a scalar; undefined for any other node. */
export function integerOf(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value) ? node.value : undefined;
}

/** The input of the rules for objects: the documents of a file, and those of the files that are applied with it. */
export function streamOf(own: readonly Node[], others: readonly Node[]): Node {
  const span = { start: 0, end: 0 };
  const list = (documents: readonly Node[]): Node => ({ kind: 'list', items: documents.flatMap(itemsOf), span });
  return { kind: 'list', items: [list(own), list(others)], span };
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
  const all = items(stream).flatMap((part, index) => items(part).map(node => viewOf(node, index === 0)));
  const made = { all, byKind: groupBy(all, ({ kind }) => kind), byName: groupBy(all, ({ kind, name }) => `${kind}/${name}`) };
  indexes.set(stream, made);
  return made;
}

function groupBy(objects: readonly ObjectView[], key: (object: ObjectView) => string): Map<string, ObjectView[]> {
  const groups = new Map<string, ObjectView[]>();
  for (const object of objects) {
    const group = groups.get(key(object));
    if (group === undefined) groups.set(key(object), [object]);
    else group.push(object);
  }
  return groups;
}

const othersSeen = new WeakMap<Node, ObjectView>();

/** Objects of other files are seen once for each file of a run, so their views are kept. */
function viewOf(node: Node, own: boolean): ObjectView {
  const known = own ? undefined : othersSeen.get(node);
  const made = known ?? makeView(node, own);
  if (!own) othersSeen.set(node, made);
  return made;
}

function makeView(node: Node, own: boolean): ObjectView {
  const apiVersion = textOr(node, 'apiVersion', '');
  const metadata = get(node, 'metadata');
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0]! : '';
  return {
    own,
    node,
    group,
    kind: textOr(node, 'kind', ''),
    name: textOr(metadata, 'name', ''),
    namespace: textOr(metadata, 'namespace', ''),
  };
}

/** Every object of a stream. */
export function objectsOf(stream: Node): readonly ObjectView[] {
  return indexOf(stream).all;
}

/** The objects of a kind, of any group. */
export function ofKind(stream: Node, kind: string): readonly ObjectView[] {
  return indexOf(stream).byKind.get(kind) ?? [];
}

/** The objects of a kind with a name, in any group and namespace. */
export function named(stream: Node, kind: string, name: string): readonly ObjectView[] {
  return indexOf(stream).byName.get(`${kind}/${name}`) ?? [];
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

/** A mapping of strings. */
export function textMap(node: Node | undefined): ReadonlyMap<string, string> {
  return new Map(entries(node).map(({ key, value }) => [key, value.kind === 'scalar' ? value.text : '']));
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
