import type { Path } from '@mcpgw/diagnostics';
import { at, get, given, items, type Node, type Rule, text } from '@mcpgw/structure';
import { gatewayApi, listenersOf } from '../objects/gateways.js';
import { integerOf, labelsOfObject, mayBeSame, named, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';
import { hasLabels } from '../objects/selectors.js';

/** Kinds that are easily taken for one another as the target of a policy. */
const alike: readonly (readonly string[])[] = [
  ['HTTPRoute', 'GRPCRoute'],
  ['Service', 'AgentgatewayBackend', 'InferencePool'],
  ['Gateway', 'ListenerSet'],
];

/** The names of the sections of an object; undefined if they are not known here. Rules of their own check the ports of a Service. */
function sectionsOf(object: ObjectView): string[] | undefined {
  if (object.kind === 'Gateway' || object.kind === 'ListenerSet') return listenersOf(object).map(({ name }) => name);
  if (object.kind === 'HTTPRoute' || object.kind === 'GRPCRoute')
    return items(at(object.node, 'spec', 'rules')).flatMap(rule => text(get(rule, 'name')) ?? []);
  return object.kind === 'AgentgatewayBackend' ? backendSections(object) : undefined;
}

/** The name that the controller gives to the provider of a backend that has only one. */
const onlyProvider = 'backend';

/** The parts of a backend that a policy may name: its providers, or its MCP targets. Those that labels select are unknown. */
function backendSections(backend: ObjectView): string[] | undefined {
  const targets = items(at(backend.node, 'spec', 'mcp', 'targets'));
  if (targets.some(target => get(target, 'selector') !== undefined)) return undefined;
  const providers = items(at(backend.node, 'spec', 'ai', 'groups')).flatMap(group => items(get(group, 'providers')));
  const single = at(backend.node, 'spec', 'ai', 'provider') === undefined ? [] : [onlyProvider];
  return [...single, ...[...targets, ...providers].flatMap(each => text(get(each, 'name')) ?? [])];
}

interface Problem {
  readonly at: Node;
  readonly path: Path;
  readonly message: string;
  readonly suggestion: string;
}

/** The problem of a section that none of the objects has, which a target or a selector of targets means. */
function missingSection(node: Node, path: Path, objects: readonly ObjectView[]): Problem | undefined {
  const section = given(node, 'sectionName');
  const name = text(section);
  const [first] = objects;
  const known = objects.map(sectionsOf);
  if (first === undefined || name === undefined || !known.every(names => names !== undefined && !names.includes(name))) return undefined;
  const names = known.flatMap(each => each ?? []);
  return {
    at: section!,
    path: [...path, 'sectionName'],
    message: `the ${first.kind} "${first.name}" has no section "${name}": the policy is not attached`,
    suggestion: names.length === 0 ? 'remove the section, or give the part a name' : `its sections: ${names.join(', ')}`,
  };
}

function problem(stream: Node, target: PolicyTarget): Problem | undefined {
  const objects = targetsIn(stream, target);
  if (objects.length === 0) return wrongKind(stream, target);
  const missing = missingSection(target.node, target.path, objects);
  if (missing !== undefined) return missing;
  const port = integerOf(get(target.node, 'port'));
  if (port === undefined || target.kind !== 'Gateway' || objects.some(object => listenersOf(object).some(each => each.port === port)))
    return undefined;
  return {
    at: get(target.node, 'port')!,
    path: [...target.path, 'port'],
    message: `the Gateway "${target.name}" has no listener at port ${port}: the policy is not attached`,
    suggestion: 'write the port of a listener',
  };
}

function wrongKind(stream: Node, target: PolicyTarget): Problem | undefined {
  const others = alike.find(kinds => kinds.includes(target.kind)) ?? [];
  const other = others
    .filter(kind => kind !== target.kind)
    .flatMap(kind => named(stream, kind, target.name))
    .find(object => mayBeSame(object.namespace, target.namespace));
  return other === undefined
    ? undefined
    : {
        at: get(target.node, 'kind') ?? target.node,
        path: [...target.path, 'kind'],
        message: `no ${target.kind} is named "${target.name}", but a ${other.kind} is: the policy is not attached`,
        suggestion: `write kind: ${other.kind}, with its group "${other.group}"`,
      };
}

/** The problem of a selector that matches none of the given objects of its kind, or none that has its section. */
function emptySelection(stream: Node, policy: ObjectView, selector: Node, path: Path): Problem | undefined {
  const kind = textOr(selector, 'kind', '');
  const group = textOr(selector, 'group', '');
  const all = ofKind(stream, kind).filter(object => object.group === group);
  const near = all.filter(object => mayBeSame(object.namespace, policy.namespace));
  const selected = near.filter(object => hasLabels(get(selector, 'matchLabels'), labelsOfObject(object)));
  if (all.length === 0 || selected.length > 0) return missingSection(selector, path, selected);
  const where = near.length === 0 ? `in namespace "${policy.namespace}", where the policy is` : 'with these labels';
  return {
    at: get(selector, 'matchLabels') ?? selector,
    path: [...path, 'matchLabels'],
    message: `no given ${kind} is ${where}: the policy is not attached`,
    suggestion: near.length === 0 ? 'put the policy into the namespace of its targets' : 'write the labels of the targets',
  };
}

export const policyNotAttached: Rule = {
  id: 'policy-not-attached',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policy is accepted and has no effect: what it should protect or change is as if it were not there.',
  docs: {
    checks:
      'Every target of an AgentgatewayPolicy or BackendTLSPolicy among the given objects: its kind, its section (a listener, a named rule of a route, a provider or MCP target of a backend), its port, and the labels and sections of selectors. For the ports of a Service there are backend-tls-policy and policy-section-without-effect.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a missing target gives Accepted with Attached=False, Pending.',
    fix: 'Write kind, name and section of an object that is in the namespace of the policy.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge, sectionName: https}]
  traffic: {timeouts: {request: 10s}}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge, sectionName: http}]
  traffic: {timeouts: {request: 10s}}
`,
  },
  check({ root, report }) {
    const policies = [...ofKind(root, 'AgentgatewayPolicy'), ...ofKind(root, 'BackendTLSPolicy')];
    for (const policy of policies) {
      if (!policy.own || !['agentgateway.dev', gatewayApi].includes(policy.group)) continue;
      const found = [
        ...targetsOf(policy).map(target => problem(root, target)),
        ...items(at(policy.node, 'spec', 'targetSelectors')).map((node, index) =>
          emptySelection(root, policy, node, ['spec', 'targetSelectors', index]),
        ),
      ];
      for (const each of found) if (each !== undefined) report(each);
    }
  },
};
