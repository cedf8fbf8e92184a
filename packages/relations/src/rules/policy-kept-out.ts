import { get, type Node, type Rule } from '@mcpgw/structure';
import { onGateway, policyFor } from '../examples/examples.js';
import type { ObjectView } from '../objects/objects.js';
import { ownPolicies, type PolicyReach, policiesView, rulesFor, type TargetReach } from '../reach/policies.js';
import { trafficSettings } from '../reach/traffic-settings.js';

const known = new WeakMap<Node, Map<ObjectView, ReadonlyMap<string, TargetReach>>>();

/** The fields of `traffic` that a policy of an object keeps from narrower policies, each with one such policy. */
function keptBy(stream: Node, object: ObjectView): ReadonlyMap<string, TargetReach> {
  const all = known.get(stream) ?? new Map<ObjectView, ReadonlyMap<string, TargetReach>>();
  known.set(stream, all);
  const done = all.get(object) ?? kept(policiesView(stream).on.get(object) ?? []);
  all.set(object, done);
  return done;
}

function kept(targets: readonly TargetReach[]): ReadonlyMap<string, TargetReach> {
  const found = new Map<string, TargetReach>();
  for (const target of targets) {
    const { isOverride, isEarly, spec } = target.policy;
    const traffic = get(spec, 'traffic');
    const isWhole = target.section === undefined && target.port === undefined;
    if (!isOverride || isEarly || !isWhole || traffic?.kind !== 'map') continue;
    for (const { name } of trafficSettings(traffic)) found.set(name, target);
  }
  return found;
}

/** The policies that keep a field of a policy for routes out on every way to these routes. */
function keepers(stream: Node, { targets }: PolicyReach, field: string): readonly TargetReach[] | undefined {
  const found = targets.map(target => {
    const { object, section } = target;
    const ofRoute = section === undefined ? undefined : keptBy(stream, object).get(field);
    if (ofRoute !== undefined) return ofRoute;
    const gateways = rulesFor(stream, target)[0]?.reach.gateways ?? [];
    const each = gateways.map(gateway => keptBy(stream, gateway).get(field));
    return each.includes(undefined) ? undefined : each[0];
  });
  return found.length === 0 || found.includes(undefined) ? undefined : found.map(each => each!);
}

export const policyKeptOut: Rule = {
  id: 'policy-kept-out',
  severity: 'warning',
  since: '1.3.0',
  kinds: ['manifest'],
  why: 'A policy with inheritance Override keeps the same field of narrower policies out: what the narrower one says is accepted and has no effect.',
  docs: {
    checks:
      'Fields of traffic in policies for HTTPRoutes and GRPCRoutes: no given policy with inheritance Override for their Gateway, or for the whole route of a rule, sets the same field.',
    seen: 'The controller of v1.4.1 reports both policies as Attached=True and sends both to the proxy.',
    basedOn: 'The source of the proxy of v1.4.1: the broader policy is used.',
    fix: 'Remove the field from the narrower policy, or the strategy from the broader one.',
    wrong: `${onGateway('strategy: {inheritance: Override}\ntraffic: {timeouts: {request: 30s}}')}---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]}
---
${policyFor('HTTPRoute', 'web', 'traffic: {timeouts: {request: 120s}}', 'slow')}`,
    correct: `${onGateway('traffic: {timeouts: {request: 30s}}')}---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]}
---
${policyFor('HTTPRoute', 'web', 'traffic: {timeouts: {request: 120s}}', 'slow')}`,
  },
  check({ root, report }) {
    for (const reach of ownPolicies(root)) {
      const traffic = get(reach.spec, 'traffic');
      if (reach.bySelector || reach.isEarly || traffic?.kind !== 'map') continue;
      for (const { name, path, keySpan } of trafficSettings(traffic)) {
        const first = keepers(root, reach, name)?.find(({ policy }) => policy !== reach);
        if (first === undefined) continue;
        const { object, policy } = first;
        report({
          at: keySpan,
          path,
          message: `the policy "${policy.policy.name}" of the ${object.kind} "${object.name}" has inheritance Override and sets "${name}": this one is not used`,
          suggestion: 'remove one of the two, or the strategy of the broader policy',
        });
      }
    }
  },
};
