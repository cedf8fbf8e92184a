import { expressions, reasonOf } from '@mcpgw/agentgateway/internal';
import { type Rule, yes } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const conditionNeverTrue: Rule = {
  id: 'condition-never-true',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A condition or filter that never holds switches off what it belongs to.',
  docs: {
    checks: 'Conditions of policies, retries, health checks and log filters can be true.',
    seen: 'Live: v1.1.0 and v1.4.1 write no access log with `filter: "response.code == \'500\'"`: a number never equals a string.',
    fix: 'Write a condition that can hold, or remove the policy.',
    wrong: onRoute(`retry: {attempts: 2, codes: [503], condition: 'response.code == "503"'}`),
    correct: onRoute(`retry: {attempts: 2, codes: [503], condition: 'response.code == 503'}`),
  },
  check({ root, version, report }) {
    for (const { node, path, judgement, use, effect, text, broken } of expressions(root, version)) {
      if ((use !== 'condition' && use !== 'filter') || (judgement.outcomes & yes) !== 0) continue;
      if (broken) continue;
      const reason = reasonOf(judgement.constants, text, judgement.outcomes);
      report({
        at: node,
        path,
        message: `the condition never holds, so ${effect}: ${reason}`,
        suggestion: 'write a condition that can be true',
      });
    }
  },
};
