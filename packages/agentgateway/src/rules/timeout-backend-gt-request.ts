import { get, type Rule, text } from '@mcpgw/structure';
import { parseDuration } from '../config/duration.js';
import { withRoute } from '../views/examples.js';
import { policiesNamed } from '../views/views.js';

export const timeoutBackendGtRequest: Rule = {
  id: 'timeout-backend-gt-request',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The request ends before its backend timeout does, which so never takes effect.',
  docs: {
    checks: 'Compares the timeout of the backend with that of the whole request.',
    fix: 'Make `backendRequestTimeout` shorter than `requestTimeout`.',
    wrong: withRoute('policies:\n  timeout:\n    requestTimeout: 10s\n    backendRequestTimeout: 20s'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 20s\n    backendRequestTimeout: 10s'),
  },
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
