import { matches } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const methodNeverMatches: Rule = {
  id: 'method-never-matches',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Methods are compared exactly: this one is never sent.',
  docs: {
    checks: 'Looks for methods that are not written in upper case.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404 to GET on a route for `get`.',
    fix: 'Write the method in upper case.',
    wrong: withRoute('matches:\n- path:\n    pathPrefix: /\n  method: get'),
    correct: withRoute('matches:\n- path:\n    pathPrefix: /\n  method: GET'),
  },
  check({ root, report }) {
    for (const { node, path } of matches(root)) {
      const method = get(node, 'method');
      const value = text(method);
      if (value === undefined || /^[A-Z]+(?:-[A-Z]+)*$/.test(value) || value.includes('$')) continue;
      const fix = /^[a-zA-Z]+$/.test(value) ? [{ span: method!.span, text: value.toUpperCase() }] : [];
      report({
        at: method!,
        path: [...path, 'method'],
        message: `no request has the method "${value}"`,
        suggestion: `write a method in upper case, such as "${/^[a-zA-Z]+$/.test(value.trim()) ? value.trim().toUpperCase() : 'GET'}"`,
        fix,
      });
    }
  },
};
