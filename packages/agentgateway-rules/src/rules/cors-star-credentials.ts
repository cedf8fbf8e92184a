import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const corsStarCredentials: Rule = {
  id: 'cors-star-credentials',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy answers with the origin of the request and not with `*`, so every web page may read with the cookies of its visitor.',
  docs: {
    checks: 'Credentials are not allowed together with the origin `*`.',
    seen: 'Live: v1.1.0 and v1.4.1 answer `Origin: https://evil.test` with `access-control-allow-origin: https://evil.test` and `access-control-allow-credentials: true`.',
    basedOn: 'The source of v0.12.0: the same.',
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
        message:
          'every web page may read with the cookies of its visitor: the proxy answers with the origin of the request, and not with *',
        suggestion: 'name the origins, or turn credentials off',
      });
    }
  },
};
