import { expressions, reasonOf } from '@mcpgw/agentgateway/internal';
import { type Rule, yes } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const authzNeverMatch: Rule = {
  id: 'authz-never-match',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The rule never holds: a rule that allows then allows nobody, one that denies denies nobody, and one that is required refuses everything.',
  docs: {
    checks: 'The expression of every authorization rule can be true.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 403 to every request with the rule `request.method == "get"`.',
    fix: 'Compare with a value that the variable can have: methods are in upper case, paths begin with "/".',
    wrong: onRoute(`authorization: {rules: ['request.method == "get"']}`),
    correct: onRoute(`authorization: {rules: ['request.method == "GET"']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, use, judgement, effect, text, broken } of expressions(root, version)) {
      if (!['allow', 'deny', 'require'].includes(use) || (judgement.outcomes & yes) !== 0) continue;
      if (broken) continue;
      if (judgement.type !== undefined && judgement.type !== 'bool') continue;
      const reason = reasonOf(judgement.constants, text, judgement.outcomes);
      report({ at: node, path, message: `the rule never holds: ${reason}; ${effect}`, suggestion: 'write a condition that can be true' });
    }
  },
};
