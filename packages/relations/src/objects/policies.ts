/** Policies of agentgateway.dev: their targets, authorization checks, and the timeouts of these. */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, items, type Node, text } from '@mcpgw/structure';
import { type ObjectView, ofKind, ofKindIn, type Reference, targetsIn, textOr } from './objects.js';
import { placed } from './placed.js';
import { portOfSection } from './services.js';

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

/** Every authorization check of the policies, backends and routes of a stream, including conditional ones. */
export function checksOf(stream: Node): CheckView[] {
  const own = [...ofKind(stream, 'AgentgatewayPolicy'), ...ofKind(stream, 'AgentgatewayBackend')].flatMap(policy =>
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
  return [...own, ...filterChecks(stream)];
}

/** The authorization filters of routes, as checks. */
function filterChecks(stream: Node): CheckView[] {
  return ofKind(stream, 'HTTPRoute').flatMap(policy =>
    placed(policy.node, [], 'spec', 'rules')
      .flatMap(rule => placed(rule.node, rule.path, 'filters'))
      .flatMap(filter => {
        const node = get(filter.node, 'externalAuth');
        return node === undefined
          ? []
          : [{ policy, node, path: [...filter.path, 'externalAuth'], backend: referenceOf(get(node, 'backendRef'), policy) }];
      }),
  );
}

/** Whether a check uses gRPC. */
export const isGrpc = (check: CheckView): boolean => isGiven(check.node, 'grpc');

/** Whether a target of a policy applies to calls to a backend: it has no section, or the section is a port number. */
export function holdsForCalls(target: PolicyTarget): boolean {
  const section = text(get(target.node, 'sectionName'));
  return section === undefined || (target.kind === 'Service' && portOfSection(section) !== undefined);
}

const requestTimeout = (node: Node, ...path: Path): Node | undefined => at(node, ...path, 'http', 'requestTimeout');

/** Whether the stream has a timeout for the calls of a check. A policy that selects by labels counts, because it may apply. */
export function isBounded(stream: Node, check: CheckView): boolean {
  const inline = targetsIn(stream, check.backend).some(
    object => object.kind === 'AgentgatewayBackend' && requestTimeout(object.node, 'spec', 'policies') !== undefined,
  );
  return inline || boundersOf(stream, check.backend).some(policy => boundsCalls(policy, check.backend));
}

/** The policies that may bound calls to a backend: those of its namespace, and those that select by labels. */
const boundersOf = (stream: Node, backend: Reference): readonly ObjectView[] => [
  ...ofKindIn(stream, 'AgentgatewayPolicy', backend.namespace),
  ...selectingPolicies(stream),
];

const selecting = new WeakMap<Node, readonly ObjectView[]>();

function selectingPolicies(stream: Node): readonly ObjectView[] {
  const found =
    selecting.get(stream) ??
    ofKind(stream, 'AgentgatewayPolicy').filter(policy => at(policy.node, 'spec', 'targetSelectors') !== undefined);
  selecting.set(stream, found);
  return found;
}

function boundsCalls(policy: ObjectView, backend: Reference): boolean {
  if (requestTimeout(policy.node, 'spec', 'backend') === undefined) return false;
  if (items(at(policy.node, 'spec', 'targetSelectors')).some(selector => textOr(selector, 'kind', '') === backend.kind)) return true;
  const near = policy.namespace === '' || backend.namespace === '' || policy.namespace === backend.namespace;
  return near && targetsOf(policy).some(target => target.kind === backend.kind && target.name === backend.name && holdsForCalls(target));
}
