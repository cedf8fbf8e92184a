import { extAuthzs, integerOf } from '@mcpgw/agentgateway/internal';
import { at, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzDenyStatus: Rule = {
  id: 'extauthz-deny-status',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A refusal with this status does not look like one: clients take it for success, or for nothing they know.',
  docs: {
    checks: 'The status of a check that fails is one of HTTP, from 400 to 599.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 403 where the status is 42, and 200 where it is 200, though the check failed; the backend is not called.',
    fix: 'Write a status such as 403 or 503.',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000", failureMode: {denyWithStatus: 42}, policies: {http: {requestTimeout: 2s}}}'),
    correct: onRoute('extAuthz: {host: "127.0.0.1:9000", failureMode: {denyWithStatus: 503}, policies: {http: {requestTimeout: 2s}}}'),
  },
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const status = at(authz.node, 'failureMode', 'denyWithStatus');
      const value = integerOf(status);
      if (value === undefined || (value >= 400 && value <= 599)) continue;
      report({
        at: status!,
        path: [...authz.path, 'failureMode', 'denyWithStatus'],
        message: `${value} is not a status of a refusal`,
        suggestion: 'use 403, or 503 to tell an outage from a refusal',
      });
    }
  },
};
