import { entry, get, isGiven, type Node, type Rule, text } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { mayBeSame, type ObjectView, ofKind, writtenOf } from '../objects/objects.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';
import { settingsOfOnePolicy } from '../reach/traffic-settings.js';

/** The fields of each part of which one counts. Authorization rules and AI policies of several policies are put together. */
const parts: Readonly<Record<string, readonly string[]>> = {
  traffic: settingsOfOnePolicy,
  frontend: ['accessLog', 'connect', 'http', 'metrics', 'proxyProtocol', 'tcp', 'tls', 'tracing'],
  backend: ['auth', 'health', 'http', 'tls', 'transformation', 'tunnel'],
};

const at = (target: PolicyTarget, key: string): string => writtenOf(get(target.node, key));
const isSame = (one: PolicyTarget, other: PolicyTarget): boolean =>
  one.kind === other.kind &&
  one.name === other.name &&
  mayBeSame(one.namespace, other.namespace) &&
  at(one, 'sectionName') === at(other, 'sectionName') &&
  at(one, 'port') === at(other, 'port');

const phaseOf = (spec: Node | undefined): string => text(get(get(spec, 'traffic'), 'phase')) ?? 'PostRouting';

/** The fields that two policies for one target both set, with the part. */
function shared(one: ObjectView, other: ObjectView): (readonly [part: string, field: string])[] {
  const [first, second] = [get(one.node, 'spec'), get(other.node, 'spec')];
  return Object.entries(parts).flatMap(([part, fields]) => {
    if (part === 'traffic' && phaseOf(first) !== phaseOf(second)) return [];
    return fields
      .filter(field => isGiven(get(first, part), field) && isGiven(get(second, part), field))
      .map((field): readonly [string, string] => [part, field]);
  });
}

export const policySameTarget: Rule = {
  id: 'policy-same-target',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Of two policies for one target that set the same field, the proxy uses one, and which one it is may differ from pod to pod.',
  docs: {
    checks:
      'Given policies for the same object and section do not set the same field of traffic, frontend or backend. Authorization rules and backend.ai are put together, and may be in several policies.',
    seen: 'The controller of v1.4.1 reports two policies with a timeout for one route as Attached=True and sends both. In static configurations v1.1.0 and v1.4.1 use one of two, and of eight starts of v1.4.1 three used the first.',
    fix: 'Put the field into one policy, or let the policies have different sections or targets.',
    wrong: `${policyFor('HTTPRoute', 'web', 'traffic: {timeouts: {request: 5s}}', 'short')}---
${policyFor('HTTPRoute', 'web', 'traffic: {timeouts: {request: 50s}}', 'long')}`,
    correct: `${policyFor('HTTPRoute', 'web', 'traffic: {timeouts: {request: 5s}}', 'short')}---
${policyFor('HTTPRoute', 'api', 'traffic: {timeouts: {request: 50s}}', 'long')}`,
  },
  check({ root, report }) {
    const policies = ofKind(root, 'AgentgatewayPolicy').filter(({ group }) => group === 'agentgateway.dev');
    const byTarget = new Map<string, { readonly policy: ObjectView; readonly target: PolicyTarget }[]>();
    for (const policy of policies) {
      const said = new Set<string>();
      for (const target of targetsOf(policy)) {
        const key = `${policy.file}/${target.kind}/${target.name}`;
        const before = byTarget.get(key) ?? [];
        for (const { policy: other, target: otherTarget } of before.slice(0, 100)) {
          if (!policy.own || other.node === policy.node || other.name === policy.name || !isSame(target, otherTarget)) continue;
          for (const [part, field] of shared(policy, other)) {
            if (said.has(`${part}.${field}`)) continue;
            said.add(`${part}.${field}`);
            const found = entry(get(get(policy.node, 'spec'), part), field)!;
            report({
              at: found.keySpan,
              path: ['spec', part, field],
              message: `the policy "${other.name}" sets "${field}" for the same ${target.kind} "${target.name}": one of the two is used`,
              suggestion: 'put it into one policy',
            });
          }
        }
        byTarget.set(key, [...before, { policy, target }]);
      }
    }
  },
};
