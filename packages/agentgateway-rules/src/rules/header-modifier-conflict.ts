import { whyHeaderStays } from '@mcpgw/agentgateway';
import { headerModifiers, listed, policySets, transformSides } from '@mcpgw/agentgateway/internal';
import { at, entries, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const headerModifierConflict: Rule = {
  id: 'header-modifier-conflict',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Headers are added, then set, then removed: what a later step does to the same header is all that remains.',
  docs: {
    checks:
      'Looks for a header that one modifier or one side of a transformation adds, sets or removes more than once, regardless of case, for headers of a transformation that the modifier of the same policies sets too, for a host that `urlRewrite` replaces, and for `host` among the headers that are removed.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 send no header `x-a` with `set: {x-a: b}, remove: [x-a]`, in modifiers and in transformations. 1.1.0 and 1.4.1 send `host` with `remove: [host]` too. 1.4.1 sends the value of the modifier where a transformation sets the header as well, and the host of `urlRewrite`.',
    fix: 'Name each header once.',
    wrong: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      x-a: b\n    remove: [x-a]'),
    correct: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      x-a: b\n    remove: [x-b]'),
  },
  check({ root, report }) {
    checkOrder(root, report);
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

/** Headers that one policy writes after another one of the same set: transformations come first, then modifiers, then rewrites. */
function checkOrder(root: Node, report: RuleContext['report']): void {
  for (const { node: policies, path } of policySets(root)) {
    const authority = at(policies, 'urlRewrite', 'authority');
    const rewrites = ['full', 'host'].some(key => get(authority, key) !== undefined);
    const modified = new Set(entries(at(policies, 'requestHeaderModifier', 'set')).map(({ key }) => key.toLowerCase()));
    for (const { key, keySpan } of rewrites ? entries(at(policies, 'requestHeaderModifier', 'set')) : [])
      if (/^(?:host|:authority)$/i.test(key))
        report({
          at: keySpan,
          path: [...path, 'requestHeaderModifier', 'set', key],
          message: `"urlRewrite" writes the host after this: "${key}" has no effect`,
          suggestion: 'remove one of the two',
        });
    for (const { key, keySpan } of entries(at(policies, 'transformations', 'request', 'set')))
      if (modified.has(key.toLowerCase()))
        report({
          at: keySpan,
          path: [...path, 'transformations', 'request', 'set', key],
          message: `"requestHeaderModifier" sets "${key}" after this: the transformation has no effect`,
          suggestion: 'remove one of the two',
        });
    const computed = new Set(entries(at(policies, 'transformations', 'response', 'set')).map(({ key }) => key.toLowerCase()));
    for (const { key, keySpan } of entries(at(policies, 'responseHeaderModifier', 'set')))
      if (computed.has(key.toLowerCase()))
        report({
          at: keySpan,
          path: [...path, 'responseHeaderModifier', 'set', key],
          message: `"transformations" set "${key}" of answers after this: the modifier has no effect`,
          suggestion: 'remove one of the two',
        });
  }
}
