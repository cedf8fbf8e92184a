import { get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { integerOf, type ObjectView, ofKind } from '../objects/objects.js';
import { backendKinds, reachOfPolicy, rulesFor } from '../reach/policies.js';

/** Whether a policy reaches no model: every backend behind its targets is given, and none is one. */
function hasNoModel(stream: Node, policy: ObjectView): boolean {
  const reach = reachOfPolicy(stream, policy);
  if (reach === undefined || !reach.isWhole || ofKind(stream, 'AgentgatewayModel').length > 0) return false;
  return reach.targets.every(target => {
    const { types, isWhole } = backendKinds(rulesFor(stream, target));
    return isWhole && !types.has('ai');
  });
}

/** What is known only when the answer of a model is complete. */
const afterwards = /\b(?:llm\.(?:total|output|reasoning|completion)\w*|response\.\w+)/;

/** Costs of requests, which are computed before the call. */
function checkCosts(stream: Node, report: RuleContext['report']): void {
  for (const { node, path, parent } of fieldsNamed(stream, 'cost', 'descriptors')) {
    if (/^\s*0(?:\.0+|u)?\s*$/.test(text(node) ?? ''))
      report({ at: node, path, message: 'a cost of 0 counts nothing: nothing is limited by it', suggestion: 'write a cost of at least 1' });
    const [late] = afterwards.exec(text(node) ?? '') ?? [];
    if (late === undefined || text(get(parent, 'unit')) === 'Tokens') continue;
    report({
      at: node,
      path,
      message: `the unit is Requests, whose cost is computed before the call: "${late}" is not known then, and nothing is limited`,
      suggestion: 'write "unit: Tokens"',
    });
  }
}

/** Descriptors that say the same for each request, so that all requests share one limit. */
function checkDescriptors(stream: Node, report: RuleContext['report']): void {
  for (const { node, path } of fieldsNamed(stream, 'entries', 'descriptors')) {
    const values = items(node).map(item => text(get(item, 'expression'))?.trim() ?? '');
    if (values.length > 0 && values.every(value => /^(?:"[^"]*"|'[^']*'|\d+|true|false)$/.test(value)))
      report({
        at: node,
        path,
        message: 'nothing here differs between requests: all of them share one limit',
        suggestion: 'add an entry such as source.address or jwt.sub, unless one limit for all is meant',
        severity: 'info',
      });
  }
}

export const policyLimits: Rule = {
  id: 'policy-limits',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The limit does not limit what it says.',
  docs: {
    checks:
      'Rate limits: of local ones only the first entry is sent to the proxy, tokens are counted for models only, a burst is not negative, which the API server accepts, and the cost of a request is neither 0 nor read from its answer. An info for descriptors that are the same for all requests.',
    seen: 'Controllers of v1.1.0 and v1.4.1: of the entries of "local" only the first is sent; 10 requests with a burst of -20 become a limit of 18446744073709551606.',
    fix: 'Write one local limit in a policy, with requests unless all backends are models.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {rateLimit: {local: [{requests: 10, unit: Seconds}, {requests: 100, unit: Minutes}]}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {rateLimit: {local: [{requests: 10, unit: Seconds}]}}
`,
  },
  check({ root, report }) {
    checkCosts(root, report);
    checkDescriptors(root, report);
    for (const { node, path, owner } of fieldsNamed(root, 'unit', 'descriptors'))
      if (text(node) === 'Tokens' && hasNoModel(root, owner))
        report({
          at: node,
          path,
          message: 'tokens are those of models, and no backend of the route is one: nothing is counted',
          suggestion: 'use "Requests"',
        });
    for (const { node, path, owner } of fieldsNamed(root, 'local')) {
      items(node).forEach((item, index) => {
        if (index > 0)
          report({
            at: item,
            path: [...path, index],
            message: 'only the first local limit is used; this one has no effect',
            suggestion: 'keep one entry, or use a global limit',
          });
        const burst = get(item, 'burst');
        if ((integerOf(burst) ?? 0) < 0)
          report({
            at: burst!,
            path: [...path, index, 'burst'],
            message:
              'the burst is negative: it is added to the requests of the unit, and lowers the limit; from the negative of the requests on, the sum wraps around and limits nothing',
            suggestion: 'write 0 or more',
            severity: 'error',
          });
        const tokens = get(item, 'tokens');
        if (tokens !== undefined && hasNoModel(root, owner))
          report({
            at: tokens,
            path: [...path, index, 'tokens'],
            message: 'tokens are those of models, and no backend of the route is one: nothing is limited',
            suggestion: 'use "requests"',
          });
      });
    }
  },
};
