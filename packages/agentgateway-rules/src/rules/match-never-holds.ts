import { whyHeaderNeverMatches, whyQueryNeverMatches } from '@mcpgw/agentgateway';
import { listed, matches, routes } from '@mcpgw/agentgateway/internal';
import { at, get, inRange, isNull, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const matchNeverHolds: Rule = {
  id: 'match-never-holds',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The condition is never true, so the route never gets a request.',
  docs: {
    checks:
      'Looks for an empty list of matches, for headers that the proxy removes before it chooses a route, and for values that no header or parameter has, such as the scheme of a credential alone.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 404 `route not found` with `matches: []`, with a match on the header `host` or `connection`, with a header value that starts with a space, and with the parameter value `a%20b`.',
    fix: 'Remove `matches` to take every request. Use `hostnames` for the host. Write values as they are after decoding.',
    wrong: withRoute('matches: []'),
    correct: withRoute('hostnames: [api.example]'),
  },
  check({ root, version, report }) {
    for (const route of routes(root)) {
      const list = get(route.node, 'matches');
      if (list?.kind === 'list' && list.items.length === 0)
        report({
          at: list,
          path: [...route.path, 'matches'],
          message: 'an empty list of matches takes no request',
          suggestion: 'remove "matches" to take every request',
        });
    }
    for (const match of matches(root)) {
      for (const [key, problemOf] of [
        ['headers', whyHeaderNeverMatches],
        ['query', whyQueryNeverMatches],
      ] as const) {
        for (const entry of listed(get(match.node, key), [...match.path, key])) {
          const problem = problemOf(text(get(entry.node, 'name')) ?? '', text(at(entry.node, 'value', 'exact')));
          if (problem !== undefined)
            report({
              at: entry.node,
              path: entry.path,
              message: `the match never holds: ${problem}`,
              suggestion: key === 'headers' ? 'use "hostnames" for the host, or another header' : 'write it decoded',
            });
        }
      }
      const invalid = ['path']
        .map(key => at(match.node, key, 'invalid'))
        .find(node => node !== undefined && !isNull(node) && inRange(version, { since: '1.3.0' }));
      if (invalid !== undefined)
        report({
          at: invalid,
          path: [...match.path, 'path', 'invalid'],
          message: 'a match that is "invalid" never holds',
          suggestion: 'write "exact", "pathPrefix" or "regex"',
        });
    }
  },
};
