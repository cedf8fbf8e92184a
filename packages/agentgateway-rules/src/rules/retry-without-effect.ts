import { integerOf, nanosecondsAt, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const retryWithoutEffect: Rule = {
  id: 'retry-without-effect',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy looks as if failed requests were tried again, and no answer is ever tried again.',
  docs: {
    checks: 'Checks whether a retry names statuses or a condition, and whether its backoff ends before the timeout of the request.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 retry with `codes: []` only what got no answer at all.',
    fix: 'Name the statuses to try again, such as 502, 503 and 504, and keep the backoff well below `requestTimeout`.',
    wrong: withRoute('policies:\n  retry:\n    attempts: 3\n    codes: []'),
    correct: withRoute(
      'policies:\n  retry:\n    attempts: 3\n    backoff: 100ms\n    codes: [502, 503, 504]\n  timeout:\n    requestTimeout: 10s',
    ),
  },
  check({ root, report }) {
    for (const { node, path, set } of policiesNamed(root, 'retry')) {
      const codes = get(node, 'codes');
      const condition = get(node, 'condition');
      if (codes?.kind === 'list' && codes.items.length === 0 && (condition === undefined || isNull(condition)))
        report({
          at: codes,
          path: [...path, 'codes'],
          message: 'no status is named, so no answer is tried again',
          suggestion: 'name statuses, such as [502, 503, 504]',
        });
      const backoff = get(node, 'backoff');
      const [pause, limit] = [nanosecondsAt(backoff), nanosecondsAt(get(get(set.node, 'timeout'), 'requestTimeout'))];
      if (backoff === undefined || pause === undefined || limit === undefined || limit === 0n) continue;
      const attempts = BigInt(integerOf(get(node, 'attempts')) ?? 1);
      const place = { at: backoff, path: [...path, 'backoff'] };
      if (pause >= limit)
        report({
          ...place,
          message: 'the pause is as long as requestTimeout: the request ends before it is tried again',
          suggestion: 'write a shorter pause',
        });
      else if (pause * attempts >= limit)
        report({
          ...place,
          message: `the pauses of ${attempts} attempts are longer than requestTimeout: not all of them are made`,
          suggestion: 'write a shorter pause',
        });
    }
  },
};
