import { whyHeaderCannotBeSet } from '@mcpgw/agentgateway';
import { headerModifiers, listed } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const headerModifierFails: Rule = {
  id: 'header-modifier-fails',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy checks names and values of headers only when it sets them: each request that the policy touches fails.',
  docs: {
    checks:
      'Checks every name and value of header modifiers: names that HTTP does not allow, pseudo-headers, control characters, and headers that HTTP sets itself.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 500 `invalid HTTP header name` for a name with a space and for `:path`, 500 for a value with a line break, and drop or hang requests with another `content-length`.',
    fix: 'Use letters, digits and "-" in names, no line breaks in values, and `urlRewrite` for path and host.',
    wrong: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      "bad name": x'),
    correct: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      good-name: x'),
  },
  check({ root, report }) {
    for (const { node, path } of headerModifiers(root)) {
      const set = ['add', 'set'].flatMap(key =>
        entries(get(node, key)).map(entry => ({
          name: entry.key,
          at: entry.keySpan,
          path: [...path, key, entry.key],
          value: text(entry.value),
        })),
      );
      const gone = listed(get(node, 'remove'), [...path, 'remove']).map(item => ({
        name: text(item.node) ?? '',
        at: item.node,
        path: item.path,
        value: undefined,
      }));
      for (const header of [...set, ...gone]) {
        const message = whyHeaderCannotBeSet(header.name, header.value);
        if (message !== undefined && !header.name.includes('$'))
          report({
            at: header.at,
            path: header.path,
            message,
            suggestion: 'use a name of letters, digits and "-", and a value on one line',
          });
      }
    }
  },
};
