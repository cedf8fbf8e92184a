import { child, listed, localLimits, type PolicyView, policySets, remoteLimits, servesKind } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule, text } from '@mcpgw/structure';
import { onAiRoute, onRoute } from '../examples/examples.js';

export const aiPolicyWithoutAi: Rule = {
  id: 'ai-policy-without-ai',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'LLM policies run only for AI backends: on another route the guard guards nothing and the tokens are not counted.',
  docs: {
    checks: 'The policy `ai` and limits of the type `tokens` are on routes with an AI backend.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: a limit of 1 token on a route to a plain host never limits.',
    fix: 'Move the policy to the route of the AI backend, or count requests.',
    wrong: onRoute('localRateLimit: [{maxTokens: 100000, tokensPerFill: 100000, fillInterval: 60s, type: tokens}]'),
    correct: onAiRoute('localRateLimit: [{maxTokens: 100000, tokensPerFill: 100000, fillInterval: 60s, type: tokens}]'),
  },
  check({ root, report }) {
    const isElsewhere = (set: PolicyView): boolean => servesKind(root, set, 'ai') === false;
    for (const set of policySets(root)) {
      const ai = child({ node: set.node, path: set.path }, 'ai');
      if (ai !== undefined && !isNull(ai.node) && isElsewhere(set))
        report({
          at: ai.node,
          path: ai.path,
          message: 'no backend here is an AI backend, so this policy never runs',
          suggestion: 'move it to the route of the AI backend',
        });
    }
    const descriptors = remoteLimits(root).flatMap(limit =>
      listed(get(limit.node, 'descriptors'), [...limit.path, 'descriptors']).map(placed => ({ ...placed, set: limit.set })),
    );
    for (const { node, path, set } of [...localLimits(root), ...descriptors]) {
      const type = get(node, 'type');
      if (text(type) === 'tokens' && isElsewhere(set))
        report({
          at: type!,
          path: [...path, 'type'],
          message: 'no backend here is an AI backend, so no tokens are counted',
          suggestion: 'count requests, or move the limit to the route of the AI backend',
        });
    }
  },
};
