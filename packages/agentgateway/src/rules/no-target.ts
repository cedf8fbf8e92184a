import type { Rule } from '@mcpgw/structure';
import { present } from '../references/reference-context.js';
import { targetedPolicies } from '../views/ext-authz.js';

export const noTarget: Rule = {
  id: 'no-target',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.4.0',
  why: 'Without host or backend the policy has nobody to ask: each call fails, and the failure mode decides.',
  docs: {
    checks: 'A policy that calls a service names it.',
    fix: 'Add host, service or backend.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extProc: {failureMode: failClosed}
      backends:
      - host: "127.0.0.1:8080"
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extProc: {host: "127.0.0.1:9000", failureMode: failClosed}
      backends:
      - host: "127.0.0.1:8080"
`,
  },
  check({ root, report }) {
    for (const { node, path } of targetedPolicies(root)) {
      if (['host', 'backend', 'service', 'name'].some(key => present(node, key) !== undefined)) continue;
      report({ at: node, path, message: 'the policy names no service to call', suggestion: 'add "host: name:port" or "backend: /name"' });
    }
  },
};
