import { child, mcpTargets } from '../agentgateway/views.js';
import { text } from '../yaml/node.js';
import type { Rule } from './rule.js';

export const urlPortIgnored: Rule = {
  id: 'url-port-ignored',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A port that is no number is dropped in silence: 80 is used, or 443 for https.',
  check({ root, report }) {
    for (const { spec } of mcpTargets(root)) {
      const host = child(spec, 'host');
      const value = text(host?.node) ?? '';
      const port = /^(?:[a-z]+:\/\/)?(?:[^/@?#]*@)?(?:\[[^\]]*\]|[^/:?#]*):([^/?#]*)/i.exec(value)?.[1];
      if (port === undefined || value.includes('$') || (/^\d+$/.test(port) && Number(port) <= 65535)) continue;
      report({
        at: host!.node,
        path: host!.path,
        message: `the port "${port}" is dropped; ${/^https:/i.test(value) ? 443 : 80} is used instead`,
        suggestion: 'write a port from 1 to 65535',
      });
    }
  },
};
