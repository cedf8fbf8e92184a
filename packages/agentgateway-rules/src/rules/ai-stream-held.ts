import { policySets, servesKind } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { at, isNull, type Rule } from '@mcpgw/structure';
import { onAiRoute } from '../examples/examples.js';

/** What waits for the end of an answer. */
const holders: readonly (readonly [path: Path, what: string])[] = [
  [['buffer', 'response'], 'answers are held back until they are complete'],
  [['transformations', 'response', 'body'], 'the body is read until it ends, and replaced'],
];

export const aiStreamHeld: Rule = {
  id: 'ai-stream-held',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Clients of models ask for streams to show an answer while it is written: what waits for its end takes the stream away from them.',
  docs: {
    checks: 'Routes to AI backends do not buffer answers or replace their bodies.',
    seen: 'Live: v1.4.1 sent the first event of a stream after the last one, when the route has `buffer: {response: {}}`.',
    fix: 'Remove it from the route of the models. Guards read streams with `streaming: Enabled`.',
    wrong: onAiRoute('buffer: {response: {maxBytes: 1048576}}'),
    correct: onAiRoute('buffer: {request: {maxBytes: 1048576}}'),
  },
  check({ root, report }) {
    for (const set of policySets(root))
      for (const [key, what] of holders) {
        const node = at(set.node, ...key);
        if (node === undefined || isNull(node) || servesKind(root, set, 'ai') !== true) continue;
        report({
          at: node,
          path: [...set.path, ...key],
          message: `${what}: clients get no stream`,
          suggestion: 'remove it from the route of the models',
        });
      }
  },
};
