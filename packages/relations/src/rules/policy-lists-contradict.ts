import { at, get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { ownPolicies, type PolicyReach, policiesView } from '../reach/policies.js';

const rulesOf = ({ spec }: PolicyReach) => items(at(spec, 'traffic', 'authorization', 'policy', 'matchExpressions'));
const actionOf = ({ spec }: PolicyReach): string => text(at(spec, 'traffic', 'authorization', 'action')) ?? 'Allow';

/** Rules that allow what a policy of the same object denies: rules of all policies are put together, and those that deny win. */
function checkRules(stream: Parameters<Rule['check']>[0]['root'], report: RuleContext['report']): void {
  for (const policy of ownPolicies(stream).filter(each => actionOf(each) === 'Allow')) {
    const rivals = policy.targets
      .flatMap(({ object }) => policiesView(stream).on.get(object) ?? [])
      .filter(each => actionOf(each.policy) === 'Deny');
    const denied = new Map(rivals.flatMap(each => rulesOf(each.policy).map(rule => [text(rule)?.trim() ?? '', each.policy] as const)));
    rulesOf(policy).forEach((rule, index) => {
      const rival = denied.get(text(rule)?.trim() ?? '');
      if (rival === undefined || text(rule) === undefined) return;
      report({
        at: rule,
        path: ['spec', 'traffic', 'authorization', 'policy', 'matchExpressions', index],
        message: `the policy "${rival.policy.name}" denies the same requests, and rules that deny win: this one allows nobody`,
        suggestion: 'remove one of the two rules',
      });
    });
  }
}

export const policyListsContradict: Rule = {
  id: 'policy-lists-contradict',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'What is both allowed and disallowed is disallowed: the entry that allows it does nothing.',
  docs: {
    checks:
      'The lists allowedRequestHeaders and disallowedRequestHeaders of a guardrail have no name in common, regardless of case; no rule of authorization allows what a policy of the same object denies in the same words.',
    seen: 'The controller of v1.4.1 accepts both and sends them to the proxy.',
    fix: 'Keep the header in one of the two lists.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: guard}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
  backend:
    mcp:
      guardrails:
        processors:
          - remote: {backendRef: {name: guard, port: 9000}, allowedRequestHeaders: [x-user], disallowedRequestHeaders: [X-User]}
            methods: {tools/call: Full}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: guard}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
  backend:
    mcp:
      guardrails:
        processors:
          - remote: {backendRef: {name: guard, port: 9000}, allowedRequestHeaders: [x-user], disallowedRequestHeaders: [cookie]}
            methods: {tools/call: Full}
`,
    version: '1.4.1',
  },
  check({ root, report }) {
    checkRules(root, report);
    for (const { node, path, parent } of fieldsNamed(root, 'allowedRequestHeaders')) {
      const denied = new Set(items(get(parent, 'disallowedRequestHeaders')).map(item => (text(item) ?? '').toLowerCase()));
      items(node).forEach((item, index) => {
        const name = text(item);
        if (name === undefined || !denied.has(name.toLowerCase())) return;
        report({
          at: item,
          path: [...path, index],
          message: `"${name}" is in disallowedRequestHeaders too, and is never sent`,
          suggestion: 'keep it in one of the two lists',
        });
      });
    }
  },
};
