import { whyOriginNeverMatches } from '@mcpgw/agentgateway';
import { listed, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const corsOrigin: Rule = {
  id: 'cors-origin',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An origin that no browser sends matches nothing: requests from that page get no CORS headers, and the browser blocks the answer.',
  docs: {
    checks: 'Allowed origins are `*` or scheme, host and port, without path, and at least one origin is allowed.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 send no CORS headers for the allowed origins `https://a.com/`, `a.com` and `http://localhost:*`. Patterns such as `https://*.a.com` match in v1.1.0 and v1.4.1, not in v0.12.0.',
    fix: 'Write the origin as the browser sends it: `https://app.example.com`.',
    wrong: onRoute('cors: {allowOrigins: ["https://app.example.com/"], allowMethods: [GET]}'),
    correct: onRoute('cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET]}'),
  },
  check({ root, version, report }) {
    for (const { node, path } of policiesNamed(root, 'cors')) {
      if (node.kind !== 'map') continue;
      const origins = listed(get(node, 'allowOrigins'), [...path, 'allowOrigins']);
      if (origins.length === 0)
        report({
          at: get(node, 'allowOrigins') ?? node,
          path,
          message: 'no origin is allowed, so no request gets CORS headers',
          suggestion: 'list the origins, or remove the policy',
        });
      for (const origin of origins) {
        const message = whyOriginNeverMatches(text(origin.node) ?? '*', version);
        if (message !== undefined)
          report({ at: origin.node, path: origin.path, message, suggestion: 'write it as "https://app.example.com"' });
      }
    }
  },
};
