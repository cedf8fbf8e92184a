import { regexSurprise } from '@mcpgw/agentgateway';
import { listed, matches, placedAt } from '@mcpgw/agentgateway/internal';
import { at, get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const regexWholeValue: Rule = {
  id: 'regex-whole-value',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A regular expression has to match the whole value, and only its first match counts: this one takes fewer requests than it suggests.',
  docs: {
    checks:
      'Looks for regular expressions of matches that have no operator, end lazily, have a branch that hides a longer one, or read as the beginning of a path (`^/v1/[a-z]+`, `/v[0-9]+`).',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 404 to `/ab` for `/a|/ab` and for `/a.*?`, and to the header `x-a: abc` for `b`; 1.1.0 and 1.4.1 also to `/api/v1/x` for `^/api/v[0-9]+`; 1.4.1 to `/v1/items` for `/v[0-9]+`.',
    fix: 'Write `.*` where more text may follow, put the longest branch first, or use `exact` or `pathPrefix`.',
    wrong: withRoute('matches:\n- path:\n    pathPrefix: /\n  headers:\n  - name: user-agent\n    value:\n      regex: Chrome'),
    correct: withRoute('matches:\n- path:\n    pathPrefix: /\n  headers:\n  - name: user-agent\n    value:\n      regex: .*Chrome.*'),
  },
  check({ root, report }) {
    const patterns = matches(root).flatMap(match => {
      const values = ['headers', 'query'].flatMap(key => listed(get(match.node, key), [...match.path, key]));
      const whole = at(match.node, 'path', 'regex');
      const path = whole?.kind === 'list' ? whole.items[0] : whole;
      const ofPath = path === undefined ? [] : [{ node: path, path: [...match.path, 'path', 'regex'] }];
      return [...values.flatMap(entry => placedAt(entry, 'value', 'regex') ?? []), ...ofPath];
    });
    const all = patterns.flatMap(({ node }) => text(node) ?? []);
    for (const { node, path } of patterns) {
      const value = text(node) ?? '';
      const why = value === '' ? 'it matches an empty value only' : regexSurprise(value, all);
      if (why !== undefined)
        report({
          at: node,
          path,
          message: `the regular expression "${value}" takes less than it suggests: ${why}`,
          suggestion: 'write ".*" where more text may follow',
        });
    }
  },
};
