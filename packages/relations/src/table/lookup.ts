/** What a reference finds among the given objects. */
import { get, type Node, text } from '@mcpgw/structure';
import { mayBeSame, named, type ObjectView, objectsOf, ofKind, targetsIn } from '../objects/objects.js';
import type { FoundReference } from './references.js';

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
export const isAbsent = (stream: Node, reference: FoundReference): boolean =>
  !isBuiltIn(reference) && targetsIn(stream, reference).length === 0 && makersOf(stream, reference).length === 0;

/** Objects that make the object of a reference: certificates and external secrets write Secrets, gateways write Services. */
export function makersOf(stream: Node, { kind, name, namespace }: FoundReference): readonly ObjectView[] {
  if (kind !== 'Secret' && kind !== 'Service' && kind !== 'ServiceAccount' && kind !== 'ConfigMap') return [];
  return othersOf(stream).filter(object => {
    if (!mayBeSame(object.namespace, namespace)) return false;
    const spec = get(object.node, 'spec');
    const target = text(get(spec, 'secretName')) ?? text(get(get(spec, 'target'), 'name'));
    return object.name === name || target === name;
  });
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

/** The objects of the same kind and name in a namespace that the reference does not reach. */
export function elsewhere(stream: Node, reference: FoundReference): readonly ObjectView[] {
  return named(stream, reference.kind, reference.name).filter(object => object.group === reference.group);
}

/** An object whose name differs from that of a reference by one slip of the keyboard. */
export function misspelt(stream: Node, reference: FoundReference): ObjectView | undefined {
  if (reference.name.length < 5) return undefined;
  const near = ofKind(stream, reference.kind).filter(
    object => object.group === reference.group && mayBeSame(object.namespace, reference.namespace) && isSlip(object.name, reference.name),
  );
  return near.length === 1 ? near[0] : undefined;
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
