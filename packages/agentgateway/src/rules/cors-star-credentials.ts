import { get, items, type Rule, text } from '@mcpgw/structure';
import { policiesNamed } from '../views/views.js';

export const corsStarCredentials: Rule = {
  id: 'cors-star-credentials',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Browsers refuse credentials for any origin: the requests fail.',
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'cors')) {
      const credentials = get(node, 'allowCredentials');
      const star = items(get(node, 'allowOrigins')).some(origin => text(origin) === '*');
      if (!star || credentials?.kind !== 'scalar' || credentials.value !== true) continue;
      report({
        at: credentials,
        path: [...path, 'allowCredentials'],
        message: 'browsers refuse credentials when any origin is allowed',
        suggestion: 'name the origins, or turn credentials off',
      });
    }
  },
};
