import { get, type Rule, text } from '@mcpgw/structure';
import { parseDuration } from '../config/duration.js';
import { policiesNamed } from '../views/views.js';

export const timeoutBackendGtRequest: Rule = {
  id: 'timeout-backend-gt-request',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The request ends before its backend timeout does, which so never takes effect.',
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'timeout')) {
      const [whole, backend] = ['requestTimeout', 'backendRequestTimeout'].map(key => parseDuration(text(get(node, key)) ?? ''));
      if (
        whole === undefined ||
        backend === undefined ||
        'problem' in whole ||
        'problem' in backend ||
        whole.value === 0n ||
        backend.value <= whole.value
      )
        continue;
      report({
        at: get(node, 'backendRequestTimeout')!,
        path: [...path, 'backendRequestTimeout'],
        message: 'backendRequestTimeout exceeds requestTimeout and never takes effect',
        suggestion: 'make it shorter than requestTimeout',
      });
    }
  },
};
