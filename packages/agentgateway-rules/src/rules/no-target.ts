import { targetedPolicies } from '@mcpgw/agentgateway/internal';
import { isGiven, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const noTarget: Rule = {
  id: 'no-target',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.4.0',
  why: 'Without host or backend the policy has nobody to ask: each call fails, and the failure mode decides.',
  docs: {
    checks: 'A policy that calls a service names it.',
    seen: 'Live: v1.4.1 starts; `extAuthz: {}` answers 403, and `extProc` with failOpen lets every request pass. v1.1.0 refuses the file.',
    fix: 'Add host, service or backend.',
    wrong: onRoute('extProc: {failureMode: failClosed}'),
    correct: onRoute('extProc: {host: "127.0.0.1:9000", failureMode: failClosed}'),
  },
  check({ root, report }) {
    for (const { node, path } of targetedPolicies(root)) {
      if (['host', 'backend', 'service', 'name'].some(key => isGiven(node, key))) continue;
      report({ at: node, path, message: 'the policy names no service to call', suggestion: 'add "host: name:port" or "backend: /name"' });
    }
  },
};
