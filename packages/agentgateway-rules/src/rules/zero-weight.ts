import { integerOf, routes } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const zeroWeight: Rule = {
  id: 'zero-weight',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'With all weights 0, no backend gets any request.',
  docs: {
    checks: 'Looks for routes whose backends all have the weight 0.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 500.',
    fix: 'Give a backend a weight of at least 1.',
    wrong: withRoute('backends:\n- host: "api:8080"\n  weight: 0'),
    correct: withRoute('backends:\n- host: "api:8080"\n  weight: 1'),
  },
  check({ root, report }) {
    for (const route of routes(root)) {
      const weights = route.backends.map(backend => integerOf(get(backend.node, 'weight')) ?? 1);
      if (weights.length === 0 || weights.some(weight => weight > 0)) continue;
      report({
        at: get(route.backends[0]!.node, 'weight')!,
        path: [...route.backends[0]!.path, 'weight'],
        message: 'all weights of this route are 0',
        suggestion: 'give a backend a weight of at least 1',
      });
    }
  },
};
