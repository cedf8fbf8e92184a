import { extAuthzs } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzFailOpen: Rule = {
  id: 'extauthz-fail-open',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'When the authorization service fails, every request passes.',
  docs: {
    checks: 'External authorization does not use `failureMode: allow`.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 200 while the service is down.',
    fix: 'Use `deny`, or `denyWithStatus: 503`.',
    wrong: onRoute(`extAuthz: {failureMode: allow, host: "localhost:9000", policies: {http: {requestTimeout: 2s}}}`),
    correct: onRoute(`extAuthz: {failureMode: deny, host: "localhost:9000", policies: {http: {requestTimeout: 2s}}}`),
  },
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const mode = get(authz.node, 'failureMode');
      if (text(mode) !== 'allow' && get(mode, 'allow') === undefined) continue;
      report({
        at: mode!,
        path: [...authz.path, 'failureMode'],
        message: 'when the authorization service fails, every request passes',
        suggestion: 'use "deny", or "denyWithStatus: 503"',
      });
    }
  },
};
