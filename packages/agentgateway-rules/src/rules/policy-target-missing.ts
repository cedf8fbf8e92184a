import { child, listed, missingTarget } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';

export const policyTargetMissing: Rule = {
  id: 'policy-target-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy is attached to something that does not exist, so it never applies.',
  docs: {
    checks: 'Looks for the target of each attached policy among the listeners, routes, backends and services of the file.',
    seen: 'Live: v1.1.0 and v1.4.1 let a request pass that a policy attached to a missing route would deny.',
    fix: 'Name something that exists, or write the policy where it belongs.',
    wrong:
      'policies:\n- name:\n    name: p\n    namespace: default\n  target:\n    route:\n      name: other\n      namespace: default\n  policy:\n    timeout:\n      requestTimeout: 30s\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - name: api\n      backends:\n      - host: "api:8080"\n',
    correct:
      'policies:\n- name:\n    name: p\n    namespace: default\n  target:\n    route:\n      name: api\n      namespace: default\n  policy:\n    timeout:\n      requestTimeout: 30s\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - name: api\n      backends:\n      - host: "api:8080"\n',
  },
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
