import { integerOf, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const directResponseStatus: Rule = {
  id: 'direct-response-status',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The status is not a status of HTTP: clients treat the answer as broken.',
  docs: {
    checks: 'Checks the status of direct responses (200 to 599) and of redirects (300 to 399).',
    fix: 'Use a status that HTTP defines, such as 200, 403 or 302.',
    wrong: withRoute('policies:\n  directResponse:\n    status: 700\n    body: no\nbackends: []'),
    correct: withRoute('policies:\n  directResponse:\n    status: 403\n    body: no\nbackends: []'),
  },
  check({ root, report }) {
    for (const { node, path } of [...policiesNamed(root, 'directResponse'), ...policiesNamed(root, 'requestRedirect')]) {
      const status = get(node, 'status');
      const value = integerOf(status);
      const redirect = path.includes('requestRedirect');
      if (value === undefined || (redirect ? value >= 300 && value <= 399 : value >= 200 && value <= 599)) continue;
      report({
        at: status!,
        path: [...path, 'status'],
        message: `${value} is not a status of ${redirect ? 'a redirect' : 'an answer'}`,
        suggestion: redirect ? 'use 301, 302, 307 or 308' : 'use a status from 200 to 599',
      });
    }
  },
};
