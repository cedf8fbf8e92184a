/** Views of a stream of Kubernetes objects for rules: policies, authorization checks, and their timeouts. */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, items, type Node, text } from '@mcpgw/structure';
import { textOr } from '../kinds/object.js';

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

const views = new WeakMap<Node, readonly ObjectView[]>();

/** The input of the rules for objects: the documents of a file, and those of the files that are applied with it. */
export function streamOf(own: readonly Node[], others: readonly Node[]): Node {
  const span = { start: 0, end: 0 };
  const list = (documents: readonly Node[]): Node => ({ kind: 'list', items: documents.flatMap(itemsOf), span });
  return { kind: 'list', items: [list(own), list(others)], span };
}

function itemsOf(document: Node): readonly Node[] {
  return textOr(document, 'kind', '') === 'List' ? items(get(document, 'items')) : [document];
}

/** Every object of a stream. */
export function objectsOf(stream: Node): readonly ObjectView[] {
  const known = views.get(stream);
  if (known !== undefined) return known;
  const made = items(stream).flatMap((part, index) => items(part).map(node => viewOf(node, index === 0)));
  views.set(stream, made);
  return made;
}

function viewOf(node: Node, own: boolean): ObjectView {
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

/** The objects of a kind. */
export function ofKind(stream: Node, kind: string): readonly ObjectView[] {
  return objectsOf(stream).filter(object => object.kind === kind);
}

/** A reference, with the defaults of the API server. */
export interface Reference {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** Whether a reference may refer to an object. An object without a namespace may be in any namespace. */
export function refersTo(reference: Reference, object: ObjectView): boolean {
  const near = object.namespace === '' || reference.namespace === '' || object.namespace === reference.namespace;
  return near && object.group === reference.group && object.kind === reference.kind && object.name === reference.name;
}

/** A backend reference of an object. */
export function referenceOf(node: Node | undefined, owner: ObjectView): Reference {
  return {
    group: textOr(node, 'group', ''),
    kind: textOr(node, 'kind', 'Service'),
    name: textOr(node, 'name', ''),
    namespace: textOr(node, 'namespace', owner.namespace),
  };
}

/** A target of a policy, with its path. */
export interface PolicyTarget extends Reference {
  readonly node: Node;
  readonly path: Path;
}

/** The targets of a policy by name. Targets that labels select are unknown here. */
export function targetsOf(policy: ObjectView): PolicyTarget[] {
  return items(at(policy.node, 'spec', 'targetRefs')).map((node, index) => ({
    ...referenceOf(node, policy),
    namespace: policy.namespace,
    node,
    path: ['spec', 'targetRefs', index],
  }));
}

/** An external authorization check of a policy. */
export interface CheckView {
  readonly policy: ObjectView;
  readonly node: Node;
  readonly path: Path;
  readonly backend: Reference;
}

const checkPaths: readonly Path[] = [
  ['spec', 'traffic', 'extAuth'],
  ['spec', 'backend', 'extAuth'],
  ['spec', 'policies', 'extAuth'],
];

/** Every authorization check of the policies and backends of a stream, including conditional ones. */
export function checksOf(stream: Node): CheckView[] {
  return [...ofKind(stream, 'AgentgatewayPolicy'), ...ofKind(stream, 'AgentgatewayBackend')].flatMap(policy =>
    checkPaths.flatMap(path => {
      const node = at(policy.node, ...path);
      if (node === undefined) return [];
      const conditional = items(get(node, 'conditional')).map((entry, index) => ({
        node: get(entry, 'policy') ?? entry,
        path: [...path, 'conditional', index, 'policy'],
      }));
      const all = conditional.length > 0 ? conditional : [{ node, path }];
      return all.map(check => ({ ...check, policy, backend: referenceOf(get(check.node, 'backendRef'), policy) }));
    }),
  );
}

/** Whether a check uses gRPC. */
export const isGrpc = (check: CheckView): boolean => isGiven(check.node, 'grpc');

const portNumber = /^[1-9]\d{0,4}$/;

/** Whether a target of a policy applies to calls to a backend: it has no section, or the section is a port number. */
export function holdsForCalls(target: PolicyTarget): boolean {
  const section = text(get(target.node, 'sectionName'));
  return section === undefined || (target.kind === 'Service' && portNumber.test(section));
}

const requestTimeout = (node: Node, ...path: Path): Node | undefined => at(node, ...path, 'http', 'requestTimeout');

/** Whether the stream has a timeout for the calls of a check. A policy that selects by labels counts, because it may apply. */
export function isBounded(stream: Node, check: CheckView): boolean {
  const inline = ofKind(stream, 'AgentgatewayBackend').some(
    object => refersTo(check.backend, object) && requestTimeout(object.node, 'spec', 'policies') !== undefined,
  );
  return inline || ofKind(stream, 'AgentgatewayPolicy').some(policy => boundsCalls(policy, check.backend));
}

function boundsCalls(policy: ObjectView, backend: Reference): boolean {
  if (requestTimeout(policy.node, 'spec', 'backend') === undefined) return false;
  if (items(at(policy.node, 'spec', 'targetSelectors')).some(selector => textOr(selector, 'kind', '') === backend.kind)) return true;
  const near = policy.namespace === '' || backend.namespace === '' || policy.namespace === backend.namespace;
  return near && targetsOf(policy).some(target => target.kind === backend.kind && target.name === backend.name && holdsForCalls(target));
}
