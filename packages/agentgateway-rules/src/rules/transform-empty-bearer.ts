import { transformExpressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const transformEmptyBearer: Rule = {
  id: 'transform-empty-bearer',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'When the header is missing, the backend gets "Bearer " without a token, which hides that there is none.',
  docs: {
    checks: 'An Authorization header is not made from a value that may be missing.',
    seen: 'Live: v1.1.0 and v1.4.1 send the header `Bearer` without a token; with the expression that fails they send none.',
    fix: 'Leave the default out: without the value, the header is not set.',
    wrong: onRoute(`transformations: {request: {set: {authorization: "'Bearer ' + default(request.headers['x-token'], '')"}}}`),
    correct: onRoute(`transformations: {request: {set: {authorization: "'Bearer ' + request.headers['x-token']"}}}`),
  },
  check({ root, report }) {
    for (const { node, path, expression } of transformExpressions(root)) {
      if (!/["']Bearer\s*["']\s*\+\s*default\s*\([\s\S]*,\s*(?:""|'')\s*\)/.test(expression)) continue;
      report({
        at: node,
        path,
        message: 'without the header the backend gets "Bearer " and no token',
        suggestion: 'set the header only when there is a token, such as with a condition',
      });
    }
  },
};
