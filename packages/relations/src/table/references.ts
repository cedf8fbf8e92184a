/** The references of objects, found by the table. */
import type { Path } from '@mcpgw/diagnostics';
import { entries, get, isAt, items, type Node, text } from '@mcpgw/structure';
import { groupOf, type ObjectView, objectsOf, type Reference, textOr } from '../objects/objects.js';
import { type FieldSpec, type ReferenceTree, treeOf } from './patterns.js';

/** A reference of an object to another. */
export interface FoundReference extends Reference {
  readonly owner: ObjectView;
  readonly spec: FieldSpec;
  /** The node with the name. */
  readonly node: Node;
  readonly path: Path;
  /** The mapping of the reference, or the mapping around the name. */
  readonly around: Node | undefined;
  readonly aroundPath: Path;
  /** Whether the reference itself names a namespace. */
  readonly namesNamespace: boolean;
  readonly optional: boolean;
}

/** A key of a Secret or ConfigMap that a reference reads. */
export interface ReadKey {
  readonly key: string;
  readonly node: Node;
  readonly path: Path;
}

/** The groups of kinds that references name without their group. */
const groupOfKind: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  PriorityClass: 'scheduling.k8s.io',
  RuntimeClass: 'node.k8s.io',
  ResourceClaim: 'resource.k8s.io',
  ResourceClaimTemplate: 'resource.k8s.io',
  DeviceClass: 'resource.k8s.io',
  StorageClass: 'storage.k8s.io',
  VolumeAttributesClass: 'storage.k8s.io',
  IngressClass: 'networking.k8s.io',
  ValidatingAdmissionPolicy: 'admissionregistration.k8s.io',
  Gateway: 'gateway.networking.k8s.io',
  GatewayClass: 'gateway.networking.k8s.io',
  ListenerSet: 'gateway.networking.k8s.io',
  AgentgatewayModel: 'agentgateway.dev',
});

/** Kinds whose objects are in no namespace. */
const clusterKinds: ReadonlySet<string> = new Set([
  'ClusterRole',
  'DeviceClass',
  'GatewayClass',
  'IngressClass',
  'PersistentVolume',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
  'ValidatingAdmissionPolicy',
  'VolumeAttributesClass',
]);

const found = new WeakMap<Node, readonly FoundReference[]>();

/** Every reference of the objects of a stream that belong to the checked file. */
export function referencesIn(stream: Node): readonly FoundReference[] {
  const known = found.get(stream) ?? objectsOf(stream).flatMap(object => (object.own ? referencesOf(object) : []));
  found.set(stream, known);
  return known;
}

/** Every reference of one object. */
export function referencesOf(owner: ObjectView): readonly FoundReference[] {
  const known = treeOf(textOr(owner.node, 'apiVersion', ''), owner.kind);
  if (known === undefined) return [];
  const out: FoundReference[] = [];
  const start = known.below === undefined ? owner.node : get(owner.node, known.below);
  if (start !== undefined) follow(start, undefined, known.tree, { owner, path: known.below === undefined ? [] : [known.below], out });
  return out;
}

/** The references of one object as far as they are found. */
interface Search {
  readonly owner: ObjectView;
  /** The path of the node that is looked at. */
  readonly path: (string | number)[];
  readonly out: FoundReference[];
}

function follow(node: Node, parent: Node | undefined, tree: ReferenceTree, search: Search): void {
  for (const spec of tree.specs) {
    const reference = referenceAt(node, parent, [...search.path], spec, search.owner);
    if (reference !== undefined) search.out.push(reference);
  }
  if (node.kind === 'scalar') return;
  if (tree.each !== undefined) {
    items(node).forEach((item, index) => {
      followAt(index, item, node, tree.each!, search);
    });
    for (const { key, value } of entries(node)) followAt(key, value, node, tree.each, search);
  }
  if (node.kind === 'list') return;
  for (const [key, child] of tree.fields) {
    const value = get(node, key);
    if (value !== undefined) followAt(key, value, node, child, search);
  }
}

function followAt(step: string | number, node: Node, parent: Node, tree: ReferenceTree, search: Search): void {
  search.path.push(step);
  follow(node, parent, tree, search);
  search.path.pop();
}

function referenceAt(node: Node, parent: Node | undefined, path: Path, spec: FieldSpec, owner: ObjectView): FoundReference | undefined {
  const isName = node.kind === 'scalar';
  const nameNode = isName ? node : get(node, 'name');
  const name = text(nameNode) ?? '';
  const around = isName ? parent : node;
  const kind = (isName ? undefined : text(get(node, 'kind'))) ?? spec.kind ?? '';
  if (name === '' || kind === '' || nameNode === undefined) return undefined;
  const named = isName ? undefined : text(get(node, 'namespace'));
  return {
    owner,
    spec,
    node: nameNode,
    path: isName ? path : [...path, 'name'],
    around,
    aroundPath: isName ? path.slice(0, -1) : path,
    group: groupAt(isName ? undefined : node, kind),
    kind,
    name,
    namespace: clusterKinds.has(kind) ? '' : (named ?? owner.namespace),
    namesNamespace: named !== undefined,
    optional: spec.optional && isAt(around, 'optional', true),
  };
}

function groupAt(node: Node | undefined, kind: string): string {
  const group = text(get(node, 'group')) ?? text(get(node, 'apiGroup'));
  if (group !== undefined) return group;
  const version = text(get(node, 'apiVersion'));
  if (version !== undefined) return groupOf(version);
  return groupOfKind[kind] ?? '';
}

/** The keys that a reference reads. */
export function keysOf(reference: FoundReference): readonly ReadKey[] {
  const { spec, around, aroundPath, node, path } = reference;
  if (spec.items)
    return items(get(around, 'items')).flatMap((item, index) => {
      const key = get(item, 'key');
      return text(key) === undefined ? [] : [{ key: text(key)!, node: key!, path: [...aroundPath, 'items', index, 'key'] }];
    });
  if (!spec.namesKey) return [];
  const key = get(around, 'key');
  if (text(key) !== undefined) return [{ key: text(key)!, node: key!, path: [...aroundPath, 'key'] }];
  return spec.keys.map(each => ({ key: each, node, path }));
}

/** Whether an object has a key; undefined if what it holds is not known, because something else fills it. */
export function holdsKey(object: ObjectView, key: string): boolean | undefined {
  const held = ['data', 'stringData', 'binaryData'].flatMap(part => entries(get(object.node, part)));
  if (held.length === 0) return undefined;
  return held.some(entry => entry.key === key || (key === '.dockerconfigjson' && entry.key === '.dockercfg'));
}
