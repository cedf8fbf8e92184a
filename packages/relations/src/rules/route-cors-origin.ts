import { whyOriginNeverMatches } from '@mcpgw/agentgateway';
import { get, isAt, items, type Rule, text } from '@mcpgw/structure';
import { placed } from '../objects/placed.js';
import { filtersIn } from '../reach/routes.js';

export const routeCorsOrigin: Rule = {
  id: 'route-cors-origin',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The filter is accepted, and browsers block what it seems to allow.',
  docs: {
    checks:
      'CORS filters of routes: origins as browsers send them, methods that are allowed when origins are, and no "*" for exposed headers beside credentials.',
    seen: 'The controller of v1.4.1 sends the origin `https://App.example:443` as it is written.',
    basedOn:
      'The Fetch standard, by which browsers compare origins. The same values of the static configuration were tried: cors-origin says what was seen.',
    fix: 'Write scheme and host in lower case without a path, and list the methods.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - filters: [{type: CORS, cors: {allowOrigins: ["https://App.example:443"], allowMethods: [GET]}}]
      backendRefs: [{name: web, port: 80}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - filters: [{type: CORS, cors: {allowOrigins: ["https://app.example"], allowMethods: [GET]}}]
      backendRefs: [{name: web, port: 80}]
`,
  },
  check({ root, version, report }) {
    for (const filter of filtersIn(root)) {
      const cors = get(filter.node, 'cors');
      if (cors === undefined) continue;
      const path = [...filter.path, 'cors'];
      for (const origin of placed(cors, path, 'allowOrigins')) {
        const value = text(origin.node) ?? '*';
        const isDefault = /^https:\/\/[^/]*:443$|^http:\/\/[^/]*:80$/i.test(value);
        const message =
          isDefault || (value !== '*' && /[A-Z]/.test(value))
            ? `browsers never send "${value}": they write the host in lower case and leave the default port out`
            : whyOriginNeverMatches(value.replace('://*', '://x'), version);
        if (message !== undefined) report({ at: origin.node, path: origin.path, message, suggestion: 'write it as "https://app.example"' });
      }
      const exposed = get(cors, 'exposeHeaders');
      if (isAt(cors, 'allowCredentials', true) && items(exposed).some(item => text(item) === '*'))
        report({
          at: exposed!,
          path: [...path, 'exposeHeaders'],
          message: 'with credentials, browsers take "*" as the name of a header',
          suggestion: 'name the headers',
        });
    }
  },
};
