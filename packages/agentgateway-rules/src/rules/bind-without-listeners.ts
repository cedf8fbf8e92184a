import { listed } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

export const bindWithoutListeners: Rule = {
  id: 'bind-without-listeners',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The port is open and every request gets 404.',
  docs: {
    checks: 'Looks for binds whose list of listeners is empty.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 404 `listener not found`.',
    fix: 'Add a listener, or remove the bind.',
    wrong: 'binds:\n- port: 3000\n  listeners: []\n',
    correct: withListener('routes:\n- backends:\n  - host: "api:8080"'),
  },
  check({ root, report }) {
    for (const { node, path } of listed(get(root, 'binds'), ['binds'])) {
      const list = get(node, 'listeners');
      if (list?.kind === 'list' && items(list).length === 0)
        report({
          at: list,
          path: [...path, 'listeners'],
          message: 'the bind has no listeners and answers 404',
          suggestion: 'add a listener, or remove the bind',
        });
    }
  },
};
