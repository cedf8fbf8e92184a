import { extAuthzs, integerOf } from '@mcpgw/agentgateway/internal';
import { at, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const least = 1024;

export const extauthzBodySmall: Rule = {
  id: 'extauthz-body-small',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Of longer bodies only the start is checked before v1.4, and they are refused from v1.4; a tool call is usually longer.',
  docs: {
    checks: 'The part of the body that a check gets is at least 1024 bytes.',
    seen: 'Live: v1.1.0 lets a longer body pass after a check of its start; v1.4.1 answers 413.',
    fix: 'Raise maxRequestBytes above the longest body that clients send.',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000", includeRequestBody: {maxRequestBytes: 9}, policies: {http: {requestTimeout: 2s}}}'),
    correct: onRoute(
      'extAuthz: {host: "127.0.0.1:9000", includeRequestBody: {maxRequestBytes: 8192}, policies: {http: {requestTimeout: 2s}}}',
    ),
  },
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const bytes = at(authz.node, 'includeRequestBody', 'maxRequestBytes');
      const value = integerOf(bytes);
      if (value === undefined || value === 0 || value >= least) continue;
      report({
        at: bytes!,
        path: [...authz.path, 'includeRequestBody', 'maxRequestBytes'],
        message: `tool calls are usually longer than ${value} bytes`,
        suggestion: 'use 8192 or more',
      });
    }
  },
};
