import { regexStartsElsewhere, whyPathNeverMatches } from '@mcpgw/agentgateway';
import { matches } from '@mcpgw/agentgateway/internal';
import { at, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const pathNeverMatches: Rule = {
  id: 'path-never-matches',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The path of a request never has this form: the route answers 404 to what it was written for.',
  docs: {
    checks:
      'Looks for paths that no request has: with a query, a wildcard, a placeholder or characters that clients encode, and for regular expressions that do not start with "/".',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 404 `route not found` to `/api/x` for the prefix `/api/*`, to `/a?x=1` for the exact path `/a?x=1`, and to `/ab` for the regular expression `a.*`.',
    fix: 'Write the path as it is sent, without query and wildcard. Use `pathPrefix` for everything below a path, or `regex` for patterns.',
    wrong: withRoute('matches:\n- path:\n    pathPrefix: "/api/*"'),
    correct: withRoute('matches:\n- path:\n    pathPrefix: /api'),
  },
  check({ root, report }) {
    for (const { node, path } of matches(root)) {
      for (const key of ['exact', 'pathPrefix', 'regex']) {
        const place = at(node, 'path', key);
        const value = text(place);
        if (place === undefined || value === undefined || value === '' || (key !== 'regex' && value.includes('$'))) continue;
        const why =
          key !== 'regex'
            ? whyPathNeverMatches(value)
            : regexStartsElsewhere(value)
              ? 'it does not start with "/", and the whole path has to match'
              : undefined;
        if (why === undefined) continue;
        const suggestion = key === 'regex' ? `write "/${value.replace(/^\^/, '')}"` : 'use "pathPrefix" without it, or "regex"';
        report({ at: place, path: [...path, 'path', key], message: `no request matches the path "${value}": ${why}`, suggestion });
      }
    }
  },
};
