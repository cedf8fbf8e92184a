import { listed, policiesNamed, policySets } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const csrfOrigin: Rule = {
  id: 'csrf-origin',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Further origins are compared exactly with the header Origin: patterns, paths and names without scheme match nothing, and the requests get 403.',
  docs: {
    checks:
      'The additional origins of csrf are scheme, host and port (without a port that is the one of the scheme), and contain the origins that `cors` allows.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 403 to a POST from https://a.com with the additional origins `*`, `https://*.com` and `https://a.com/`, and with none beside `cors: {allowOrigins: ["https://a.com"]}`.',
    fix: 'List each origin as the browser sends it.',
    wrong: onRoute('csrf: {additionalOrigins: ["https://*.example.com"]}'),
    correct: onRoute('csrf: {additionalOrigins: ["https://app.example.com"]}'),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'csrf'))
      for (const origin of listed(get(node, 'additionalOrigins'), [...path, 'additionalOrigins'])) {
        const value = text(origin.node);
        const isDefaultPort = /^(?:https:.*[^:]:443|http:.*[^:]:80)$/.test(value ?? '');
        if (value === undefined || (/^https?:\/\/[a-z0-9.[\]:-]+$/.test(value) && !isDefaultPort) || value.includes('${')) continue;
        report({
          at: origin.node,
          path: origin.path,
          message: `no browser sends the origin "${value}"${isDefaultPort ? ': the port is the one of the scheme, which is left out' : ''}`,
          suggestion: `write it as "${isDefaultPort ? value.replace(/:\d+$/, '') : 'https://app.example.com'}"`,
        });
      }
    for (const { node, path } of policySets(root)) {
      const [cors, csrf] = [get(node, 'cors'), get(node, 'csrf')];
      if (cors?.kind !== 'map' || csrf?.kind !== 'map') continue;
      const trusted = items(get(csrf, 'additionalOrigins')).map(item => text(item));
      const refused = items(get(cors, 'allowOrigins'))
        .flatMap(item => text(item) ?? [])
        .filter(origin => !trusted.includes(origin));
      if (refused.length > 0)
        report({
          at: csrf,
          path: [...path, 'csrf'],
          message: `"csrf" refuses what "cors" allows: requests from ${refused.join(', ')} that change something get 403`,
          suggestion: 'add the origins to "additionalOrigins"',
        });
    }
  },
};
