import { child, expressions, listed, walk } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text, yes } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const conditionalShadowed: Rule = {
  id: 'conditional-shadowed',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'The first entry whose condition holds is used, so entries after one that always holds, or after one with the same condition, never are.',
  docs: {
    checks:
      'Each entry of `conditional`, and each target of a virtual model, can be reached: no condition before it always holds or is the same.',
    seen: 'Live: v1.4.1: after an entry with `condition: "true"` no other transformation of the list was applied.',
    fix: 'Put the most specific condition first, and the fallback without a condition last.',
    wrong: onRoute(`
transformations:
  conditional:
  - {condition: 'true', request: {set: {x-tier: '"basic"'}}}
  - {condition: 'request.path.startsWith("/pro")', request: {set: {x-tier: '"pro"'}}}`),
    correct: onRoute(`
transformations:
  conditional:
  - {condition: 'request.path.startsWith("/pro")', request: {set: {x-tier: '"pro"'}}}
  - {request: {set: {x-tier: '"basic"'}}}`),
  },
  check({ root, version, report }) {
    const always = new Set(expressions(root, version).flatMap(({ node, judgement }) => (judgement.outcomes === yes ? [node] : [])));
    walk(
      { node: root, path: [] },
      parent => {
        const list = child(parent, 'conditional');
        const targets = list === undefined ? undefined : child(list, 'targets');
        const entries = listed((targets ?? list)?.node, (targets ?? list)?.path ?? []);
        const seen = new Set<string>();
        let reached = true;
        for (const { node, path } of entries) {
          const condition = get(node, targets === undefined ? 'condition' : 'when');
          const same = seen.has(text(condition)?.trim() ?? '');
          if (!reached || same)
            report({
              at: node,
              path,
              message: same
                ? 'an entry before has the same condition, so this one is never used'
                : 'a condition before always holds, so this entry is never used',
              suggestion: 'move it up, or remove it',
            });
          if (condition !== undefined && always.has(condition)) reached = false;
          if (condition !== undefined) seen.add(text(condition)?.trim() ?? '');
        }
      },
      place => place.has('conditional'),
    );
  },
};
