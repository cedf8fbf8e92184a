/** Whether something given switches TLS on for the calls to an object. */
import { at, get, isGiven, type Node } from '@mcpgw/structure';
import { mayBeSame, type ObjectView, ofKind, type Reference } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';
import { portOfSection } from '../objects/services.js';
import { addTo } from './add-to.js';
import { policiesView } from './policies.js';
import { type RuleReach, sectionOf } from './routes.js';

/** A policy that switches TLS on for the calls to what it names. */
interface TlsTarget {
  readonly policy: ObjectView;
  readonly reference: Reference;
  readonly section: string | undefined;
}

const known = new WeakMap<Node, ReadonlyMap<string, readonly TlsTarget[]>>();
const keyOf = ({ kind, name }: Reference): string => `${kind}/${name}`;

const isTls = (policy: ObjectView): boolean => policy.kind === 'BackendTLSPolicy' || isGiven(at(policy.node, 'spec', 'backend'), 'tls');

function namedTargets(stream: Node): ReadonlyMap<string, readonly TlsTarget[]> {
  const made = known.get(stream) ?? new Map<string, TlsTarget[]>();
  if (known.has(stream)) return made;
  for (const policy of [...ofKind(stream, 'BackendTLSPolicy'), ...ofKind(stream, 'AgentgatewayPolicy')].filter(isTls))
    for (const target of targetsOf(policy))
      addTo(made as Map<string, TlsTarget[]>, keyOf(target), [{ policy, reference: target, section: sectionOf(target.node) }]);
  known.set(stream, made);
  return made;
}

/** Whether the section of a target of a policy for calls may be a port of a Service. A BackendTLSPolicy names ports too. */
function mayBePort({ policy, reference, section }: TlsTarget, port: number | undefined): boolean {
  if (reference.kind !== 'Service' || section === undefined) return true;
  const number = portOfSection(section);
  return number === undefined ? policy.kind === 'BackendTLSPolicy' : port === undefined || number === port;
}

/** Whether some given policy, or the backend itself, switches TLS on for the calls to what is named, at a port if one is given. */
export function hasTls(stream: Node, called: Reference | ObjectView, port?: number): boolean {
  if ('node' in called && isGiven(at(called.node, 'spec', 'policies'), 'tls')) return true;
  const byName = (namedTargets(stream).get(keyOf(called)) ?? []).some(
    target => mayBeSame(target.reference.namespace, called.namespace) && mayBePort(target, port),
  );
  return byName || selectsTls(stream, called);
}

const withSelectors = new WeakMap<Node, readonly ObjectView[]>();

/** Whether a policy that selects by labels may switch TLS on: it selects the object, or the object is not given. */
function selectsTls(stream: Node, called: Reference | ObjectView): boolean {
  const all = withSelectors.get(stream) ?? ofKind(stream, 'AgentgatewayPolicy').filter(isTlsBySelector);
  withSelectors.set(stream, all);
  if (all.length === 0) return false;
  if ('node' in called) return (policiesView(stream).on.get(called) ?? []).some(({ policy }) => isTls(policy.policy));
  return all.some(({ namespace }) => mayBeSame(namespace, called.namespace));
}

const isTlsBySelector = (policy: ObjectView): boolean => isTls(policy) && isGiven(get(policy.node, 'spec'), 'targetSelectors');

const onPath = new WeakMap<Node, Map<ObjectView, boolean>>();

/** Whether some policy on an object switches TLS on, kept for each object. */
function switchesTls(stream: Node, object: ObjectView): boolean {
  const kept = onPath.get(stream) ?? new Map<ObjectView, boolean>();
  onPath.set(stream, kept);
  const done = kept.get(object) ?? (policiesView(stream).on.get(object) ?? []).some(({ policy }) => isTls(policy.policy));
  kept.set(object, done);
  return done;
}

/** Whether a policy for the Gateway, the listener or the route of a rule switches TLS on for all calls. */
export const hasTlsOnPath = (stream: Node, { route, reach }: RuleReach): boolean =>
  [route, ...reach.delegates, ...reach.gateways, ...reach.listeners.map(({ owner }) => owner)].some(each => switchesTls(stream, each));
