import { matches } from '@mcpgw/agentgateway/internal';
import { at, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const pathWithoutSlash: Rule = {
  id: 'path-without-slash',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Paths of requests start with "/": this match never holds.',
  docs: {
    checks: 'Looks for paths of matches that do not start with a slash.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404 to `/api` on a route for `api`, as an exact path and as a prefix.',
    fix: 'Start the path with "/".',
    wrong: withRoute('matches:\n- path:\n    pathPrefix: api'),
    correct: withRoute('matches:\n- path:\n    pathPrefix: /api'),
  },
  check({ root, report }) {
    for (const { node, path } of matches(root)) {
      for (const key of ['exact', 'pathPrefix']) {
        const value = text(at(node, 'path', key));
        if (value === undefined || (value === '' && key === 'pathPrefix') || value.startsWith('/') || value.includes('$')) continue;
        const place = at(node, 'path', key)!;
        report({
          at: place,
          path: [...path, 'path', key],
          message: `the path "${value}" does not start with "/" and never matches`,
          suggestion: `write "/${value}"`,
          fix: [{ span: place.span, text: JSON.stringify(`/${value}`) }],
        });
      }
    }
  },
};
