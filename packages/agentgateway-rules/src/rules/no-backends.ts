import { routes } from '@mcpgw/agentgateway/internal';
import { isGiven, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const noBackends: Rule = {
  id: 'no-backends',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A route without backends answers 500 to every request.',
  docs: {
    checks: 'Looks for routes that have neither a backend nor their own answer.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 500.',
    fix: 'Add a backend, a redirect or a direct response.',
    wrong: withRoute('backends: []'),
    correct: withRoute('name: a'),
  },
  check({ root, report }) {
    for (const route of routes(root)) {
      const answers = ['requestRedirect', 'directResponse'].some(key => isGiven(route.policies, key));
      if (route.backends.length > 0 || answers) continue;
      report({
        at: route.node,
        path: route.path,
        message: 'the route has no backends and answers 500',
        suggestion: 'add a backend, a redirect or a direct response',
      });
    }
  },
};
