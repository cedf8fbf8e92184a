import { whyHeaderStays } from '@mcpgw/agentgateway';
import { headerModifiers, listed, transformSides } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const headerModifierConflict: Rule = {
  id: 'header-modifier-conflict',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Headers are added, then set, then removed: what a later step does to the same header is all that remains.',
  docs: {
    checks:
      'Looks for a header that one modifier or one side of a transformation adds, sets or removes more than once, regardless of case, and for `host` among the headers that are removed.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 send no header `x-a` with `set: {x-a: b}, remove: [x-a]`, in modifiers and in transformations. 1.1.0 and 1.4.1 send `host` with `remove: [host]` too.',
    fix: 'Name each header once.',
    wrong: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      x-a: b\n    remove: [x-a]'),
    correct: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      x-a: b\n    remove: [x-b]'),
  },
  check({ root, report }) {
    for (const { node, path } of [...headerModifiers(root), ...transformSides(root)]) {
      const named = ['add', 'set'].flatMap(key =>
        entries(get(node, key)).map(entry => ({ key, name: entry.key, exact: `${key}/${entry.key}`, at: entry.keySpan })),
      );
      const removed = listed(get(node, 'remove'), []).map(item => ({
        key: 'remove',
        name: text(item.node) ?? '',
        exact: '',
        at: item.node,
      }));
      for (const item of listed(get(node, 'remove'), [...path, 'remove'])) {
        const side = path.includes('responseHeaderModifier') || path.at(-1) === 'response' ? 'response' : 'request';
        const why = whyHeaderStays(text(item.node) ?? '', side);
        if (why !== undefined)
          report({
            at: item.node,
            path: item.path,
            message: `this removes nothing: ${why}`,
            suggestion: 'use "urlRewrite" for another host',
          });
      }
      const seen = new Map<string, (typeof named)[number] | (typeof removed)[number]>();
      for (const header of [...named, ...removed]) {
        const earlier = seen.get(header.name.toLowerCase());
        if (earlier !== undefined && (earlier.exact !== header.exact || header.key === 'remove') && earlier.key !== 'remove')
          report({
            at: header.at,
            path: [...path, header.key],
            message: `"${header.name}" stands in "${earlier.key}" too: only "${header.key}" has an effect`,
            suggestion: 'name the header once',
          });
        seen.set(header.name.toLowerCase(), header);
      }
    }
  },
};
