import { matches } from '@mcpgw/agentgateway/internal';
import { at, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Why no path of a request is equal to, or starts with, a text that starts with `/`. */
function whyNever(value: string): string | undefined {
  if (/[?#]/.test(value)) return 'the path of a request ends before "?" and "#"';
  if (value.includes('*')) return '"*" has no meaning here and is compared as it is';
  if (/\{[^{}]*\}|\/:\w/.test(value)) return 'placeholders have no meaning here and are compared as they are';
  if (/[^!-~]/.test(value)) return 'clients send spaces and letters outside of ASCII percent-encoded';
  if (/^\/(?:\^|.*\$$)|\.[*+]|\\/.test(value)) return 'it reads as a regular expression, and is compared as it is';
  return /^\/?https?:\/\//i.test(value) ? 'it is a URL, and only the path is compared' : undefined;
}

/** A regular expression that starts with an ordinary character other than a slash matches no path. */
const startsElsewhere = (pattern: string): boolean =>
  /^\^?(?:[A-Za-z0-9_~-]|\\[.-])/.test(pattern) && !/^\^?.[*?{]/.test(pattern) && !hasBranch(pattern);

function hasBranch(pattern: string): boolean {
  return pattern.includes('|');
}

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
            ? whyNever(value)
            : startsElsewhere(value)
              ? 'it does not start with "/", and the whole path has to match'
              : undefined;
        if (why === undefined) continue;
        const suggestion = key === 'regex' ? `write "/${value.replace(/^\^/, '')}"` : 'use "pathPrefix" without it, or "regex"';
        report({ at: place, path: [...path, 'path', key], message: `no request matches the path "${value}": ${why}`, suggestion });
      }
    }
  },
};
