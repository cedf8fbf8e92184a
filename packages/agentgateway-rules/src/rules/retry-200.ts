import { type ExpressionView, expressionsByNode, integerOf, listed, policiesNamed } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { get, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Statuses of clients' errors that another attempt may cure: timeout, too early, too many requests, and misdirected. */
const passing = new Set([408, 409, 421, 425, 429]);

export const retry200: Rule = {
  id: 'retry-200',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Answers that another attempt does not change are asked for again: calls are made twice, and refusals look like an attack.',
  docs: {
    checks:
      'Looks for statuses of success, of redirects and of refused requests among those that are tried again, for a condition that looks at no answer, and for more than ten attempts.',
    seen: 'Live: v1.1.0 and v1.4.1 send a request three times where the answer is 200 or 401 and `attempts` is 2.',
    fix: 'Retry 502, 503 and 504, a few times.',
    wrong: withRoute('policies:\n  retry:\n    attempts: 2\n    codes: [200, 401]'),
    correct: withRoute('policies:\n  retry:\n    attempts: 2\n    codes: [502, 503, 504]'),
  },
  check({ root, version, report }) {
    const views = expressionsByNode(root, version);
    for (const { node, path } of policiesNamed(root, 'retry')) {
      for (const item of listed(get(node, 'codes'), [...path, 'codes'])) {
        const code = integerOf(item.node);
        if (code === undefined || code >= 500 || passing.has(code)) continue;
        const message =
          code < 400
            ? `${code} is not a failure, and is retried anyway`
            : `${code} refuses the request, and another attempt is refused too`;
        report({ at: item.node, path: item.path, message, suggestion: 'retry 502, 503 and 504' });
      }
      checkCondition(node, path, views, report);
      const attempts = integerOf(get(node, 'attempts'));
      if (attempts !== undefined && attempts > 10)
        report({
          at: get(node, 'attempts')!,
          path: [...path, 'attempts'],
          message: `${attempts} attempts multiply the load of a server that fails`,
          suggestion: 'write 2 or 3',
        });
    }
  },
};

/** Variables that say nothing about an answer. */
const ofRequest: ReadonlySet<string> = new Set(['request', 'source', 'destination', 'jwt', 'apiKey', 'basicAuth', 'extauthz', 'env']);

/** A condition that looks at the request alone: it is asked beside `codes`, so successes are tried again too. */
function checkCondition(retry: Node, path: Path, views: ReadonlyMap<Node, ExpressionView>, report: RuleContext['report']): void {
  const condition = get(retry, 'condition');
  const view = condition && views.get(condition);
  if (condition === undefined || view === undefined || view.broken || !view.reads.every(({ path: [name] }) => ofRequest.has(name!))) return;
  report({
    at: condition,
    path: [...path, 'condition'],
    message: 'the condition looks at no answer, and is enough for a retry: successes are tried again too',
    suggestion: 'write it as "precondition", or add a test of "response.code"',
  });
}
