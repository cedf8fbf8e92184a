import { integerOf, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const directResponseBody: Rule = {
  id: 'direct-response-body',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The body cannot be sent: it is dropped, or the answer fails.',
  docs: {
    checks: 'Checks direct responses for a body beside a status that has none, and for a body beside an expression for the body.',
    seen: 'Versions 1.1.0 and 1.4.1 send no body with status 204. v1.4.1 answers 500 `body and bodyExpression may not both be set`.',
    fix: 'Use status 200 for an answer with a body, and one of `body` and `bodyExpression`.',
    wrong: withRoute('policies:\n  directResponse:\n    status: 204\n    body: ok\nbackends: []'),
    correct: withRoute('policies:\n  directResponse:\n    status: 200\n    body: ok\nbackends: []'),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'directResponse')) {
      const [body, expression] = [get(node, 'body'), get(node, 'bodyExpression')];
      if (body === undefined || text(body) === '') continue;
      const status = integerOf(get(node, 'status'));
      if (status === 204 || status === 205 || status === 304)
        report({
          at: body,
          path: [...path, 'body'],
          message: `an answer of status ${status} has no body`,
          suggestion: 'use status 200, or remove the body',
        });
      if (expression !== undefined && !isNull(expression))
        report({
          at: expression,
          path: [...path, 'bodyExpression'],
          message: 'with "body" and "bodyExpression" every request fails',
          suggestion: 'keep one of them',
        });
    }
  },
};
