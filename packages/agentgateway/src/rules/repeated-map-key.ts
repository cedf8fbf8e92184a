import { entries, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';
import { walk } from '../views/views.js';

/** Maps of headers, whose names have no case. */
const headers = new Set(['set', 'add', 'addRequestHeaders', 'headers']);

export const repeatedMapKey: Rule = {
  id: 'repeated-map-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy keeps one of two entries with the same name and ignores the other without a word.',
  docs: {
    checks:
      'No name occurs twice in a mapping whose keys are free, such as headers, metadata and log fields; the case of headers does not count.',
    fix: 'Keep one of the two.',
    wrong: onRoute('requestHeaderModifier: {set: {x-team: a, x-team: b}}'),
    correct: onRoute('requestHeaderModifier: {set: {x-team: a, x-tier: b}}'),
  },
  check({ root, report }) {
    walk({ node: root, path: [] }, ({ node, path }) => {
      const isHeaders = headers.has(String(path.at(-1)));
      const seen = new Set<string>();
      for (const { key, keySpan, merged } of entries(node)) {
        const name = isHeaders ? key.toLowerCase() : key;
        if (seen.has(name) && merged !== true)
          report({
            at: keySpan,
            path: [...path, key],
            message: `"${key}" occurs twice: only one of the two counts`,
            suggestion: 'keep one of them',
          });
        seen.add(name);
      }
    });
  },
};
