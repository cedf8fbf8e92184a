/** The table of references as a tree for each kind, so that an object is followed only where references may stand. */
import { customKinds, monitoringKinds } from '@mcpgw/custom-resources';
import { servedKinds, typeOf } from '@mcpgw/kubernetes';
import type { Shape, StructShape } from '@mcpgw/structure';
import { referenceFields } from './fields.js';

/** What a field refers to: a line of the table. */
export interface FieldSpec {
  /** The default kind; undefined if the value has to name it. */
  readonly kind: string | undefined;
  /** Whether the value names a key. */
  readonly namesKey: boolean;
  /** The keys that are read if the value names none. */
  readonly keys: readonly string[];
  /** Whether keys are in `items` beside the name. */
  readonly items: boolean;
  readonly port: boolean;
  readonly optional: boolean;
  readonly quiet: boolean;
  readonly granted: boolean;
}

/** Where references stand below a value. */
export interface ReferenceTree {
  readonly specs: FieldSpec[];
  readonly fields: Map<string, ReferenceTree>;
  /** The items of a list, or the values of a mapping. */
  each: ReferenceTree | undefined;
}

/** Parses the table: by `structure.field`, or by `structure`. */
export function parseFields(table: string): ReadonlyMap<string, FieldSpec> {
  const specs = new Map<string, FieldSpec>();
  for (const line of table.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon < 0) continue;
    const [kind, ...words] = line.slice(colon + 2).split(' ');
    specs.set(line.slice(0, colon), {
      kind: kind === '*' ? undefined : kind,
      namesKey: words.some(word => word === 'key' || word.startsWith('key=')),
      keys: words.filter(word => word.startsWith('key=')).map(word => word.slice(4)),
      items: words.includes('items'),
      port: words.includes('port'),
      optional: words.includes('optional'),
      quiet: words.includes('quiet'),
      granted: words.includes('granted'),
    });
  }
  return specs;
}

const specs = parseFields(referenceFields);

/** The names by which the table knows a structure. */
const namesOf = ({ names = [], title }: StructShape): readonly string[] => [...new Set([...names, title])];

function specsOf(struct: StructShape, field = ''): FieldSpec[] {
  return namesOf(struct).flatMap(name => specs.get(`${name}${field}`) ?? []);
}

const trees = new Map<Shape, ReferenceTree>();
const emptyTree = (): ReferenceTree => ({ specs: [], fields: new Map(), each: undefined });

/** Adds what stands below a shape to a tree. Versions and alternatives share one tree. */
function grow(tree: ReferenceTree, shape: Shape): void {
  switch (shape.type) {
    case 'struct':
      growStruct(tree, shape);
      return;
    case 'list':
    case 'map':
      tree.each ??= emptyTree();
      grow(tree.each, shape.of);
      return;
    case 'refined':
    case 'buffered':
      grow(tree, shape.of);
      return;
    case 'union':
    case 'select':
      for (const one of shape.of) grow(tree, one);
      return;
    case 'versioned':
      for (const one of shape.cases) grow(tree, one.shape);
      return;
    case 'lazy':
      grow(tree, shape.get());
      return;
    default:
  }
}

const growing = new Set<StructShape>();

function growStruct(tree: ReferenceTree, struct: StructShape): void {
  if (growing.has(struct)) return;
  growing.add(struct);
  for (const spec of specsOf(struct)) if (!tree.specs.includes(spec)) tree.specs.push(spec);
  for (const [key, field] of Object.entries(struct.fields)) {
    const child = tree.fields.get(key) ?? emptyTree();
    addOwn(child, specsOf(struct, `.${key}`), field.shape);
    grow(child, field.shape);
    if (isUseful(child)) tree.fields.set(key, child);
  }
  growing.delete(struct);
}

/** A line about a list of references is about its items. */
function addOwn(tree: ReferenceTree, found: readonly FieldSpec[], shape: Shape): void {
  if (found.length === 0) return;
  const isList = listOf(shape);
  if (isList) tree.each ??= emptyTree();
  const target = isList ? tree.each! : tree;
  for (const spec of found) if (!target.specs.includes(spec)) target.specs.push(spec);
}

function listOf(shape: Shape): boolean {
  if (shape.type === 'refined') return listOf(shape.of);
  if (shape.type === 'versioned') return shape.cases.some(one => listOf(one.shape));
  return shape.type === 'list';
}

const isUseful = (tree: ReferenceTree): boolean =>
  tree.specs.length > 0 || tree.fields.size > 0 || (tree.each !== undefined && isUseful(tree.each));

function treeFor(shape: Shape): ReferenceTree {
  const known = trees.get(shape) ?? emptyTree();
  if (!trees.has(shape)) {
    trees.set(shape, known);
    grow(known, shape);
  }
  return known;
}

let coreTypes: ReadonlyMap<string, string> | undefined;
/** The names of the types of core kinds, by `apiVersion kind`. Definitions of kinds refer to nothing, and have a recursive type. */
function typesOfKinds(): ReadonlyMap<string, string> {
  coreTypes ??= new Map(
    [...servedKinds()].flatMap(([apiVersion, kinds]) =>
      kinds.filter(({ kind }) => kind !== 'CustomResourceDefinition').map(({ kind, type }) => [`${apiVersion} ${kind}`, type] as const),
    ),
  );
  return coreTypes;
}

/** Where references stand in the objects of a kind; the second part is the path below which the tree applies. */
export function treeOf(apiVersion: string, kind: string): { readonly tree: ReferenceTree; readonly below?: 'spec' } | undefined {
  const type = typesOfKinds().get(`${apiVersion} ${kind}`);
  if (type !== undefined) return { tree: treeFor(typeOf(type)) };
  const group = apiVersion.split('/')[0]!;
  const custom = [...customKinds, ...monitoringKinds].find(known => known.group === group && known.kind === kind);
  return custom === undefined ? undefined : { tree: treeFor(custom.spec), below: 'spec' };
}
