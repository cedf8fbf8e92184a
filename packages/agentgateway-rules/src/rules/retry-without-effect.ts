import { type ExpressionView, expressionsByNode, integerOf, nanosecondsAt, policiesNamed } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { celImplies, celTree, get, isNull, items, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const retryWithoutEffect: Rule = {
  id: 'retry-without-effect',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy looks as if failed requests were tried again, and no answer is ever tried again.',
  docs: {
    checks:
      'Checks whether a retry names statuses or a condition, whether its backoff ends before the timeout of the request, and whether its condition takes other answers than `codes`.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 retry with `codes: []` only what got no answer at all. The source of v1.4.1 retries an answer whose status is in `codes` or for which `condition` holds.',
    fix: 'Name the statuses to try again, such as 502, 503 and 504, and keep the backoff well below `requestTimeout`.',
    wrong: withRoute('policies:\n  retry:\n    attempts: 3\n    codes: []'),
    correct: withRoute(
      'policies:\n  retry:\n    attempts: 3\n    backoff: 100ms\n    codes: [502, 503, 504]\n  timeout:\n    requestTimeout: 10s',
    ),
  },
  check({ root, version, report }) {
    const views = expressionsByNode(root, version);
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
      checkCondition(node, path, views, report);
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

/** A condition that holds for statuses of `codes` alone: either of the two is enough, so it changes nothing. */
function checkCondition(retry: Node, path: Path, views: ReadonlyMap<Node, ExpressionView>, report: RuleContext['report']): void {
  const condition = get(retry, 'condition');
  const tree = condition && views.get(condition)?.tree;
  const codes = items(get(retry, 'codes')).flatMap(code => integerOf(code) ?? []);
  const wide = codes.length === 0 ? undefined : celTree(`response.code in [${codes.join(', ')}]`);
  if (condition === undefined || tree === undefined || wide === undefined || !celImplies(tree, wide)) return;
  const isEqual = celImplies(wide, tree);
  report({
    at: condition,
    path: [...path, 'condition'],
    message: 'a status of "codes" is enough for a retry, so this condition neither adds nor excludes an answer',
    suggestion: isEqual
      ? 'remove the condition'
      : 'write "codes: []" where the condition is to decide, or use "precondition" for the request',
    ...(isEqual ? { severity: 'info' as const } : {}),
  });
}
