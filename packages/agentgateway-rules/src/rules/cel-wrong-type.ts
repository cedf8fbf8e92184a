import { expressions } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { celTypeText, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The types that a field takes, by the end of its path, and how they are called. */
const wanted: readonly (readonly [end: string, types: readonly string[], words: string, example: string])[] = [
  ['delay.duration', ['duration', 'number'], 'a duration or milliseconds', 'duration("500ms")'],
  ['cache.ttl', ['duration', 'timestamp', 'number'], 'a duration or a point in time', 'duration("60s")'],
  ['limitOverride', ['map'], 'a map', '{"unit": "second", "requestsPerUnit": 100}'],
  ['cost', ['number'], 'a number', 'size(request.body)'],
  ['request.replace', ['map'], 'a map of headers', 'request.headers'],
  ['response.replace', ['map'], 'a map of headers', 'response.headers'],
];

const endOf = (path: Path): string => path.filter(step => typeof step === 'string').join('.');

export const celWrongType: Rule = {
  id: 'cel-wrong-type',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy drops a value of another type without a message: there is no delay, nothing is cached or limited, and headers stay as they are.',
  docs: {
    checks:
      'Expressions return what their field takes: `delay.duration` a duration or a number, `cache.ttl` a duration or a point in time (as a number, the seconds since 1970), `limitOverride` and `replace` a map, `cost` a number.',
    seen: 'Live: v1.4.1 does not delay with `duration: \'"soon"\'`, and takes `limitOverride: \'"100/s"\'` and answers 200.',
    fix: 'Write an expression of the type that the message names.',
    wrong: onRoute(`delay: {duration: '"soon"'}`),
    correct: onRoute(`delay: {duration: 'request.path == "/slow" ? 500 : 0'}`),
  },
  check({ root, version, report }) {
    for (const { node, path, tree, judgement, effect, broken } of expressions(root, version)) {
      const isTtl = path.at(-1) === 'ttl' && path.at(-2) === 'cache';
      if (isTtl && tree.type === 'literal' && typeof tree.value === 'number' && tree.value < 1e9) {
        report({
          at: node,
          path,
          message: `a number is a point in time, in seconds since 1970: ${tree.value} is long over, and ${effect}`,
          suggestion: `write "${tree.value}s"`,
        });
        continue;
      }
      const row = wanted.find(([end]) => `.${endOf(path)}`.endsWith(`.${end}`));
      if (row === undefined || broken || judgement.type === undefined || row[1].includes(judgement.type)) continue;
      report({
        at: node,
        path,
        message: `the expression returns ${celTypeText[judgement.type]}, and ${row[2]} is needed: ${effect}`,
        suggestion: `write such as: ${row[3]}`,
      });
    }
  },
};
