import { extAuthzs } from '@mcpgw/agentgateway/internal';
import { at, inRange, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Versions that never read the field. */
const unread = { until: '1.4.0' };

export const extauthzBodyPartial: Rule = {
  id: 'extauthz-body-partial',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'A longer body is cut: the service checks JSON without its end.',
  docs: {
    checks: 'An authorization check that gets the body gets all of it, or the request is refused.',
    seen: 'v0.12.0 and v1.1.0 never read allowPartialMessage: a body above maxRequestBytes is sent without its end. v1.4.1 refuses it.',
    fix: 'Leave allowPartialMessage out, or false, and set maxRequestBytes above the longest body; before v1.4, limit the size of requests in the service.',
    wrong: onRoute(
      'extAuthz: {host: "127.0.0.1:9000", protocol: {http: {}}, includeRequestBody: {maxRequestBytes: 65536, allowPartialMessage: true}}',
    ),
    correct: onRoute('extAuthz: {host: "127.0.0.1:9000", protocol: {http: {}}, includeRequestBody: {maxRequestBytes: 65536}}'),
  },
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      const partial = at(authz.node, 'includeRequestBody', 'allowPartialMessage');
      if (partial?.kind !== 'scalar') continue;
      const path = [...authz.path, 'includeRequestBody', 'allowPartialMessage'];
      if (partial.value === true)
        report({
          at: partial,
          path,
          chosen: true,
          message: 'a longer body is cut, and the service checks JSON without its end',
          suggestion: 'use "allowPartialMessage: false" and a larger maxRequestBytes',
        });
      else if (partial.value === false && inRange(version, unread))
        report({
          at: partial,
          path,
          message: 'this version does not read "allowPartialMessage": a longer body is cut anyway',
          suggestion: 'use v1.4 or later, or a maxRequestBytes above the longest body',
        });
    }
  },
};
