import { extAuthzs, policySets } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzFailOpen: Rule = {
  id: 'extauthz-fail-open',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'When the authorization service fails, every request passes.',
  docs: {
    checks: 'External authorization does not use `failureMode: allow`, and the last entry of conditional checks has no condition.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 200 while the service is down.',
    fix: 'Use `deny`, or `denyWithStatus: 503`.',
    wrong: onRoute(`extAuthz: {failureMode: allow, host: "localhost:9000", policies: {http: {requestTimeout: 2s}}}`),
    correct: onRoute(`extAuthz: {failureMode: deny, host: "localhost:9000", policies: {http: {requestTimeout: 2s}}}`),
  },
  check({ root, report }) {
    for (const { node, path } of policySets(root)) {
      const list = get(get(node, 'extAuthz'), 'conditional');
      const last = items(list).at(-1);
      if (list !== undefined && last !== undefined && get(last, 'condition') !== undefined)
        report({
          at: list,
          path: [...path, 'extAuthz', 'conditional'],
          message: 'requests for which no condition holds are not checked',
          suggestion: 'add a last entry without a condition',
        });
    }
    for (const authz of extAuthzs(root)) {
      const mode = get(authz.node, 'failureMode');
      if (text(mode) !== 'allow' && get(mode, 'allow') === undefined) continue;
      report({
        at: mode!,
        path: [...authz.path, 'failureMode'],
        chosen: true,
        message: 'when the authorization service fails, every request passes',
        suggestion: 'use "deny", or "denyWithStatus: 503"',
      });
    }
  },
};
