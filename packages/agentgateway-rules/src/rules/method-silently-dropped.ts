import { matches } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const methodSilentlyDropped: Rule = {
  id: 'method-silently-dropped',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A method that is not a string is dropped, and the route then takes every method.',
  docs: {
    checks: 'Looks for methods that are not one string, such as a list.',
    seen: 'Live: v1.1.0 and v1.4.1 take GET and DELETE on a route with `method: [GET]`; with `method: GET`, DELETE gets 404.',
    fix: 'Write one match for each method.',
    wrong: withRoute('matches:\n- path:\n    pathPrefix: /\n  method: [GET]'),
    correct: withRoute('matches:\n- path:\n    pathPrefix: /\n  method: GET'),
  },
  check({ root, report }) {
    for (const { node, path } of matches(root)) {
      const method = get(node, 'method');
      if (method === undefined || isNull(method) || text(method) !== undefined) continue;
      report({
        at: method,
        path: [...path, 'method'],
        message: 'a method that is not a string is dropped: the route takes every method',
        suggestion: 'write one match for each method, such as "method: GET"',
      });
    }
  },
};
