/** What a reference finds among the given objects. */
import { get, type Node, text } from '@mcpgw/structure';
import { groupBy, mayBeSame, named, type ObjectView, objectsOf, ofKind, targetsIn } from '../objects/objects.js';
import { type FoundReference, referencesIn } from './references.js';

/** Names that every cluster has. */
const always: Readonly<Record<string, RegExp>> = Object.assign(Object.create(null), {
  ServiceAccount: /^default$/,
  ConfigMap: /^kube-root-ca\.crt$|^openshift-service-ca\.crt$/,
  ClusterRole: /^(?:cluster-admin|admin|edit|view|system:.*)$/,
  Role: /^(?:system::?.*|extension-apiserver-authentication-reader)$/,
  Service: /^kubernetes$/,
});

/** Whether a reference is about an object that the cluster itself makes, or about no object at all. */
export function isBuiltIn({ kind, name }: FoundReference): boolean {
  return kind === 'User' || kind === 'Group' || always[kind]?.test(name) === true;
}

/** Whether an object with this kind and name is not among the given ones in a place that the reference reaches. */
const isAbsent = (stream: Node, reference: FoundReference): boolean =>
  !isBuiltIn(reference) && targetsIn(stream, reference).length === 0 && makersOf(stream, reference).length === 0;

/** A reference whose object is not among the given ones in a place that it reaches. */
export interface AbsentReference {
  readonly reference: FoundReference;
  /** The objects of the same kind and name in a namespace that the reference does not reach. */
  readonly elsewhere: readonly ObjectView[];
  /** The only given object whose name differs by one slip of the keyboard; not looked for if there are some elsewhere. */
  readonly misspelled: ObjectView | undefined;
}

const absent = new WeakMap<Node, readonly AbsentReference[]>();

/** Every reference of the checked files whose object is not given. */
export function absentReferences(stream: Node): readonly AbsentReference[] {
  const known = absent.get(stream);
  if (known !== undefined) return known;
  const found = referencesIn(stream)
    .filter(reference => isAbsent(stream, reference))
    .map(reference => {
      const elsewhere = named(stream, reference.kind, reference.name).filter(object => object.group === reference.group);
      return { reference, elsewhere, misspelled: elsewhere.length === 0 ? misspelled(stream, reference) : undefined };
    });
  absent.set(stream, found);
  return found;
}

/** Objects that make the object of a reference: certificates and external secrets write Secrets, gateways write Services. */
export function makersOf(stream: Node, { kind, name, namespace }: FoundReference): readonly ObjectView[] {
  if (kind !== 'Secret' && kind !== 'Service' && kind !== 'ServiceAccount' && kind !== 'ConfigMap') return [];
  const found = makersByName(stream).get(name) ?? [];
  return found.filter(object => mayBeSame(object.namespace, namespace));
}

const makers = new WeakMap<Node, ReadonlyMap<string, readonly ObjectView[]>>();

/** The objects that may make others, by their own name and by the name of the Secret that they write. */
function makersByName(stream: Node): ReadonlyMap<string, readonly ObjectView[]> {
  const known = makers.get(stream);
  if (known !== undefined) return known;
  const named = othersOf(stream).flatMap(object => [...new Set([object.name, targetOf(object)])].map(name => ({ name, object })));
  const found = new Map([...groupBy(named, ({ name }) => name)].map(([name, all]) => [name, all.map(({ object }) => object)]));
  makers.set(stream, found);
  return found;
}

function targetOf({ node, name }: ObjectView): string {
  const spec = get(node, 'spec');
  return text(get(spec, 'secretName')) ?? text(get(get(spec, 'target'), 'name')) ?? name;
}

const serverGroups: ReadonlySet<string> = new Set([
  '',
  'apps',
  'autoscaling',
  'batch',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
]);
const makes: ReadonlySet<string> = new Set(['Gateway']);
const others = new WeakMap<Node, readonly ObjectView[]>();

/** The objects that may make others: all but those of the API server. */
function othersOf(stream: Node): readonly ObjectView[] {
  const found = others.get(stream) ?? objectsOf(stream).filter(object => !isOfServer(object));
  others.set(stream, found);
  return found;
}

/** Whether an object is of the API server itself or of a group whose objects make no others here. */
function isOfServer({ group, kind }: ObjectView): boolean {
  if (makes.has(kind)) return false;
  return serverGroups.has(group) || group === 'agentgateway.dev' || group === 'gateway.networking.k8s.io';
}

/** Whether some given object may make pods and Services that are not given: it is of a kind that is unknown here. */
export function hasOperators(stream: Node): boolean {
  return othersOf(stream).some(object => !(object.group === 'monitoring.coreos.com' && /Monitor$|Rule$/.test(object.kind)));
}

/** An object whose name differs from that of a reference by one slip of the keyboard. */
function misspelled(stream: Node, reference: FoundReference): ObjectView | undefined {
  const { group, kind, name, namespace } = reference;
  if (name.length < 5) return undefined;
  const alike = alikeNames(stream, kind);
  const near = [name.length - 1, name.length, name.length + 1]
    .flatMap(length => alike.get(likeness(name, length)) ?? [])
    .filter(object => object.group === group && mayBeSame(object.namespace, namespace) && isSlip(object.name, name));
  return near.length === 1 ? near[0] : undefined;
}

/** What a name shares with those that differ from it by a slip: the digits, and nearly the length. */
const likeness = (name: string, length = name.length): string => `${length} ${name.replaceAll(/\D+/g, '')}`;

const alike = new WeakMap<Node, Map<string, ReadonlyMap<string, readonly ObjectView[]>>>();

/** The objects of a kind by the likeness of their names, so that a name is not compared with all. */
function alikeNames(stream: Node, kind: string): ReadonlyMap<string, readonly ObjectView[]> {
  const ofKinds = alike.get(stream) ?? new Map<string, ReadonlyMap<string, readonly ObjectView[]>>();
  alike.set(stream, ofKinds);
  const found = ofKinds.get(kind) ?? groupBy(ofKind(stream, kind), object => likeness(object.name));
  ofKinds.set(kind, found);
  return found;
}

/** Whether two names differ by one letter more, less, changed or swapped. Digits count things, so they are no slips. */
export function isSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (/\d/.test(a + b)) return false;
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}

/** A reference in words: `Secret "tls"`. */
export const words = ({ kind, name }: { readonly kind: string; readonly name: string }): string => `${kind} "${name}"`;
