import { extAuthzs, integerOf } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzBodyZero: Rule = {
  id: 'extauthz-body-zero',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without maxRequestBytes nothing of the body is sent: the default is 0, not 8192.',
  docs: {
    checks: 'A check that gets the body has maxRequestBytes above 0.',
    seen: 'v0.12.0, v1.1.0 and v1.4.1 read includeRequestBody without maxRequestBytes as 0 bytes.',
    fix: 'Set maxRequestBytes, such as 8192: the documented default does not apply here.',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000", includeRequestBody: {packAsBytes: true}, policies: {http: {requestTimeout: 2s}}}'),
    correct: onRoute(
      'extAuthz: {host: "127.0.0.1:9000", includeRequestBody: {maxRequestBytes: 8192, packAsBytes: true}, policies: {http: {requestTimeout: 2s}}}',
    ),
  },
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const body = get(authz.node, 'includeRequestBody');
      if (body?.kind !== 'map' && body?.kind !== 'list') continue;
      if ((integerOf(get(body, 'maxRequestBytes')) ?? 0) > 0) continue;
      report({
        at: get(body, 'maxRequestBytes') ?? body,
        path: [...authz.path, 'includeRequestBody'],
        message: 'no byte of the body is sent: maxRequestBytes is 0 when it is left out',
        suggestion: 'add "maxRequestBytes: 8192" or more',
      });
    }
  },
};
