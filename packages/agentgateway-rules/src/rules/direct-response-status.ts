import { integerOf, policiesNamed } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const directResponseStatus: Rule = {
  id: 'direct-response-status',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The status is not a status of HTTP, or says something that the answer does not hold: clients treat the answer as broken.',
  docs: {
    checks:
      'Checks the status of direct responses (200 to 599) and of redirects (300 to 399), and that a direct response that redirects has a location.',
    seen: 'Live: v1.1.0 and v1.4.1 send the status 700, a redirect with the status 200, and 302 without `location` for `directResponse: {status: 302}`.',
    fix: 'Use a status that HTTP defines, such as 200, 403 or 302.',
    wrong: withRoute('policies:\n  directResponse:\n    status: 700\n    body: no\nbackends: []'),
    correct: withRoute('policies:\n  directResponse:\n    status: 403\n    body: no\nbackends: []'),
  },
  check({ root, report }) {
    for (const { node, path } of [...policiesNamed(root, 'directResponse'), ...policiesNamed(root, 'requestRedirect')]) {
      const status = get(node, 'status');
      const value = integerOf(status);
      const redirect = path.includes('requestRedirect');
      const names = entries(get(node, 'headers')).map(({ key }) => key.toLowerCase());
      if (!redirect && value !== undefined && [301, 302, 303, 307, 308].includes(value) && !names.includes('location'))
        report({
          at: status!,
          path: [...path, 'status'],
          message: `${value} is a redirect, and no header "location" says where to`,
          suggestion: `add "headers: {location: '"https://..."'}", or use "requestRedirect"`,
        });
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
