import { get, type Rule } from '@mcpgw/structure';
import { missingTarget } from '../views/policy-targets.js';
import { child, listed } from '../views/views.js';

export const policyTargetMissing: Rule = {
  id: 'policy-target-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy is attached to something that does not exist, so it never applies.',
  check({ root, report }) {
    for (const policy of listed(get(root, 'policies'), ['policies'])) {
      const target = child(policy, 'target');
      const problem = target === undefined ? undefined : missingTarget(root, target.node);
      if (problem !== undefined)
        report({
          at: problem.node,
          path: target!.path,
          message: problem.message,
          suggestion: 'name something that exists, or write the policy where it belongs',
        });
    }
  },
};
