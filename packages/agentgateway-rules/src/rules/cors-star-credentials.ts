import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const corsStarCredentials: Rule = {
  id: 'cors-star-credentials',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Browsers refuse credentials for any origin: the requests fail.',
  docs: {
    checks: 'Credentials are not allowed together with the origin `*`.',
    fix: 'Name the origins, or turn credentials off.',
    wrong: onRoute(`cors: {allowOrigins: ["*"], allowCredentials: true}`),
    correct: onRoute(`cors: {allowOrigins: ["https://app.example.com"], allowCredentials: true}`),
  },
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
